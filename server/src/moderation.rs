//! Reports of players, and what decisions of the operator forbid to a player or an address.

use std::net::IpAddr;

use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::room::{Command, CommandKind};
use ikibuguzo_protocol::{ErrorCode, GameId, MAX_REPORT_CHARS, NewReport, SanctionKind, Timestamp};
use ikibuguzo_store::{AddressBan, NewReportRow, Store};

use crate::chance::Chance;
use crate::error::{Error, blocked_pair, unknown_player};
use crate::net::network::Network;
use crate::time::{DAY, time_text};

/// Largest number of reports of one player in a day.
const MAX_REPORTS: u32 = 10;

/// Stores a report for the operator.
///
/// # Errors
///
/// `unknown_player`, `unknown_game`, `bad_text`, `cannot_report`, or `too_many_reports`; or if the database cannot be
/// used.
pub(crate) async fn report(
    store: &Store,
    reporter: &Player,
    new: &NewReport,
    now: Timestamp,
    chance: &Chance,
) -> Result<(), Error> {
    let reported = store.find_player(&new.player).await?.ok_or_else(unknown_player)?;
    if reported.id == reporter.id {
        return Err(Error::new(ErrorCode::CannotReport, "you cannot report yourself"));
    }
    let comment = stored_comment(&new.comment)?;
    if let Some(game) = new.game
        && store.load(game).await?.is_none()
    {
        return Err(Error::new(ErrorCode::UnknownGame, "there is no such game"));
    }
    let row = NewReportRow {
        id: (chance.random() >> 1).cast_signed(),
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
/// `banned`; or if the database cannot be used.
pub(crate) async fn check_not_banned(store: &Store, player: &PlayerId, now: Timestamp) -> Result<(), Error> {
    let what = "you cannot begin or join games";
    check(store, player, SanctionKind::Banned, ErrorCode::Banned, what, now).await
}

/// Whether a decision of the operator or of the opponent can forbid a command.
pub(crate) fn needs_permission(command: &CommandKind) -> bool {
    matches!(
        command,
        CommandKind::Say(_)
            | CommandKind::OfferRematch(_)
            | CommandKind::AnswerRematch { accept: Some(_), .. }
    )
}

/// Checks that no decision of the operator or of the opponent forbids a command in a game. A command that is already
/// in the log is allowed: it gets its first answer again.
///
/// # Errors
///
/// `silenced`, `banned`, `blocked`, or `no_opponent`; or if the database cannot be used.
pub(crate) async fn check_permission(
    store: &Store,
    game: GameId,
    player: &Player,
    command: &Command,
    now: Timestamp,
) -> Result<(), Error> {
    match check_decisions(store, game, &player.id, &command.kind, now).await {
        Err(Error::Rejected(_)) if store.has_command(game, &player.id, &command.id).await? => Ok(()),
        checked => checked,
    }
}

async fn check_decisions(
    store: &Store,
    game: GameId,
    player: &PlayerId,
    command: &CommandKind,
    now: Timestamp,
) -> Result<(), Error> {
    match command {
        CommandKind::Say(_) => {
            check(store, player, SanctionKind::Silenced, ErrorCode::Silenced, "you cannot talk", now).await
        }
        command if needs_permission(command) => check_rematch(store, game, player, now).await,
        _ => Ok(()),
    }
}

/// Checks that a player of a game and the opponent may play each other again.
///
/// # Errors
///
/// `banned`, `no_opponent` or `blocked`; or if the database cannot be used.
pub(crate) async fn check_rematch(
    store: &Store,
    game: GameId,
    player: &PlayerId,
    now: Timestamp,
) -> Result<(), Error> {
    let terms = store.load_rematch_terms(game, player, now).await?;
    if terms.is_banned {
        check_not_banned(store, player, now).await?;
    }
    if terms.is_deleted {
        return Err(Error::new(ErrorCode::NoOpponent, "one of you has deleted the account"));
    }
    if terms.is_opponent_banned {
        return Err(Error::new(ErrorCode::NoOpponent, "your opponent cannot begin games at present"));
    }
    if terms.blocked { Err(blocked_pair()) } else { Ok(()) }
}

/// Checks that the operator has not banned an address.
///
/// # Errors
///
/// `address_banned`; or if the database cannot be used.
pub(crate) async fn check_address(store: &Store, address: IpAddr, now: Timestamp) -> Result<(), Error> {
    let bans = store.list_address_bans(now).await?;
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
    now: Timestamp,
) -> Result<(), Error> {
    let sanctions = store.list_sanctions(player, now).await?;
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
