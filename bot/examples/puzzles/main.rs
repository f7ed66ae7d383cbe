//! Finds puzzles in played games and prints them, one a line: the position, its best turn, and the win probabilities
//! after that turn and after the best other one, with tabs between them.
//!
//! ```sh
//! cargo run --release -p ikibuguzo-bot --example puzzles -- --rules kubuguza --count 16 > pages/puzzles/kubuguza.txt
//! cargo run --release -p ikibuguzo-bot --example puzzles -- --records games.txt --count 100
//! ```
//!
//! The games are those of a file of records, or games of the computer player against itself (`--rules`, `--seed`). A
//! puzzle must be one for a search of each budget (`--nodes`, several with commas between them; the smallest first).

mod self_play;

use std::collections::BTreeSet;
use std::process::ExitCode;

use ikibuguzo_bot::{Budget, Puzzle, RecordedGame};
use ikibuguzo_engine::{Position, Record};
use self_play::SelfPlay;

/// Puzzles from one played game, at most, so that puzzles differ.
const MAX_OF_GAME: usize = 2;

/// The options of the command line.
struct Options {
    rules: String,
    records: Option<String>,
    count: usize,
    seed: u64,
    nodes: Vec<u64>,
}

impl Options {
    fn read(mut arguments: impl Iterator<Item = String>) -> Result<Options, String> {
        let rules = "kubuguza".to_owned();
        let nodes = vec![1_000, 4_000, 40_000];
        let mut options = Options { rules, records: None, count: 16, seed: 1, nodes };
        while let Some(name) = arguments.next() {
            let value = arguments.next().ok_or_else(|| format!("{name} needs a value"))?;
            let wrong = || format!("{name} cannot be {value}");
            match name.as_str() {
                "--rules" => options.rules = value,
                "--records" => options.records = Some(value),
                "--count" => options.count = value.parse().map_err(|_| wrong())?,
                "--seed" => options.seed = value.parse().map_err(|_| wrong())?,
                "--nodes" => {
                    let numbers = value.split(',').map(str::parse).collect::<Result<_, _>>();
                    options.nodes = numbers.map_err(|_| wrong())?;
                }
                _ => return Err(format!("there is no option {name}")),
            }
        }
        Ok(options)
    }
}

fn main() -> ExitCode {
    match Options::read(std::env::args().skip(1)).and_then(|options| print_puzzles(&options)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}

fn print_puzzles(options: &Options) -> Result<(), String> {
    let mut known = BTreeSet::new();
    let mut found = 0;
    for game in games(options)? {
        let mut of_game = 0;
        for position in positions(&game) {
            if found == options.count {
                return Ok(());
            }
            let Some(puzzle) = find(&position, &options.nodes).filter(|_| of_game < MAX_OF_GAME) else {
                continue;
            };
            if known.insert(position.key()) {
                print(&puzzle);
                (found, of_game) = (found + 1, of_game + 1);
            }
        }
    }
    Ok(())
}

/// The games to search; an endless series if the computer plays them.
fn games(options: &Options) -> Result<Box<dyn Iterator<Item = RecordedGame>>, String> {
    let Some(file) = &options.records else {
        return Ok(Box::new(SelfPlay::new(&options.rules, options.seed)?));
    };
    let text = std::fs::read_to_string(file).map_err(|error| format!("{file}: {error}"))?;
    let records = Record::read_all(&text).map_err(|error| format!("{file}: {error}"))?;
    let read = records.iter().map(|parsed| RecordedGame::from_record(&parsed.record));
    let games: Vec<_> = read.collect::<Result<_, _>>().map_err(|error| format!("{file}: {error}"))?;
    Ok(Box::new(games.into_iter()))
}

/// The positions of a game at the start of each turn.
fn positions(game: &RecordedGame) -> Vec<Position> {
    let mut shown = game.start().clone();
    let mut positions = Vec::new();
    for turn in game.turns() {
        positions.push(*shown.position());
        turn.iter().for_each(|action| shown.advance(*action).expect("a legal action"));
    }
    positions
}

/// The puzzle of a position, if searches of all budgets agree on it.
fn find(position: &Position, nodes: &[u64]) -> Option<Puzzle> {
    let mut found: Option<Puzzle> = None;
    for &nodes in nodes {
        let puzzle = Puzzle::from_position(position, Budget::of_nodes(nodes))?;
        if found.is_some_and(|earlier| earlier.turn != puzzle.turn) {
            return None;
        }
        found = Some(puzzle);
    }
    found
}

fn print(puzzle: &Puzzle) {
    let actions: Vec<String> = puzzle.turn.iter().map(ToString::to_string).collect();
    println!("{}\t{}\t{:.3}\t{:.3}", puzzle.position, actions.join("."), puzzle.value, puzzle.other_value);
}
