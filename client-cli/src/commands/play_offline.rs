//! `play --offline`: plays against the computer, or against somebody at the same keyboard, without a server.

use std::fs::File;
use std::io::{Write, stdout};
use std::path::Path;

use anyhow::{Context, Result};
use fastrand::Rng;
use ikibuguzo_bot::EndgameTable;
use ikibuguzo_engine::Seat;
use ikibuguzo_game::offline::Opponents;
use ikibuguzo_protocol::Opponent;

use crate::args::play_options::{PlayOptions, Starter};
use crate::exit::Exit;
use crate::live_game::{self, Mode};
use crate::offline::offline_host::OfflineHost;
use crate::system::{new_game_id, new_seed};

/// Plays until the game is over or the user quits.
///
/// # Errors
///
/// If the file for the records cannot be written, the endgame table cannot be read, or the terminal cannot be used.
pub fn run(options: &PlayOptions, mode: Mode) -> Result<Exit> {
    let records = options.save.as_deref().map(open_to_append).transpose()?;
    if !matches!(mode, Mode::Json) {
        writeln!(stdout(), "{}", greeting(&opponent(options)))?;
    }
    let endgame_tables =
        options.endgame_table.iter().map(|path| open_endgame_table(path)).collect::<Result<_>>()?;
    let mut host = OfflineHost::new(opponents(options), endgame_tables, records);
    live_game::run(&mut host, new_game_id(), mode)
}

fn opponents(options: &PlayOptions) -> Opponents {
    let seed = options.seed.unwrap_or_else(new_seed);
    let is_first = match options.starts {
        Starter::Me => true,
        Starter::Opponent => false,
        Starter::Random => Rng::with_seed(seed).bool(),
    };
    // South begins every game.
    let human = if is_first { Seat::South } else { Seat::North };
    Opponents {
        rules: options.rules,
        human,
        other: opponent(options),
        seed,
        is_timed: options.seed.is_none(),
    }
}

/// The other player: the one of `--opponent`, or the computer.
fn opponent(options: &PlayOptions) -> Opponent {
    options.opponent.clone().unwrap_or(Opponent::Computer(options.level))
}

fn greeting(opponent: &Opponent) -> String {
    match opponent {
        Opponent::Computer(level) => format!("You play against the computer, level {}.", level.number()),
        Opponent::Player(name) => format!("You play against {name} at this keyboard."),
    }
}

fn open_to_append(path: &Path) -> Result<File> {
    let file = File::options().append(true).create(true).open(path);
    file.with_context(|| format!("cannot write {}", path.display()))
}

fn open_endgame_table(path: &Path) -> Result<EndgameTable> {
    EndgameTable::open(path).with_context(|| format!("cannot read the endgame table {}", path.display()))
}
