//! The import of games: exports of a server, and records of games on a board.
//!
//! The engine replays each turn. A file is imported whole or not at all, and no game twice. One game is in memory at a
//! time.

pub mod error;
mod game;
mod line_fields;
mod lines;
mod names;
pub(crate) mod own;
mod records;
mod source;
mod summary;
mod tags;
mod verify;

use std::path::Path;
use std::time::Duration;

use ikibuguzo_engine::BySeat;
use ikibuguzo_game::fact::{Entry, Fact};
use ikibuguzo_game::feature::Feature;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{ComputerLevel, PlayerName, Timestamp};
use ikibuguzo_store::{Commit, Import, ImportedPlayer, NodeRow, Store, StoreError};

use self::error::ImportError;
use self::game::Game;
use self::source::Source;
use crate::accounts::reserved_names::{is_former_player, is_reserved};
use crate::chance::Chance;

/// How far times in a file may be in the future: one day, since a date begins earlier in the east.
const MAX_CLOCK_SKEW: Duration = Duration::from_hours(24);

/// How old the newest beat of a server that runs can be, in milliseconds. One that was killed seems to run for as long.
const MAX_BEAT_AGE: Duration = Duration::from_mins(1);

/// How a file is imported.
#[derive(Clone, Copy, Debug, Default)]
pub struct ImportOptions {
    /// A name in the file that a local player has is that player.
    pub same_people: bool,
    /// Every check is made, and nothing is stored.
    pub check: bool,
}

/// The result of importing one file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Games that were added.
    pub new: u64,
    /// Games that existed already.
    pub known: u64,
    /// Comments after turns, which are not kept.
    pub remarks: u64,
}

/// Imports a file of an export or of records, compressed or not, in one transaction.
///
/// # Errors
///
/// If the file has an error, or cannot be read, or if the database cannot be used. Then nothing is imported.
pub async fn import(
    store: &Store,
    file: &Path,
    options: ImportOptions,
    now: Timestamp,
    chance: &Chance,
) -> Result<Imported, ImportError> {
    let games = read_games(Source::open(file)?)?;
    let servers = running_servers(store, now).await?;
    let mut import = store.begin_import(now).await?;
    let mut imported = Imported::default();
    for game in games {
        let game = game?;
        require_readable(&game, &servers)?;
        add(&mut import, game, options.same_people, &mut imported, now, chance).await?;
    }
    if !options.check {
        import.commit().await?;
    }
    Ok(imported)
}

type Games = Box<dyn Iterator<Item = Result<Game, ImportError>>>;

/// Reads the games of an export, whose lines are objects, or of records.
fn read_games(mut source: Source) -> Result<Games, ImportError> {
    Ok(match source.first_byte()? {
        Some(b'{') => Box::new(lines::games(source)),
        _ => Box::new(records::games(source)),
    })
}

/// The servers that run on the database.
async fn running_servers(store: &Store, now: Timestamp) -> Result<Vec<NodeRow>, StoreError> {
    let mut servers = store.load_nodes(now.saturating_sub(MAX_BEAT_AGE), now).await?;
    servers.retain(|server| server.stopped_at.is_none());
    Ok(servers)
}

/// Refuses a game with an entry that a server that runs could not read.
fn require_readable(game: &Game, servers: &[NodeRow]) -> Result<(), ImportError> {
    let mut features = game.log.iter().filter_map(|entry| Feature::of(&entry.fact));
    let is_readable = |feature: Feature| servers.iter().all(|server| server.features.contains(feature));
    match features.find(|feature| !is_readable(*feature)) {
        None => Ok(()),
        Some(feature) => Err(ImportError::Refused {
            line: game.line,
            why: format!(
                "a server that runs does not know {} yet: upgrade or stop all older servers first",
                feature.name()
            ),
        }),
    }
}

async fn add(
    import: &mut Import,
    mut game: Game,
    same_people: bool,
    imported: &mut Imported,
    now: Timestamp,
    chance: &Chance,
) -> Result<(), ImportError> {
    let refused = |why: String| ImportError::Refused { line: game.line, why };
    let is_server_name = |name: &PlayerName| ComputerLevel::of_name(name).is_some() || is_former_player(name);
    if let Some(name) = names_in(&game).find(|name| is_reserved(name) && !is_server_name(name)) {
        return Err(refused(format!("the name {name} is reserved for the server")));
    }
    if game.log.iter().any(|entry| entry.at > now.saturating_add(MAX_CLOCK_SKEW)) {
        return Err(refused("it was played in the future".to_owned()));
    }
    let existing = import.log(game.id).await?;
    if !existing.is_empty() {
        if !verify::is_same_play(&existing, &game.log) {
            return Err(refused(format!("the game {} is here already, and is another one", game.id)));
        }
        imported.known += 1;
        return Ok(());
    }
    let BySeat { south, north } = &game.names;
    let ids = [
        player_id(import, &game, south, same_people, now, chance).await?,
        player_id(import, &game, north, same_people, now, chance).await?,
    ];
    if ids[0] == ids[1] && south != north {
        return Err(refused(format!("{north} looks like {south}, and a player cannot play against itself")));
    }
    for (name, id) in game.names.iter().zip(&ids) {
        assign_id(&mut game.log, name, id);
    }
    let mut commit = Commit::default();
    let room = Room::replay(&game.log).map_err(StoreError::from)?;
    let number = import.draw_free_number(room.created_at(), || chance.random()).await?;
    commit.add_game(number, game.id, None, game.log, &room);
    import.add(&commit).await?;
    imported.new += 1;
    imported.remarks += game.remarks;
    Ok(())
}

/// Finds or adds the local player with a name.
async fn player_id(
    import: &mut Import,
    game: &Game,
    name: &PlayerName,
    same_people: bool,
    now: Timestamp,
    chance: &Chance,
) -> Result<PlayerId, ImportError> {
    let taken = || format!("{name} plays here; are they the same? Then say --same-people");
    let is_computer = ComputerLevel::of_name(name).is_some();
    let is_same = same_people || is_computer;
    let player = ImportedPlayer { name, is_bot: is_bot(game, name), is_former: is_former_player(name) };
    let id = import.find_or_add_player(player, is_same, || chance.player_id(), now).await?;
    id.ok_or_else(|| ImportError::Refused { line: game.line, why: taken() })
}

/// Whether a program played for the player with a name.
fn is_bot(game: &Game, name: &PlayerName) -> bool {
    let is_seated_bot = |entry: &Entry| match &entry.fact {
        Fact::Seated { player, .. } => player.bot && player.id.as_str() == name.as_str(),
        _ => false,
    };
    game.log.iter().any(is_seated_bot)
}

/// Replaces the id of a player in a log.
fn assign_id(log: &mut [Entry], name: &PlayerName, id: &PlayerId) {
    for entry in log {
        match &mut entry.fact {
            Fact::Seated { player, .. } | Fact::Invited { player, .. }
                if player.id.as_str() == name.as_str() =>
            {
                player.id = id.clone();
            }
            _ => {}
        }
    }
}

/// The names of the players, in lists and in the game.
fn names_in(game: &Game) -> impl Iterator<Item = &PlayerName> {
    let seated = game.log.iter().filter_map(|entry| match &entry.fact {
        Fact::Seated { player, .. } => Some(&player.name),
        _ => None,
    });
    game.names.iter().chain(seated)
}
