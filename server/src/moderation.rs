//! Reports of players, and what a player may not do by a decision of the operator.

use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::room::CommandKind;
use ikibuguzo_protocol::{ErrorCode, MAX_REPORT_CHARS, NewReport, SanctionKind};
use ikibuguzo_store::{NewReportRow, Store};
use jiff::Timestamp;

use crate::error::{Error, unknown_player};
use crate::{chance, time};

/// Reports of one player in a day, at most.
const MAX_REPORTS: u32 = 10;

/// A day, in milliseconds.
const DAY: u64 = 86_400_000;

/// Stores a report for the operator.
///
/// # Errors
///
/// `unknown_player`, `unknown_game`, `bad_text`, `cannot_report` or `too_many_reports`; if the database cannot be used.
pub(crate) async fn report(store: &Store, reporter: &Player, new: &NewReport) -> Result<(), Error> {
    let reported = store.find_player(&new.player).await?.ok_or_else(unknown_player)?;
    if reported.id == reporter.id {
        return Err(Error::new(ErrorCode::CannotReport, "nobody reports themselves"));
    }
    let comment = stored_comment(&new.comment)?;
    if let Some(game) = new.game
        && store.load(game).await?.is_none()
    {
        return Err(Error::new(ErrorCode::UnknownGame, "there is no such game"));
    }
    let now = time::now();
    let row = NewReportRow {
        id: (chance::random() >> 1).cast_signed(),
        reporter: reporter.id.clone(),
        reported: reported.id,
        game: new.game,
        reason: new.reason,
        comment,
        reported_at: now,
    };
    match store.add_report(&row, now.saturating_sub(DAY), MAX_REPORTS).await? {
        true => Ok(()),
        false => {
            let message = format!("you have made {MAX_REPORTS} reports in a day");
            Err(Error::new(ErrorCode::TooManyReports, message))
        }
    }
}

/// Checks that the operator has not banned a player.
///
/// # Errors
///
/// `banned`; if the database cannot be used.
pub(crate) async fn check_not_banned(store: &Store, player: &PlayerId) -> Result<(), Error> {
    let what = "you cannot begin or join games";
    check(store, player, SanctionKind::Banned, ErrorCode::Banned, what).await
}

/// Whether a decision of the operator can forbid a command.
pub(crate) fn needs_permission(command: &CommandKind) -> bool {
    matches!(
        command,
        CommandKind::Say(_)
            | CommandKind::OfferRematch(_)
            | CommandKind::AnswerRematch { accept: Some(_), .. }
    )
}

/// Checks that no decision of the operator forbids a command.
///
/// # Errors
///
/// `silenced` or `banned`; if the database cannot be used.
pub(crate) async fn check_permission(
    store: &Store,
    player: &Player,
    command: &CommandKind,
) -> Result<(), Error> {
    match command {
        CommandKind::Say(_) => {
            check(store, &player.id, SanctionKind::Silenced, ErrorCode::Silenced, "you cannot talk").await
        }
        command if needs_permission(command) => check_not_banned(store, &player.id).await,
        _ => Ok(()),
    }
}

async fn check(
    store: &Store,
    player: &PlayerId,
    kind: SanctionKind,
    code: ErrorCode,
    what: &str,
) -> Result<(), Error> {
    let sanctions = store.list_sanctions(player, time::now()).await?;
    let Some(sanction) = sanctions.iter().find(|sanction| sanction.kind == kind) else { return Ok(()) };
    let until = i64::try_from(sanction.until).ok().and_then(|at| Timestamp::from_millisecond(at).ok());
    let until = until.unwrap_or_default().strftime("%Y-%m-%d %H:%M UTC");
    Err(Error::new(code, format!("{what} until {until}: {}", sanction.reason)))
}

/// The comment as it is stored: without control characters, which could hide something from the operator.
fn stored_comment(comment: &str) -> Result<String, Error> {
    if comment.chars().count() > MAX_REPORT_CHARS {
        let message = format!("a comment has at most {MAX_REPORT_CHARS} characters");
        return Err(Error::new(ErrorCode::BadText, message));
    }
    Ok(comment.trim().replace(char::is_control, " "))
}
