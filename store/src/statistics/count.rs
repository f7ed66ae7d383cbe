//! Counts games when they end, in the transaction that ends them: statistics are read without looking at the games.

use std::collections::BTreeMap;

use ikibuguzo_engine::Seat;
use ikibuguzo_game::calendar;
use ikibuguzo_game::finished_game::FinishedGame;
use ikibuguzo_protocol::GameResult;

use crate::rows::stored_number;
use crate::statement::{Param, Statement};

/// Largest number of rows that one statement adds.
const MAX_COUNT_ROWS: usize = 32;

/// A table of counts.
struct CountTable {
    name: &'static str,
    /// The columns of the key; the last one is the slot.
    keys: &'static [&'static str],
    /// The columns that are added up.
    counts: &'static [&'static str],
}

const OUTCOME_COUNT: CountTable = CountTable {
    name: "outcome_count",
    keys: &["rules", "month", "result", "reason", "arrays", "node_slot"],
    counts: &["games", "turns", "captures", "captured"],
};

const LENGTH_COUNT: CountTable =
    CountTable { name: "length_count", keys: &["rules", "turns", "node_slot"], counts: &["games"] };

const PLAYER_SCORE: CountTable = CountTable {
    name: "player_score",
    keys: &["player_id", "rules_name", "public", "node_slot"],
    counts: &["won", "lost", "drawn", "no_result"],
};

const PAIR_SCORE: CountTable = CountTable {
    name: "pair_score",
    keys: &["player_id", "opponent_id", "rules_name", "public", "node_slot"],
    counts: &["won", "lost", "drawn", "no_result"],
};

/// What the logs of finished games add to the counts of outcomes.
#[derive(Clone, Debug, Default)]
pub struct OutcomeSums(pub(crate) Sums);

/// What to add to one table, in the order of its key without the slot, so that two servers never deadlock over rows.
pub(crate) type Sums = BTreeMap<Vec<Param>, Vec<i64>>;

/// The statements that add finished games to the statistics, in the rows of a slot.
pub(crate) fn count_games<'a>(games: impl Iterator<Item = &'a FinishedGame>, slot: i64) -> Vec<Statement> {
    let mut tables =
        [OUTCOME_COUNT, LENGTH_COUNT, PLAYER_SCORE, PAIR_SCORE].map(|table| (table, Sums::new()));
    for game in games {
        let [outcomes, lengths, players, pairs] = tables.each_mut().map(|(_, sums)| sums);
        if !has_any_bot(game) {
            add_outcome(game, outcomes);
            add_length(game, lengths);
        }
        add_player_scores(game, players);
        add_pair_score(game, pairs);
    }
    tables.into_iter().flat_map(|(table, sums)| table.add(sums, slot)).collect()
}

impl OutcomeSums {
    /// Adds a game, unless a bot has a seat.
    pub fn add(&mut self, game: &FinishedGame) {
        if !has_any_bot(game) {
            add_outcome(game, &mut self.0);
        }
    }

    /// The statements that add the counts to a slot.
    pub(crate) fn statements(self, slot: i64) -> Vec<Statement> {
        OUTCOME_COUNT.add(self.0, slot)
    }
}

impl CountTable {
    fn add(&self, sums: Sums, slot: i64) -> Vec<Statement> {
        let mut rows = sums.into_iter().peekable();
        let mut statements = Vec::new();
        while rows.peek().is_some() {
            statements.push(self.upsert(rows.by_ref().take(MAX_COUNT_ROWS), slot));
        }
        statements
    }

    fn upsert(&self, rows: impl Iterator<Item = (Vec<Param>, Vec<i64>)>, slot: i64) -> Statement {
        let keys = self.keys.join(", ");
        let counts = self.counts.join(", ");
        let mut statement = Statement::new(format!("insert into {} ({keys}, {counts}) values ", self.name));
        for (index, (key, count)) in rows.enumerate() {
            statement.push(if index > 0 { ", (" } else { "(" });
            statement.bind_all(key.into_iter().chain([slot].into_iter().chain(count).map(Param::from)));
            statement.push(")");
        }
        statement.push(" on conflict (");
        statement.push(&keys);
        statement.push(") do update set ");
        for (index, count) in self.counts.iter().enumerate() {
            let before = if index > 0 { ", " } else { "" };
            let sum = [before, count, " = ", self.name, ".", count, " + excluded.", count];
            sum.into_iter().for_each(|piece| statement.push(piece));
        }
        statement
    }
}

/// Games with a bot do not count in the statistics of people: they count for the bot, and between the two players.
fn has_any_bot(game: &FinishedGame) -> bool {
    game.has_bot.iter().any(|has_bot| *has_bot)
}

fn add<const N: usize>(sums: &mut Sums, key: Vec<Param>, counts: [i64; N]) {
    let sum = sums.entry(key).or_insert_with(|| vec![0; N]);
    sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

fn add_outcome(game: &FinishedGame, sums: &mut Sums) {
    let key = vec![
        game.rules.to_string().into(),
        calendar::month_of(game.created_at).into(),
        GameResult::of(game.outcome).as_str().into(),
        game.outcome.reason.as_str().into(),
        game.arrays.map_or_else(String::new, |arrays| arrays.to_string()).into(),
    ];
    let [captures, captured] = [game.captures, game.captured].map(stored_number);
    add(sums, key, [1, i64::from(game.turns), captures, captured]);
}

fn add_length(game: &FinishedGame, sums: &mut Sums) {
    if game.outcome.reason.has_result() {
        let key = vec![game.rules.to_string().into(), i64::from(game.turns).into()];
        add(sums, key, [1]);
    }
}

fn add_player_scores(game: &FinishedGame, sums: &mut Sums) {
    let counts = |seat: &Seat| game.has_bot[*seat] || !has_any_bot(game);
    for seat in Seat::ALL.into_iter().filter(counts) {
        if let Some(player) = &game.players[seat] {
            add(sums, score_key(game, [player.as_str()]), score(game, seat));
        }
    }
}

fn add_pair_score(game: &FinishedGame, sums: &mut Sums) {
    if let (Some(south), Some(north)) = (&game.players.south, &game.players.north) {
        let lesser = if south.as_str() < north.as_str() { Seat::South } else { Seat::North };
        let (one, other) = if lesser == Seat::South { (south, north) } else { (north, south) };
        add(sums, score_key(game, [one.as_str(), other.as_str()]), score(game, lesser));
    }
}

/// The key of a score: the players, the game's name and its visibility.
fn score_key<const N: usize>(game: &FinishedGame, players: [&str; N]) -> Vec<Param> {
    let rest = [game.rules.name().into(), i64::from(game.public).into()];
    players.map(Param::from).into_iter().chain(rest).collect()
}

/// Games won, lost, drawn and without a result, for the player of a seat.
fn score(game: &FinishedGame, seat: Seat) -> [i64; 4] {
    match game.outcome.winner {
        _ if !game.outcome.reason.has_result() => [0, 0, 0, 1],
        None => [0, 0, 1, 0],
        Some(winner) if *winner == seat => [1, 0, 0, 0],
        Some(_) => [0, 1, 0, 0],
    }
}
