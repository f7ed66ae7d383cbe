//! The tasks of the operator: each reads or changes the database and ends.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use crate::chance::Chance;
use crate::config::{AddressDecisionOptions, Config, DecisionOptions, Task, redact};
use crate::operations::check::{CheckSummary, Difference, check};
use crate::operations::dump::{DumpOptions, dump};
use crate::operations::health::check_health;
use crate::operations::import::{ImportOptions, Imported, import};
use crate::operations::moderation::{ban_address, banned_addresses, decide, lift_address_bans, open_reports};
use crate::operations::publish::{PublishOptions, Published, publish};
use crate::time::Clock;
use anyhow::{Context, Result};
use ikibuguzo_protocol::Timestamp;
use ikibuguzo_store::{RatingRebuild, Store, StoreError, copy};

/// The exit code of a check that has found differences which are not repaired.
const DIFFERS: u8 = 3;

/// Carries out a task and prints its result.
pub(super) async fn run_operator_task(config: &Config, task: &Task) -> Result<ExitCode> {
    let done = match task {
        Task::Health { url } => {
            check_health(url.as_deref(), &config.listen).await?;
            println!("ready");
            Ok(())
        }
        Task::Copy { from, to } => copy_database(from, to).await,
        Task::Dump { month, to, format, by_invitation } => {
            let options = DumpOptions { month: *month, format: *format, by_invitation: *by_invitation };
            dump_games(config, &options, to).await
        }
        Task::Publish { to, licence, all } => {
            publish_games(config, &PublishOptions { licence: licence.clone(), all: *all }, to).await
        }
        Task::Import { files, same_people, check } => {
            import_files(config, files, ImportOptions { same_people: *same_people, check: *check }).await
        }
        Task::Check { repair } => return check_database(config, *repair).await,
        Task::Ratings => rebuild_ratings(config).await,
        Task::Reports => show_reports(config).await,
        Task::Decide(options) => store_decision(config, options).await,
        Task::Addresses => show_addresses(config).await,
        Task::DecideAddress(options) => decide_about_address(config, options).await,
    };
    done.map(|()| ExitCode::SUCCESS)
}

/// When the task began.
fn now() -> Timestamp {
    Clock::system().now()
}

async fn open_store(config: &Config) -> Result<Store, StoreError> {
    Store::open(&config.database_url).await
}

async fn copy_database(from: &str, to: &str) -> Result<()> {
    let copied = copy(from, to).await;
    let copied =
        copied.with_context(|| format!("nothing was copied from {} to {}", redact(from), redact(to)))?;
    for (table, rows) in copied {
        println!("{table}: {rows}");
    }
    println!("The position index is not copied: the server builds it again in the background.");
    Ok(())
}

async fn dump_games(config: &Config, options: &DumpOptions, file: &Path) -> Result<()> {
    let games = dump(&config.database_url, options, file, now()).await.with_context(|| {
        format!("nothing was dumped from the database {}", config.redacted_database_url())
    })?;
    println!("{}: {games} games", file.display());
    Ok(())
}

async fn publish_games(config: &Config, options: &PublishOptions, folder: &Path) -> Result<()> {
    let published = publish(&config.database_url, options, folder, now()).await;
    let Published { written, kept } = published.with_context(|| {
        format!("not all games of the database {} were published", config.redacted_database_url())
    })?;
    println!("{}: {written} months written, {kept} already there", folder.display());
    Ok(())
}

async fn import_files(config: &Config, files: &[PathBuf], options: ImportOptions) -> Result<()> {
    let store = open_store(config)
        .await
        .with_context(|| format!("cannot use the database {}", config.redacted_database_url()))?;
    for file in files {
        let imported = import(&store, file, options, now(), &Chance::system()).await;
        let Imported { new, known, remarks } =
            imported.with_context(|| format!("nothing was imported from {}", file.display()))?;
        println!("{}: {new} new games, {known} already there", file.display());
        if remarks > 0 {
            println!("{}: {remarks} remarks behind turns were not kept", file.display());
        }
    }
    Ok(())
}

async fn check_database(config: &Config, repair: bool) -> Result<ExitCode> {
    let print = |difference: &Difference| println!("{difference}");
    let checked = async { check(&Store::open_existing(&config.database_url).await?, repair, print).await };
    let summary: CheckSummary = checked.await.with_context(|| {
        format!("the check of the database {} did not end", config.redacted_database_url())
    })?;
    println!("{summary}");
    Ok(if summary.is_well() { ExitCode::SUCCESS } else { ExitCode::from(DIFFERS) })
}

async fn rebuild_ratings(config: &Config) -> Result<()> {
    let rebuilt = async { open_store(config).await?.rebuild_ratings().await };
    let RatingRebuild { games, ratings, changed } = rebuilt.await.with_context(|| {
        format!("the ratings in the database {} are as they were", config.redacted_database_url())
    })?;
    println!("{games} rated games, {ratings} ratings, {changed} of them differ from before");
    Ok(())
}

async fn show_reports(config: &Config) -> Result<()> {
    let reports = async { open_reports(&open_store(config).await?).await };
    let reports =
        reports.await.with_context(|| format!("no reports from {}", config.redacted_database_url()))?;
    for report in &reports {
        println!("{report}");
    }
    if reports.is_empty() {
        println!("No reports wait for a decision.");
    }
    Ok(())
}

async fn store_decision(config: &Config, options: &DecisionOptions) -> Result<()> {
    let (player, (kind, days)) = (&options.player, options.kind());
    let settled =
        async { decide(&open_store(config).await?, player, kind, days, &options.reason, now()).await };
    let settled = settled.await.with_context(|| format!("nothing was decided about {player}"))?;
    println!("{player}: {}, {settled} reports settled", kind.as_str());
    Ok(())
}

async fn show_addresses(config: &Config) -> Result<()> {
    let bans = async { banned_addresses(&open_store(config).await?, now()).await };
    let bans = bans.await.with_context(|| format!("no addresses from {}", config.redacted_database_url()))?;
    for ban in &bans {
        println!("{ban}");
    }
    if bans.is_empty() {
        println!("No address is banned.");
    }
    Ok(())
}

async fn decide_about_address(config: &Config, options: &AddressDecisionOptions) -> Result<()> {
    let AddressDecisionOptions { network, ban, reason, .. } = options;
    let decided = async {
        let store = open_store(config).await?;
        match ban {
            Some(hours) => ban_address(&store, *network, *hours, reason, now()).await,
            None => lift_address_bans(&store, *network, reason, now()).await,
        }
    };
    decided.await.with_context(|| format!("nothing was decided about {network}"))?;
    println!("{network}: {}", ban.map_or("lifted".to_owned(), |hours| format!("banned for {hours} h")));
    Ok(())
}
