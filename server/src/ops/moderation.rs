//! The operator's part of moderation: reports, and decisions about players.

use anyhow::{Context, Result};
use ikibuguzo_protocol::{PlayerName, Sanction, SanctionKind};
use ikibuguzo_store::{OpenReport, Store};
use jiff::Timestamp;

use crate::time;

/// Reports that are shown at once, at most.
const MAX_SHOWN: u32 = 100;

/// A day, in milliseconds.
const DAY: u64 = 86_400_000;

/// The reports that wait for the operator, the first one first, as text; each report is one paragraph.
///
/// # Errors
///
/// If the database cannot be used.
pub async fn open_reports(store: &Store) -> Result<Vec<String>> {
    let reports = store.list_open_reports(MAX_SHOWN).await?;
    Ok(reports.iter().map(report_text).collect())
}

/// Stores a decision about a player that holds for some days, and settles the reports of it. Returns how many.
///
/// # Errors
///
/// If there is no player of this name, or the database cannot be used.
pub async fn decide(
    store: &Store,
    player: &PlayerName,
    kind: SanctionKind,
    days: u32,
    reason: &str,
) -> Result<u64> {
    let player = store.find_player(player).await?.context("there is no player of this name")?;
    let now = time::now();
    let sanction = Sanction { kind, reason: reason.to_owned(), at: now, until: now + u64::from(days) * DAY };
    Ok(store.add_sanction(&player.id, &sanction).await?)
}

fn report_text(report: &OpenReport) -> String {
    let at = i64::try_from(report.reported_at).ok().and_then(|at| Timestamp::from_millisecond(at).ok());
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
        at.unwrap_or_default().strftime("%Y-%m-%d %H:%M UTC"),
        report.reporter,
        report.reported,
        report.reason.as_str(),
        report.comment
    )
}
