//! `ikibuguzo-loadtest`: plays many games on a server, checks every board against the engine, and measures the server.

#![expect(unreachable_pub, reason = "`pub` marks the interface of a file, also in a program")]

mod args;
mod modes;
mod players;
mod clients;
mod computer_games;
mod check;
mod net;
mod server;
mod system;
mod results;
mod clock;

use std::process::ExitCode;

use anyhow::Result;
use clap::Parser;
use tokio::runtime::Builder;
use tokio::task::{LocalSet, spawn_local};

use args::{Arguments, Mode, Target};
use modes::{bare, computers, failover, games, idle, relay, rolling_restart};
use results::report::Report;
use server::cluster::Cluster;
use system::cpu::stay_awake;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(report) => {
            print(&report, arguments.target.json);
            ExitCode::from(u8::from(!report.is_clean()))
        }
        Err(error) => {
            eprintln!("ikibuguzo-loadtest: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// All players share one thread, so the tool needs only one core.
fn run(Arguments { mode, target }: &Arguments) -> Result<Report> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, async {
        if mode.is_awake() {
            spawn_local(stay_awake());
        }
        run_mode(mode, target).await
    })
}

async fn run_mode(mode: &Mode, target: &Target) -> Result<Report> {
    let sockets = mode.socket_count();
    let cluster = || Cluster::find_or_start(target, sockets);
    match mode {
        Mode::Closed { options } => games::run(&cluster()?, options, None).await,
        Mode::Rate { options, rate } => games::run(&cluster()?, options, Some(*rate)).await,
        Mode::Failover { options, clock, seconds } => {
            failover::run(cluster()?, options, *clock, *seconds).await
        }
        Mode::RollingRestart { options, clock, pause } => {
            rolling_restart::run(cluster()?, options, *clock, *pause).await
        }
        Mode::Idle { sockets, seconds } => idle::run(&cluster()?, *sockets, *seconds).await,
        Mode::Computers { options } => computers::run(&cluster()?, options).await,
        Mode::Bare { games, seconds, .. } => {
            bare::run(&Cluster::start_relay(target, sockets)?, *games, *seconds).await
        }
        Mode::Relay => match relay::run().await? {},
    }
}

fn print(report: &Report, json: bool) {
    if json {
        println!("{}", report.to_json());
    } else {
        print!("{report}");
    }
}
