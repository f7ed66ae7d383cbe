//! The operator's part of moderation: reports, and decisions about players and addresses.

use anyhow::{Context, Result};
use ikibuguzo_protocol::{PlayerName, Sanction, SanctionKind, Timestamp};
use ikibuguzo_store::{AddressBan, OpenReport, Store};

use crate::net::network::Network;
use crate::time::{DAY, HOUR, time_text};

/// Largest number of reports that are shown at once.
const MAX_SHOWN_REPORTS: u32 = 100;

/// The reports that wait for the operator, the oldest first, as text; each report is one paragraph.
///
/// # Errors
///
/// If the database cannot be used.
pub async fn open_reports(store: &Store) -> Result<Vec<String>> {
    let reports = store.list_open_reports(MAX_SHOWN_REPORTS).await?;
    Ok(reports.iter().map(report_text).collect())
}

/// Stores a decision about a player that holds for some days, and settles the reports about the player. Returns how
/// many.
///
/// # Errors
///
/// If no player has this name, or if the database cannot be used.
pub async fn decide(
    store: &Store,
    player: &PlayerName,
    kind: SanctionKind,
    days: u32,
    reason: &str,
    now: Timestamp,
) -> Result<u64> {
    let player = store.find_player(player).await?.context("there is no player with this name")?;
    let sanction = Sanction { kind, reason: reason.to_owned(), at: now, until: now + DAY * days };
    Ok(store.add_sanction(&player.id, &sanction).await?)
}

/// Bans an address or a network for some hours: nobody can become a player, claim a name or sign in from there.
///
/// # Errors
///
/// If the database cannot be used.
pub async fn ban_address(
    store: &Store,
    network: Network,
    hours: u32,
    reason: &str,
    now: Timestamp,
) -> Result<()> {
    let (network, reason) = (network.to_string(), reason.to_owned());
    let until = now + HOUR * hours;
    Ok(store.add_address_ban(&AddressBan { network, reason, at: now, until }).await?)
}

/// Ends earlier decisions about an address or a network.
///
/// # Errors
///
/// If the database cannot be used.
pub async fn lift_address_bans(store: &Store, network: Network, reason: &str, now: Timestamp) -> Result<()> {
    Ok(store.lift_address_bans(&network.to_string(), reason, now).await?)
}

/// The banned addresses, as text, one per line.
///
/// # Errors
///
/// If the database cannot be used.
pub async fn banned_addresses(store: &Store, now: Timestamp) -> Result<Vec<String>> {
    let bans = store.list_address_bans(now).await?;
    let line = |ban: &AddressBan| {
        let AddressBan { network, reason, at, until } = ban;
        format!("{network}, from {} until {}: {reason}", time_text(*at), time_text(*until))
    };
    Ok(bans.iter().map(line).collect())
}

fn report_text(report: &OpenReport) -> String {
    let game = report.game.map(|game| format!(", in /game/{game}")).unwrap_or_default();
    let earlier = match report.earlier {
        0 => String::new(),
        count => format!(" (earlier decisions: {count})"),
    };
    let left = match report.left_games {
        0 => String::new(),
        count => format!(" (games left in 30 days: {count})"),
    };
    format!(
        "{} {} reports {}{earlier}{left} for {}{game}\n  {}",
        time_text(report.reported_at),
        report.reporter,
        report.reported,
        report.reason.as_str(),
        report.comment
    )
}
