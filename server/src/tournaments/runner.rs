//! Begins tournaments and their rounds, notes points, and ends tournaments, in the background.
//!
//! A step is one transaction, which is stored only if the tournament has not changed since it was read. So a game
//! begins once, even after `kill -9` and with several servers.

use std::time::Duration;

use ikibuguzo_engine::Ruleset;
use ikibuguzo_game::origin::CommandHash;
use ikibuguzo_game::player::Player;
use ikibuguzo_game::room::{Command, CommandKind, GameOptions};
use ikibuguzo_protocol::{GameId, Timestamp, TournamentFormat, TournamentId};
use ikibuguzo_store::{DueTimes, Store, StoreError, StoredTournament, TournamentGameRow, TournamentStep};

use super::arena_plan::{CLOSING_TIME, WAVE_GAP};
use super::plan::{Plan, PlannedPairing, is_open};
use super::points::{GameEnd, end_of};
use crate::chance::Chance;
use crate::error::Error;
use crate::live::background_work::BackgroundWork;
use crate::live::registry::RoomRegistry;
use crate::ops::database_log::DatabaseLog;
use crate::time::Clock;

/// Number of tournaments, or of games of players who have withdrawn, that are worked on before the next rest.
const MAX_WORK_AT_A_TIME: u32 = 16;

/// Rest after a batch.
const REST: Duration = Duration::from_millis(50);

/// How long a tournament without a start time waits for its players.
const OPEN_FOR: Duration = Duration::from_hours(336);

/// How long something may be due in a game before the runner checks whether the game can be read.
const OVERDUE: Duration = Duration::from_mins(1);

/// Takes the steps of tournaments when they are due.
#[derive(Debug)]
pub(crate) struct TournamentRunner {
    /// The clock of this server.
    pub(crate) clock: Clock,
    /// Draws the order of players, and the ids of games.
    pub(crate) chance: Chance,
    /// Has the tournaments.
    pub(crate) store: Store,
    /// Begins and resigns their games.
    pub(crate) rooms: RoomRegistry,
    /// Logs failures of the database.
    pub(crate) database_log: DatabaseLog,
}

impl BackgroundWork for TournamentRunner {
    const NAME: &'static str = "tournaments";

    async fn do_piece(&mut self) -> Result<Option<Duration>, StoreError> {
        let has_worked = self.run_due().await?;
        Ok(has_worked.then_some(REST))
    }
}

impl TournamentRunner {
    /// Takes the steps that are due. Returns whether there were any. A tournament whose step fails does not hold up the
    /// others.
    async fn run_due(&self) -> Result<bool, StoreError> {
        let now = self.clock.now();
        let times = DueTimes {
            now,
            made: now.saturating_sub(OPEN_FOR),
            overdue: now.saturating_sub(OVERDUE),
            closed: now.saturating_sub(CLOSING_TIME),
            paired: now.saturating_sub(WAVE_GAP),
        };
        let due = self.store.find_due_tournaments(times, MAX_WORK_AT_A_TIME).await?;
        let mut has_worked = false;
        for tournament in due {
            match self.take_step(tournament, now).await {
                Ok(has_changed) => has_worked |= has_changed,
                // The tournament has changed meanwhile: it is read again.
                Err(StoreError::Conflict) => has_worked = true,
                Err(error) => self.database_log.failed(&error),
            }
        }
        for (game, player) in self.store.find_games_of_withdrawn(MAX_WORK_AT_A_TIME).await? {
            has_worked |= self.resign(game, &player).await;
        }
        Ok(has_worked)
    }

    async fn take_step(&self, id: TournamentId, now: Timestamp) -> Result<bool, StoreError> {
        let Some(tournament) = self.store.load_tournament(id).await? else { return Ok(false) };
        let plan = self.plan_next(&tournament, now).await?;
        let has_worked = !plan.is_empty();
        if has_worked {
            self.store_plan(&tournament, plan, now).await?;
        }
        Ok(has_worked)
    }

    async fn plan_next(&self, tournament: &StoredTournament, now: Timestamp) -> Result<Plan, StoreError> {
        let format = tournament.summary.format;
        if is_open(tournament) {
            return Ok(match format {
                TournamentFormat::RoundRobin => {
                    Plan::begin(tournament, |players| self.chance.shuffle(players))
                }
                TournamentFormat::Arena => Plan::begin_arena(tournament, now),
                TournamentFormat::Swiss => {
                    Plan::begin_swiss(tournament, |players| self.chance.shuffle(players))
                }
            });
        }
        let ends = find_ends(&self.store, tournament, now).await?;
        Ok(match format {
            TournamentFormat::RoundRobin => Plan::go_on(tournament, &ends),
            TournamentFormat::Arena => Plan::go_on_arena(tournament, ends, now),
            TournamentFormat::Swiss => Plan::go_on_swiss(tournament, &ends),
        })
    }

    async fn store_plan(
        &self,
        tournament: &StoredTournament,
        plan: Plan,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        let Plan { begun, closes_at, ended, paused, pairings, bye, is_over } = plan;
        let begun = begun.map(|players| (now, players.into_iter().map(|player| player.id).collect()));
        let rows: Vec<_> = pairings.iter().map(|it| self.row_of(it, now)).collect();
        let games =
            pairings.into_iter().zip(&rows).filter_map(|(it, row)| Some((row.game?, it.players))).collect();
        let step = TournamentStep {
            number: tournament.number,
            version_before: tournament.version,
            begun,
            closes_at,
            ended,
            paused: paused.into_iter().map(|player| (player, now)).collect(),
            games: rows,
            bye,
            ended_at: is_over.then_some(now),
        };
        let kind = (tournament.summary.format, options_of(tournament));
        self.rooms.store_tournament_step(step, kind, games).await
    }

    fn row_of(&self, pairing: &PlannedPairing, now: Timestamp) -> TournamentGameRow {
        TournamentGameRow {
            round: pairing.round,
            players: pairing.players.as_ref().map(|player| player.id.clone()),
            game: pairing.points.is_none().then(|| self.chance.game_id()),
            begun_at: Some(now),
            ended_at: pairing.points.map(|_| now),
            points: pairing.points,
        }
    }

    /// Resigns a game for a player who has withdrawn. Returns whether it was resigned.
    async fn resign(&self, game: GameId, player: &Player) -> bool {
        let command = Command {
            id: self.chance.command_id(),
            hash: CommandHash::of("withdrawn"),
            kind: CommandKind::Resign,
        };
        // A game that cannot be resigned now, for example because it has just ended, is checked again later.
        let resigned = self.rooms.command(game, player, &command).await;
        if let Some(error) = resigned.as_ref().err().and_then(Error::store_error) {
            self.database_log.failed(error);
        }
        resigned.is_ok()
    }
}

/// The games that have ended and whose points are not known. A game that cannot be read counts as not played: otherwise
/// the tournament would wait for it for ever.
async fn find_ends(
    store: &Store,
    tournament: &StoredTournament,
    now: Timestamp,
) -> Result<Vec<GameEnd>, StoreError> {
    let mut ends = Vec::new();
    let overdue = now.saturating_sub(OVERDUE);
    for game in store.find_ended_tournament_games(tournament.number, overdue).await? {
        let read = read_end(store, game).await;
        ends.extend(store.leave_out_unreadable(game, read)?.unwrap_or(Some(GameEnd::not_played(game, now))));
    }
    Ok(ends)
}

async fn read_end(store: &Store, game: GameId) -> Result<Option<GameEnd>, StoreError> {
    Ok(end_of(game, &store.log(game).await?)?)
}

fn options_of(tournament: &StoredTournament) -> GameOptions {
    GameOptions {
        rules: *tournament.summary.rules,
        rules_version: Ruleset::VERSION,
        public: true,
        clock: *tournament.summary.clock,
        rated: tournament.summary.rated,
    }
}
