//! `ikibuguzo-loadtest`: plays many games on a server at a time, compares every board with the engine's, and measures.

#![expect(unreachable_pub, reason = "`pub` says what a file is there for, in a program too")]

mod args;
mod modes;
mod players;
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

use args::{Arguments, Load};
use modes::{bare, games, idle, relay};
use results::report::Report;
use server::handle::Server;
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

/// All players share one thread, so that the tool fits on one core and has one clock.
fn run(Arguments { load, target }: &Arguments) -> Result<Report> {
    let server = || Server::find_or_start(target, load.sockets());
    let runtime = Builder::new_current_thread().enable_all().build()?;
    LocalSet::new().block_on(&runtime, async {
        if load.is_awake() {
            spawn_local(stay_awake());
        }
        match load {
            Load::Closed { games: load } => games::run(&server()?, load, None).await,
            Load::Rate { games: load, rate } => games::run(&server()?, load, Some(*rate)).await,
            Load::Idle { sockets, seconds } => idle::run(&server()?, *sockets, *seconds).await,
            Load::Bare { games, seconds, .. } => {
                bare::run(&Server::start_relay(target, load.sockets())?, *games, *seconds).await
            }
            Load::Relay => match relay::run().await? {},
        }
    })
}

fn print(report: &Report, json: bool) {
    if json {
        println!("{}", report.to_json());
    } else {
        print!("{report}");
    }
}
