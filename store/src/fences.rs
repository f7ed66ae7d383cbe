//! Fences: the statements that decide which commits of a batch are stored. Each writes one row; if another server has
//! written that row first, it affects no row, and its commit is left out.

use std::collections::BTreeSet;

use ikibuguzo_game::origin::CommandHash;

use crate::commit::{Commit, NewGameRow};
use crate::event_row::EventRow;
use crate::listing::Column;
use crate::position_index::{IndexedGame, set_position_number};
use crate::ratings::{advance_rated_count, set_rated_count};
use crate::rows::{stored_number, stored_time};
use crate::statement::Statement;
use crate::tournaments::{TournamentNumber, advance_version, set_version};

/// All fences of a batch, each list in an order that is the same on every server. So two servers never deadlock over
/// them, in whatever order their commits were queued.
#[derive(Debug)]
pub(crate) struct Fences<'a> {
    /// New games, by creator and command, then by number: both have a unique constraint.
    pub(crate) games: Vec<Fence>,
    /// Entries of logs, by game and `seq`.
    pub(crate) entries: Vec<EntryFence<'a>>,
    /// Numbers of games in the position index, ascending, then the count of rated games, and then tournaments,
    /// ascending.
    pub(crate) counters: Vec<Fence>,
}

/// A statement that affects one row, or no row if another server was first.
#[derive(Debug)]
pub(crate) struct Fence {
    pub(crate) key: FenceKey,
    pub(crate) statement: Statement,
}

/// An entry to append.
#[derive(Debug)]
pub(crate) struct EntryFence<'a> {
    pub(crate) commit: usize,
    pub(crate) row: EventRow<'a>,
}

/// The commit that a fence belongs to, by its index in the batch, and the row.
#[derive(Clone, Copy, Debug)]
pub(crate) struct FenceKey {
    pub(crate) commit: usize,
    row: FencedRow,
}

#[derive(Clone, Copy, Debug)]
enum FencedRow {
    Game(i64),
    Entry {
        game: i64,
        seq: i64,
    },
    /// The number of this game in the position index.
    PositionNumber(i64),
    /// The count of rated games, and its earlier value.
    RatedCount(u64),
    /// The version of a tournament, and its earlier value.
    Tournament {
        number: TournamentNumber,
        version: u64,
    },
}

/// The results of the fences so far.
#[derive(Debug, Default)]
pub(crate) struct FenceResults {
    lost: BTreeSet<usize>,
    written: Vec<FenceKey>,
}

impl<'a> Fences<'a> {
    /// The fences of some commits. A commit that appends to the same log as an earlier commit of the batch has already
    /// lost. `row_lock` is [`Database::row_lock`](crate::database::Database::row_lock).
    pub(crate) fn new(commits: &'a [Commit], row_lock: &str) -> (Self, FenceResults) {
        let mut entries = entry_fences(commits);
        let mut results = FenceResults::default();
        results.lose_later_commits_of_same_game(&entries);
        if !results.lost.is_empty() {
            entries.retain(|entry| !results.has_lost(entry.commit));
        }
        (Self { games: game_fences(commits), entries, counters: counter_fences(commits, row_lock) }, results)
    }
}

impl EntryFence<'_> {
    /// Which commit and row this is.
    pub(crate) fn key(&self) -> FenceKey {
        let row = FencedRow::Entry { game: self.row.game, seq: self.row.seq };
        FenceKey { commit: self.commit, row }
    }
}

impl FenceResults {
    /// Whether a commit has lost. Nothing more is written for it.
    pub(crate) fn has_lost(&self, commit: usize) -> bool {
        self.lost.contains(&commit)
    }

    /// Notes whether a row was written. If it was not, its commit has lost.
    pub(crate) fn note(&mut self, key: FenceKey, is_written: bool) {
        if is_written {
            self.written.push(key);
        } else {
            self.lost.insert(key.commit);
        }
    }

    /// The statements that remove what commits wrote before they lost. Other transactions have not seen these rows.
    pub(crate) fn undo_lost(&self) -> Vec<Statement> {
        if self.lost.is_empty() {
            return Vec::new();
        }
        self.written.iter().filter(|key| self.has_lost(key.commit)).map(|key| key.row.undo()).collect()
    }

    /// The commits that have won.
    pub(crate) fn winners<'c>(&self, commits: &'c [Commit]) -> Vec<&'c Commit> {
        let indexed = commits.iter().enumerate();
        indexed.filter(|(index, _)| !self.has_lost(*index)).map(|(_, commit)| commit).collect()
    }

    /// The indexes of the commits that have lost.
    pub(crate) fn into_lost(self) -> BTreeSet<usize> {
        self.lost
    }

    /// The first commit of a game may lose: the entries of a second one would then follow entries that it has not seen.
    fn lose_later_commits_of_same_game(&mut self, entries: &[EntryFence<'_>]) {
        for of_game in entries.chunk_by(|one, next| one.row.game == next.row.game) {
            let later =
                of_game.iter().map(|entry| entry.commit).filter(|commit| *commit != of_game[0].commit);
            self.lost.extend(later);
        }
    }
}

impl FencedRow {
    fn undo(self) -> Statement {
        let (sql, params) = match self {
            Self::Game(game) => ("delete from game where game_id = ", vec![game]),
            Self::Entry { game, seq } => ("delete from event where (game_id, seq) = (", vec![game, seq]),
            Self::PositionNumber(game) => {
                ("update game set position_number = null where game_id = ", vec![game])
            }
            Self::RatedCount(count) => return set_rated_count(count),
            Self::Tournament { number, version } => return set_version(number, version),
        };
        let mut statement = Statement::new(sql);
        statement.bind_all(params.into_iter().map(Into::into));
        statement.push(if matches!(self, Self::Entry { .. }) { ")" } else { "" });
        statement
    }
}

fn game_fences(commits: &[Commit]) -> Vec<Fence> {
    let mut games: Vec<_> = commits
        .iter()
        .enumerate()
        .flat_map(|(index, commit)| commit.new_games.iter().map(move |new| (index, new)))
        .collect();
    games.sort_by_key(|(_, new)| (creation(new), new.number.to_stored()));
    let fence = |(commit, new): (usize, &NewGameRow)| {
        let row = FencedRow::Game(new.number.to_stored());
        Fence { key: FenceKey { commit, row }, statement: insert_game(new) }
    };
    games.into_iter().map(fence).collect()
}

/// The creator of a game and the id of its command; none for a rematch and for an imported game.
fn creation(new: &NewGameRow) -> Option<(&str, &str)> {
    new.created_by.as_ref().map(|origin| (origin.player.as_str(), origin.id.as_str()))
}

fn entry_fences(commits: &[Commit]) -> Vec<EntryFence<'_>> {
    let mut entries = Vec::with_capacity(commits.iter().map(|commit| commit.entries.len()).sum());
    for (index, commit) in commits.iter().enumerate() {
        let mut before = None;
        for (number, chained) in &commit.entries {
            let follows_stored = chained.entry.seq > 1 && before != Some((*number, chained.previous));
            entries.push(EntryFence { commit: index, row: EventRow::new(*number, chained, follows_stored) });
            before = Some((*number, chained.hash));
        }
    }
    // A commit has the entries of a game in the order of `seq`, and this sort keeps it.
    entries.sort_by_key(|entry| entry.row.game);
    entries
}

fn counter_fences(commits: &[Commit], row_lock: &str) -> Vec<Fence> {
    let mut indexed: Vec<_> = commits
        .iter()
        .enumerate()
        .flat_map(|(index, commit)| commit.indexed.iter().map(move |game| (index, game)))
        .collect();
    indexed.sort_by_key(|(_, game)| game.position_number);
    let fence = |(commit, game): (usize, &IndexedGame)| {
        let row = FencedRow::PositionNumber(game.number.to_stored());
        let statement = set_position_number(game.number, stored_number(game.position_number), row_lock);
        Fence { key: FenceKey { commit, row }, statement }
    };
    let others = rated_fences(commits, row_lock).chain(tournament_fences(commits, row_lock));
    indexed.into_iter().map(fence).chain(others).collect()
}

fn rated_fences<'c>(commits: &'c [Commit], row_lock: &'c str) -> impl Iterator<Item = Fence> + use<'c> {
    let rated =
        commits.iter().enumerate().filter_map(|(index, commit)| Some((index, commit.rated.as_deref()?)));
    rated.map(move |(commit, rated)| {
        let row = FencedRow::RatedCount(rated.count_before);
        Fence { key: FenceKey { commit, row }, statement: advance_rated_count(rated, row_lock) }
    })
}

fn tournament_fences<'c>(commits: &'c [Commit], row_lock: &'c str) -> impl Iterator<Item = Fence> + use<'c> {
    let steps =
        commits.iter().enumerate().filter_map(|(index, commit)| Some((index, commit.tournament.as_deref()?)));
    let mut steps: Vec<_> = steps.collect();
    steps.sort_by_key(|(_, step)| step.number);
    steps.into_iter().map(move |(commit, step)| {
        let row = FencedRow::Tournament { number: step.number, version: step.version_before };
        Fence { key: FenceKey { commit, row }, statement: advance_version(step, row_lock) }
    })
}

fn insert_game(new: &NewGameRow) -> Statement {
    let options = new.options;
    let (creator, command) = creation(new).unzip();
    let hash = new.created_by.as_ref().and_then(|origin| origin.hash).map(CommandHash::to_stored);
    let fixed: [Column; 12] = [
        ("game_id", new.number.to_stored().into()),
        ("code", new.id.as_str().into()),
        ("rules_name", options.rules.name().into()),
        ("rules", options.rules.to_string().into()),
        ("clock", options.clock.to_string().into()),
        ("public", i64::from(options.public).into()),
        ("rated", i64::from(options.rated).into()),
        ("created_at", stored_time(new.created_at).into()),
        ("creator", creator.map(str::to_owned).into()),
        ("create_command", command.map(str::to_owned).into()),
        ("create_command_hash", hash.into()),
        ("invited", new.invited.as_ref().map(|player| player.as_str().to_owned()).into()),
    ];
    let (names, values): (Vec<_>, Vec<_>) = fixed.into_iter().chain(new.listing.columns()).unzip();
    let mut statement = Statement::new(format!("insert into game ({}) values (", names.join(", ")));
    statement.bind_all(values);
    statement.push(") on conflict do nothing");
    statement
}
