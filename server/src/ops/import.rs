//! Games from elsewhere: exports of another server, and records of what was played on a board.
//!
//! Every turn is played again by the engine. A file is taken in whole or not at all, and no game twice.

mod lines;
mod names;
mod records;
mod verify;

use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

use flate2::bufread::MultiGzDecoder;
use ikibuguzo_engine::BySeat;
use ikibuguzo_protocol::{GameId, PlayerName};
use thiserror::Error;

use crate::chance;
use crate::time;
use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::room::Room;
use ikibuguzo_store::{Commit, Import, Store, StoreError};

/// What a compressed file begins with.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// How far the clocks of those who write records may be ahead of this one: a day, in milliseconds, since a date begins
/// earlier in the east.
const AHEAD: u64 = 86_400_000;

/// What became of a file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games that are new here.
    pub new: u64,
    /// Games that were here already.
    pub known: u64,
    /// Remarks behind turns, which are not kept.
    pub remarks: u64,
}

/// Why a file was not taken in.
#[derive(Debug, Error)]
pub enum ImportError {
    /// Something in it is wrong.
    #[error("line {line}: {why}")]
    Refused {
        /// Where, from 1.
        line: usize,
        /// What.
        why: String,
    },
    /// It cannot be read.
    #[error("it cannot be read: {0}")]
    Unreadable(#[from] io::Error),
    /// The database cannot be used.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// A game that the engine has played again.
#[derive(Clone, Debug)]
struct Game {
    id: GameId,
    /// Where it begins in its file.
    line: usize,
    /// Its players have their names as keys.
    log: Vec<Entry>,
    /// The names by which lists know them.
    names: BySeat<PlayerName>,
    remarks: u64,
}

/// Takes in a file of an export or of records, compressed or not, in one transaction. With `same_people`, a name of
/// somebody who plays here stands for this very player.
///
/// # Errors
///
/// Where anything in it is wrong, or cannot be read or stored. Nothing was taken in then.
pub async fn import(store: &Store, file: &Path, same_people: bool) -> Result<Imported, ImportError> {
    // Whoever reads first holds no lock meanwhile.
    let games = games(opened(file)?)?;
    let (mut import, mut imported) = (store.import().await?, Imported::default());
    for game in games {
        add(&mut import, game?, same_people, &mut imported).await?;
    }
    import.keep().await?;
    Ok(imported)
}

type Games = Box<dyn Iterator<Item = Result<Game, ImportError>>>;

/// An export is read line by line, records are read together.
fn games(mut text: Box<dyn BufRead>) -> Result<Games, ImportError> {
    if text.fill_buf()?.first() == Some(&b'{') {
        return Ok(Box::new(lines::games(text)));
    }
    Ok(Box::new(records::games(&records::text(text)?)?))
}

fn opened(file: &Path) -> io::Result<Box<dyn BufRead>> {
    let mut plain = BufReader::new(File::open(file)?);
    if plain.fill_buf()?.starts_with(&GZIP) {
        return Ok(Box::new(BufReader::new(MultiGzDecoder::new(plain))));
    }
    Ok(Box::new(plain))
}

async fn add(
    import: &mut Import,
    mut game: Game,
    same_people: bool,
    imported: &mut Imported,
) -> Result<(), ImportError> {
    let refused = |why: String| ImportError::Refused { line: game.line, why };
    if game.log.iter().any(|entry| entry.at > time::now().saturating_add(AHEAD)) {
        return Err(refused("it was played in the future".to_owned()));
    }
    let here = import.log(game.id).await?;
    if !here.is_empty() {
        if !verify::tell_the_same(&here, &game.log) {
            return Err(refused(format!("the game {} is here already, and is another one", game.id)));
        }
        imported.known += 1;
        return Ok(());
    }
    let BySeat { south, north } = &game.names;
    let keys = [key(import, &game, south, same_people).await?, key(import, &game, north, same_people).await?];
    if keys[0] == keys[1] && south != north {
        return Err(refused(format!("{north} looks like {south}, and nobody plays against themselves")));
    }
    for (name, key) in game.names.iter().zip(&keys) {
        sit(&mut game.log, name, key);
    }
    let mut commit = Commit::default();
    let room = Room::replay(&game.log).map_err(StoreError::from)?;
    let number = import.free_number(room.created_at(), chance::random).await?;
    commit.add_game(number, game.id, None, game.log, &room);
    import.add(&commit).await?;
    imported.new += 1;
    imported.remarks += game.remarks;
    Ok(())
}

/// The key that whoever has a name in a game has here.
async fn key(
    import: &mut Import,
    game: &Game,
    name: &PlayerName,
    same_people: bool,
) -> Result<PlayerId, ImportError> {
    let taken = || format!("{name} plays here; are they the same? Then say --same-people");
    let player = import.player(name, same_people, chance::player_id, time::now()).await?;
    player.ok_or_else(|| ImportError::Refused { line: game.line, why: taken() })
}

/// Gives a player the key that it has here.
fn sit(log: &mut [Entry], name: &PlayerName, id: &PlayerId) {
    for entry in log {
        match &mut entry.fact {
            Fact::Seated { player, .. } if player.id.as_str() == name.as_str() => player.id = id.clone(),
            _ => {}
        }
    }
}

/// A player who is known by name only.
fn player(name: &PlayerName, shown: PlayerName) -> ikibuguzo_game::player::Player {
    ikibuguzo_game::player::Player { id: PlayerId::from(name.as_str()), name: shown }
}

fn entries(facts: Vec<(u64, Fact)>) -> Vec<Entry> {
    let entry = |((at, fact), seq)| Entry { seq, at, command: None, fact };
    facts.into_iter().zip(1..).map(entry).collect()
}
