//! Plays matches between players and prints their strength.
//!
//! ```sh
//! cargo run --release -p ikibuguzo-bot --example matches -- \
//!     --rules kubuguza --pairs 500 --first search@20ms --second plain@20ms
//! ```
//!
//! Each pair is two games from one opening, with the seats swapped. An opening is the start of the game and some random
//! actions, after which a search of `--judge` nodes finds neither seat much better. A player is `level:N`, or `search`,
//! `plain` or `uct` with a budget: `@20ms` an action, or `#5000` nodes. Settings of `search` follow after commas:
//! `search,counters,notable@20ms`; see `contestant.rs`. `--sprt LOW,HIGH` stops as soon as a difference of LOW or of HIGH
//! Elo is refuted (5 % errors).

mod contestant;
mod pairs;
mod plain;
mod strength;
mod time_limit;
mod uct;

use std::process::ExitCode;

use contestant::Contestant;
use pairs::{JUDGING_NODES, PairedGames, RULESPECS};
use strength::{Sprt, Tally};

/// Pairs after which the results so far are printed to standard error.
const PAIRS_BETWEEN_REPORTS: u32 = 10;

/// The options of the command line.
struct Options {
    rulespecs: Vec<String>,
    pairs: u32,
    players: [String; 2],
    seed: u64,
    judging_nodes: u64,
    sprt: Option<Sprt>,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let rulespecs = RULESPECS.iter().copied().map(str::to_owned).collect();
        let players = ["search@20ms".to_owned(), "plain@20ms".to_owned()];
        let mut options =
            Options { rulespecs, pairs: 100, players, seed: 1, judging_nodes: JUDGING_NODES, sprt: None };
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            let wrong = || format!("{name} cannot be {value}");
            match name.as_str() {
                "--rules" => options.rulespecs = value.split(',').map(str::to_owned).collect(),
                "--pairs" => options.pairs = value.parse().map_err(|_| wrong())?,
                "--first" => options.players[0] = value,
                "--second" => options.players[1] = value,
                "--seed" => options.seed = value.parse().map_err(|_| wrong())?,
                "--judge" => options.judging_nodes = value.parse().map_err(|_| wrong())?,
                "--sprt" => options.sprt = Some(Sprt::read(&value).ok_or_else(wrong)?),
                _ => return Err(format!("there is no option {name}")),
            }
        }
        Ok(options)
    }
}

fn main() -> ExitCode {
    match Options::read(std::env::args().skip(1)).and_then(|options| play(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn play(options: &Options) -> Result<(), String> {
    for rulespec in &options.rulespecs {
        let mut players = [Contestant::read(&options.players[0])?, Contestant::read(&options.players[1])?];
        let mut games = PairedGames::new(rulespec, options.seed, options.judging_nodes)
            .ok_or_else(|| format!("there is no {rulespec}"))?;
        let mut tally = Tally::default();
        let mut verdict = None;
        while tally.pairs() < options.pairs && verdict.is_none() {
            tally.add(games.play_pair(&mut players));
            if tally.pairs().is_multiple_of(PAIRS_BETWEEN_REPORTS) && tally.pairs() < options.pairs {
                eprintln!("{rulespec}, so far: {tally}");
            }
            verdict = options.sprt.as_ref().and_then(|sprt| sprt.verdict(&tally));
        }
        println!("{rulespec}: {} against {}: {tally}", options.players[0], options.players[1]);
        if let Some(sprt) = &options.sprt {
            println!("{}", sprt.report(&tally));
        }
    }
    Ok(())
}
