//! What servers do in a tournament: begin it, note points, begin the next round, end it.

use ikibuguzo_engine::BySeat;
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{GameId, Timestamp};

use super::rows::{ByeRow, TournamentGameRow, TournamentNumber};
use crate::rows::{stored_number, stored_time};
use crate::statement::Statement;

/// A step of a tournament. If the tournament has changed since it was read, the commit is a
/// [`Conflict`](crate::StoreError::Conflict).
#[derive(Clone, Debug)]
pub struct TournamentStep {
    /// The tournament.
    pub number: TournamentNumber,
    /// How often it had changed.
    pub version_before: u64,
    /// When it begins, and the players in the order of the pairings; an arena has no such order.
    pub begun: Option<(Timestamp, Vec<PlayerId>)>,
    /// When an arena that begins will close.
    pub closes_at: Option<Timestamp>,
    /// Games that have ended.
    pub ended: Vec<EndedTournamentGame>,
    /// Players who get no new games until they enter again.
    pub paused: Vec<(PlayerId, Timestamp)>,
    /// New pairings.
    pub games: Vec<TournamentGameRow>,
    /// The player who rests in the new round.
    pub bye: Option<ByeRow>,
    /// When it ends.
    pub ended_at: Option<Timestamp>,
}

/// A game of a tournament that has ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EndedTournamentGame {
    /// The game.
    pub game: GameId,
    /// The points of both players.
    pub points: BySeat<u32>,
    /// When it ended.
    pub at: Timestamp,
}

/// Counts a change. It affects no row if the tournament has changed, or is changing now: with `row_lock` it does not
/// wait for that.
pub(crate) fn advance_version(step: &TournamentStep, row_lock: &str) -> Statement {
    let mut statement = Statement::new("update tournament set version = ");
    statement.bind(stored_number(step.version_before + 1).into());
    statement.push(" where tournament_id = (select tournament_id from tournament where tournament_id = ");
    statement.bind(step.number.to_stored().into());
    statement.push(" and version = ");
    statement.bind(stored_number(step.version_before).into());
    statement.push(row_lock);
    statement.push(")");
    statement
}

/// Sets the count of changes.
pub(crate) fn set_version(number: TournamentNumber, version: u64) -> Statement {
    let mut statement = Statement::new("update tournament set version = ");
    statement.bind(stored_number(version).into());
    of_tournament(statement, number)
}

/// The statements that store a step, after its fence.
pub(crate) fn store_step(step: &TournamentStep) -> Vec<Statement> {
    let mut statements = Vec::new();
    if let Some((at, players)) = &step.begun {
        statements.push(set_time(step.number, "started_at", *at));
        let numbered = (0..).zip(players).map(|(index, player)| number_player(step.number, player, index));
        statements.extend(numbered);
    }
    statements.extend(step.closes_at.map(|at| set_time(step.number, "closes_at", at)));
    statements.extend(step.ended.iter().map(|ended| set_points(step.number, ended)));
    statements.extend(step.paused.iter().map(|(player, at)| pause_player(step.number, player, *at)));
    statements.extend(step.games.iter().map(|game| insert_game(step.number, game)));
    statements.extend(step.bye.iter().map(|bye| insert_bye(step.number, bye)));
    statements.extend(step.ended_at.map(|at| set_time(step.number, "ended_at", at)));
    statements
}

fn set_time(number: TournamentNumber, column: &str, at: Timestamp) -> Statement {
    let mut statement = Statement::new(format!("update tournament set {column} = "));
    statement.bind(stored_time(at).into());
    of_tournament(statement, number)
}

fn number_player(number: TournamentNumber, player: &PlayerId, index: i64) -> Statement {
    let mut statement = Statement::new("update tournament_player set number = ");
    statement.bind(index.into());
    let mut statement = of_tournament(statement, number);
    statement.push(" and player_id = ");
    statement.bind(player.as_str().into());
    statement
}

fn pause_player(number: TournamentNumber, player: &PlayerId, at: Timestamp) -> Statement {
    let mut statement = Statement::new("update tournament_player set withdrawn_at = ");
    statement.bind(stored_time(at).into());
    let mut statement = of_tournament(statement, number);
    statement.push(" and withdrawn_at is null and player_id = ");
    statement.bind(player.as_str().into());
    statement
}

pub(crate) fn set_points(number: TournamentNumber, ended: &EndedTournamentGame) -> Statement {
    let mut statement = Statement::new("update tournament_game set south_points = ");
    statement.bind(i64::from(ended.points.south).into());
    statement.push(", north_points = ");
    statement.bind(i64::from(ended.points.north).into());
    statement.push(", ended_at = ");
    statement.bind(stored_time(ended.at).into());
    let mut statement = of_tournament(statement, number);
    statement.push(" and game = ");
    statement.bind(ended.game.as_str().into());
    statement
}

fn insert_game(number: TournamentNumber, row: &TournamentGameRow) -> Statement {
    let points = row.points.map(|points| points.map(i64::from));
    let mut statement = Statement::new(
        "insert into tournament_game
         (tournament_id, round, south, north, game, south_points, north_points, begun_at, ended_at) values (",
    );
    statement.bind_all([
        number.to_stored().into(),
        i64::from(row.round).into(),
        row.players.south.as_str().into(),
        row.players.north.as_str().into(),
        row.game.map(|game| game.as_str().to_owned()).into(),
        points.map(|points| points.south).into(),
        points.map(|points| points.north).into(),
        row.begun_at.map(stored_time).into(),
        row.ended_at.map(stored_time).into(),
    ]);
    statement.push(")");
    statement
}

fn insert_bye(number: TournamentNumber, bye: &ByeRow) -> Statement {
    let mut statement =
        Statement::new("insert into tournament_bye (tournament_id, round, player_id) values (");
    statement.bind_all([number.to_stored().into(), i64::from(bye.round).into(), bye.player.as_str().into()]);
    statement.push(")");
    statement
}

fn of_tournament(mut statement: Statement, number: TournamentNumber) -> Statement {
    statement.push(" where tournament_id = ");
    statement.bind(number.to_stored().into());
    statement
}
