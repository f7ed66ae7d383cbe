//! Reports of players, and what a player or an address may not do by a decision of the operator.

use std::net::IpAddr;

use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::room::CommandKind;
use ikibuguzo_protocol::{ErrorCode, MAX_REPORT_CHARS, NewReport, SanctionKind};
use ikibuguzo_store::{AddressBan, NewReportRow, Store};

use crate::chance;
use crate::error::{Error, unknown_player};
use crate::net::network::Network;
use crate::time::{self, DAY_MS, time_text};

/// Reports of one player in a day, at most.
const MAX_REPORTS: u32 = 10;

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
    match store.add_report(&row, now.saturating_sub(DAY_MS), MAX_REPORTS).await? {
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

/// Checks that the operator does not keep an address away.
///
/// # Errors
///
/// `address_banned`; if the database cannot be used.
pub(crate) async fn check_address(store: &Store, address: IpAddr) -> Result<(), Error> {
    let bans = store.list_address_bans(time::now()).await?;
    let is_here = |ban: &&AddressBan| ban.network.parse().is_ok_and(|it: Network| it.contains(address));
    let Some(ban) = bans.iter().find(is_here) else { return Ok(()) };
    let (until, reason) = (time_text(ban.until), &ban.reason);
    let message = format!("nobody can become a player or sign in from your address until {until}: {reason}");
    Err(Error::new(ErrorCode::AddressBanned, message))
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
    let (until, reason) = (time_text(sanction.until), &sanction.reason);
    Err(Error::new(code, format!("{what} until {until}: {reason}")))
}

/// The comment as it is stored: without control characters, which could hide something from the operator.
fn stored_comment(comment: &str) -> Result<String, Error> {
    if comment.chars().count() > MAX_REPORT_CHARS {
        let message = format!("a comment has at most {MAX_REPORT_CHARS} characters");
        return Err(Error::new(ErrorCode::BadText, message));
    }
    Ok(comment.trim().replace(char::is_control, " "))
}
