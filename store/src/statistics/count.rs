//! What is counted when games end, in the transaction that ends them: nobody has to look at a million games to know how
//! many there are.

use std::collections::BTreeMap;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::GameResult;

use crate::statement::{Param, Statement};
use crate::write_plan::Step;
use crate::{Commit, rows};
use ikibuguzo_game::calendar;
use ikibuguzo_game::finished_game::FinishedGame;

/// Rows that one statement adds at the most.
const AT_ONCE: usize = 32;

/// A table of counts.
struct Table {
    name: &'static str,
    /// What is counted apart.
    keys: &'static [&'static str],
    counts: &'static [&'static str],
}

const OUTCOME: Table = Table {
    name: "outcome_count",
    keys: &["rules", "month", "result", "reason", "arrays"],
    counts: &["games", "turns", "captures", "captured"],
};

const LENGTH: Table = Table { name: "length_count", keys: &["rules", "turns"], counts: &["games"] };

const PLAYER: Table = Table {
    name: "player_score",
    keys: &["player_id", "rules_name", "public"],
    counts: &["won", "lost", "drawn", "no_result"],
};

const PAIR: Table = Table {
    name: "pair_score",
    keys: &["player_id", "opponent_id", "rules_name", "public"],
    counts: &["won", "lost", "drawn", "no_result"],
};

/// What to add to one table. In order, so that two servers never wait for each other's rows crosswise.
type Sums = BTreeMap<Vec<Param>, Vec<i64>>;

/// Counts the games that some commits end.
pub(crate) fn count<'a>(commits: &[Commit]) -> Vec<Step<'a>> {
    let finished: Vec<&FinishedGame> = commits.iter().flat_map(|commit| &commit.finished).collect();
    let mut steps = Vec::new();
    for (table, row) in [
        (OUTCOME, outcome as fn(&FinishedGame, &mut Sums)),
        (LENGTH, length),
        (PLAYER, players),
        (PAIR, pair),
    ] {
        let mut sums = Sums::new();
        finished.iter().for_each(|finish| row(finish, &mut sums));
        steps.extend(table.add(sums).into_iter().map(Step::Run));
    }
    steps
}

impl Table {
    fn add(&self, sums: Sums) -> Vec<Statement> {
        let (mut rows, mut statements) = (sums.into_iter().peekable(), Vec::new());
        while rows.peek().is_some() {
            statements.push(self.upsert(rows.by_ref().take(AT_ONCE)));
        }
        statements
    }

    fn upsert(&self, rows: impl Iterator<Item = (Vec<Param>, Vec<i64>)>) -> Statement {
        let (keys, counts) = (self.keys.join(", "), self.counts.join(", "));
        let mut statement = Statement::new(format!("insert into {} ({keys}, {counts}) values ", self.name));
        for (place, (key, count)) in rows.enumerate() {
            statement.push(if place > 0 { ", (" } else { "(" });
            statement.bind_all(key.into_iter().chain(count.into_iter().map(Param::from)));
            statement.push(")");
        }
        statement.push(" on conflict (");
        statement.push(&keys);
        statement.push(") do update set ");
        for (place, count) in self.counts.iter().enumerate() {
            let before = if place > 0 { ", " } else { "" };
            let sum = [before, count, " = ", self.name, ".", count, " + excluded.", count];
            sum.into_iter().for_each(|piece| statement.push(piece));
        }
        statement
    }
}

fn add<const N: usize>(sums: &mut Sums, key: Vec<Param>, counts: [i64; N]) {
    let sum = sums.entry(key).or_insert_with(|| vec![0; N]);
    sum.iter_mut().zip(counts).for_each(|(sum, count)| *sum += count);
}

fn outcome(finish: &FinishedGame, sums: &mut Sums) {
    let key = vec![
        finish.rules.to_string().into(),
        calendar::month(finish.created_at).into(),
        GameResult::of(finish.outcome).as_str().into(),
        finish.outcome.reason.as_str().into(),
        finish.arrays.map_or_else(String::new, |arrays| arrays.to_string()).into(),
    ];
    let [captures, captured] = [finish.captures, finish.captured].map(rows::millis);
    add(sums, key, [1, i64::from(finish.turns), captures, captured]);
}

fn length(finish: &FinishedGame, sums: &mut Sums) {
    if finish.outcome.reason.is_a_result() {
        let key = vec![finish.rules.to_string().into(), i64::from(finish.turns).into()];
        add(sums, key, [1]);
    }
}

fn players(finish: &FinishedGame, sums: &mut Sums) {
    for seat in Seat::ALL {
        if let Some(player) = &finish.players[seat] {
            add(sums, with_game(finish, [player.as_str()]), score(finish, seat));
        }
    }
}

fn pair(finish: &FinishedGame, sums: &mut Sums) {
    if let (Some(south), Some(north)) = (&finish.players.south, &finish.players.north) {
        let lesser = if south.as_str() < north.as_str() { Seat::South } else { Seat::North };
        let (one, other) = if lesser == Seat::South { (south, north) } else { (north, south) };
        add(sums, with_game(finish, [one.as_str(), other.as_str()]), score(finish, lesser));
    }
}

fn with_game<const N: usize>(finish: &FinishedGame, players: [&str; N]) -> Vec<Param> {
    let game = [finish.rules.name().into(), i64::from(finish.public).into()];
    players.map(Param::from).into_iter().chain(game).collect()
}

/// Won, lost, drawn, without a result; as a seat sees it.
fn score(finish: &FinishedGame, seat: Seat) -> [i64; 4] {
    match finish.outcome.winner {
        _ if !finish.outcome.reason.is_a_result() => [0, 0, 0, 1],
        None => [0, 0, 1, 0],
        Some(winner) if *winner == seat => [1, 0, 0, 0],
        Some(_) => [0, 1, 0, 0],
    }
}
