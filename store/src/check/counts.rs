//! Statistics and scores against the rows of games. The rows are compared with the logs one by one.

use std::collections::{BTreeMap, BTreeSet};

use ikibuguzo_game::calendar;
use sqlx::Connection;

use super::{Checker, CountDifference, MAX_NAMED_DIFFERENCES};
use crate::error::StoreError;
use crate::rows::timestamp;
use crate::statement::{Param, Statement};
use crate::statistics::{OutcomeSums, Sums, sum};

/// Milliseconds of a day.
const DAY_MS: i64 = 86_400_000;

const SCORES: [&str; 4] = ["won", "lost", "drawn", "no_result"];

/// Player's name, opponent's name, the game's name, public, and four counts as stored and as expected.
#[rustfmt::skip]
type ScoreRow = (
    Option<String>, Option<String>, String, i64, i64, i64, i64, i64, i64, i64, i64, i64,
);

impl Checker {
    /// The scores of players, and of pairs of players, that differ from the rows of games; at most 1,000 of each.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn compare_scores(&mut self) -> Result<Vec<CountDifference>, StoreError> {
        let players = format!(
            "select player_id, '' as opponent_id, rules_name, public, won, lost, drawn, no_result from ({}) one",
            player_scores()
        );
        let pairs = pair_scores(self.store.database.byte_order());
        let mut differences = Vec::new();
        for (table, opponent, expected) in
            [("player_score", "''", players), ("pair_score", "opponent_id", pairs)]
        {
            let rows: Vec<ScoreRow> =
                Statement::new(select_scores(table, opponent, &expected)).rows(&mut self.connection).await?;
            differences.extend(rows.into_iter().map(score_difference));
        }
        Ok(differences)
    }

    /// The numbers of games by length that differ from the rows of games; at most 1,000.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn compare_lengths(&mut self) -> Result<Vec<CountDifference>, StoreError> {
        let select = format!(
            "select rules, turns, {}, {} from (
               select rules, turns, games as stored, 0 as expected from length_count
               union all select rules, turns, 0, 1 from game
               where state = 'finished' and has_bot = 0 and result <> 'none') both_sides
             group by rules, turns having sum(stored) <> sum(expected)
             order by rules, turns limit {MAX_NAMED_DIFFERENCES}",
            sum("stored"),
            sum("expected")
        );
        let rows: Vec<(String, Option<i64>, i64, i64)> =
            Statement::new(select).rows(&mut self.connection).await?;
        let difference =
            |(rules, turns, stored, expected): (String, Option<i64>, i64, i64)| CountDifference {
                subject: format!("length_count of {rules}, {} turns", turns.unwrap_or_default()),
                stored: format!("{stored} games"),
                expected: format!("{expected} games"),
            };
        Ok(rows.into_iter().map(difference).collect())
    }

    /// The counts of outcomes that differ from the rows of games. `folded` is what the logs of the games give. Captures
    /// are only in the logs: they are compared where rows and logs have the same number of games, so not for games that
    /// ended during the check, or whose logs cannot be read.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn compare_outcomes(
        &mut self,
        folded: &OutcomeSums,
    ) -> Result<Vec<CountDifference>, StoreError> {
        let mut reading = self.connection.begin_with(self.store.database.begin_snapshot()).await?;
        let counts = ["games", "turns", "captures", "captured"].map(sum).join(", ");
        let stored: Vec<OutcomeRow> = Statement::new(format!(
            "select rules, month, result, reason, arrays, {counts} from outcome_count
             group by rules, month, result, reason, arrays"
        ))
        .rows(&mut *reading)
        .await?;
        let games: Vec<GamesRow> = Statement::new(format!(
            "select rules, created_at / {DAY_MS}, coalesce(result, ''), coalesce(reason, ''), coalesce(arrays, ''),
                    count(*), cast(coalesce(sum(turns), 0) as bigint)
             from game where state = 'finished' and has_bot = 0
             group by rules, created_at / {DAY_MS}, coalesce(result, ''), coalesce(reason, ''), coalesce(arrays, '')"
        ))
        .rows(&mut *reading)
        .await?;
        Ok(find_outcome_differences(&stored_outcomes(stored), &outcomes_of_games(games)?, &folded.0))
    }
}

/// rules, month, result, reason, arrays, games, turns, captures, captured.
type OutcomeRow = (String, String, String, String, String, i64, i64, i64, i64);

/// rules, day of creation, result, reason, arrays, games, turns.
type GamesRow = (String, i64, String, String, String, i64, i64);

fn stored_outcomes(rows: Vec<OutcomeRow>) -> Sums {
    let keyed = |(rules, month, result, reason, arrays, games, turns, captures, captured): OutcomeRow| {
        let key = [rules, month, result, reason, arrays].map(Param::from).into();
        (key, vec![games, turns, captures, captured])
    };
    rows.into_iter().map(keyed).collect()
}

fn outcomes_of_games(rows: Vec<GamesRow>) -> Result<BTreeMap<Vec<Param>, [i64; 2]>, StoreError> {
    let mut sums = BTreeMap::<Vec<Param>, [i64; 2]>::new();
    for (rules, day, result, reason, arrays, games, turns) in rows {
        let month = calendar::month_of(timestamp(day.saturating_mul(DAY_MS))?);
        let key = [rules, month, result, reason, arrays].map(Param::from).into();
        let sum = sums.entry(key).or_default();
        sum[0] += games;
        sum[1] += turns;
    }
    Ok(sums)
}

fn find_outcome_differences(
    stored: &Sums,
    games: &BTreeMap<Vec<Param>, [i64; 2]>,
    folded: &Sums,
) -> Vec<CountDifference> {
    let keys: BTreeSet<_> = stored.keys().chain(games.keys()).collect();
    let difference = |key: &Vec<Param>| {
        let zeros = vec![0; 4];
        let is = stored.get(key).unwrap_or(&zeros);
        let [count, turns] = games.get(key).copied().unwrap_or_default();
        let of_logs = folded.get(key).unwrap_or(&zeros);
        let captures = if of_logs[0] == count { &of_logs[2..] } else { &is[2..] };
        let expected = vec![count, turns, captures[0], captures[1]];
        (*is != expected).then(|| CountDifference {
            subject: format!("outcome_count of {}", words(key)),
            stored: outcome_words(is),
            expected: outcome_words(&expected),
        })
    };
    keys.into_iter().filter_map(difference).take(MAX_NAMED_DIFFERENCES).collect()
}

fn words(key: &[Param]) -> String {
    let words: Vec<_> = key.iter().map(Param::to_string).filter(|word| !word.is_empty()).collect();
    words.join(", ")
}

fn outcome_words(counts: &[i64]) -> String {
    let names = ["games", "turns", "captures", "captured"];
    let words: Vec<_> = counts.iter().zip(names).map(|(count, name)| format!("{count} {name}")).collect();
    words.join(", ")
}

/// Compares the sums of a table with those of a query: the rows that differ.
fn select_scores(table: &str, opponent: &str, expected: &str) -> String {
    let stored_sums =
        SCORES.map(|score| format!("{0} as stored_{score}", sum(&format!("stored_{score}")))).join(", ");
    let expected_sums = SCORES.map(|score| format!("{} as {score}", sum(score))).join(", ");
    let stored = SCORES.map(|score| format!("{score} as stored_{score}")).join(", ");
    let zeros = SCORES.map(|score| format!("0 as {score}")).join(", ");
    let differ = SCORES.map(|score| format!("sum(stored_{score}) <> sum({score})")).join(" or ");
    let sums = |prefix: &str| SCORES.map(|score| format!("{prefix}{score}")).join(", ");
    format!(
        "select player.name, opponent.name, found.rules_name, found.public, {}, {} from (
           select player_id, opponent_id, rules_name, public, {stored_sums}, {expected_sums} from (
             select player_id, {opponent} as opponent_id, rules_name, public, {stored}, {zeros} from {table}
             union all select player_id, opponent_id, rules_name, public, 0, 0, 0, 0, {} from ({expected}) wanted
           ) both_sides group by player_id, opponent_id, rules_name, public having {differ}
           order by player_id, opponent_id, rules_name, public limit {MAX_NAMED_DIFFERENCES}
         ) found left join player on player.player_id = found.player_id
         left join player opponent on opponent.player_id = found.opponent_id",
        sums("found.stored_"),
        sums("found."),
        sums("")
    )
}

fn score_difference(row: ScoreRow) -> CountDifference {
    let (player, opponent, game, public, won, lost, drawn, none, wins, losses, draws, nones) = row;
    let name = |name: Option<String>| name.unwrap_or_else(|| "an unknown player".to_owned());
    let words = |counts: [i64; 4]| {
        let [won, lost, drawn, none] = counts;
        format!("{won} won, {lost} lost, {drawn} drawn, {none} without a result")
    };
    let table = if opponent.is_some() { "pair_score" } else { "player_score" };
    let against = opponent.map(|opponent| format!(" against {opponent}")).unwrap_or_default();
    let kind = if public == 0 { "private" } else { "public" };
    CountDifference {
        subject: format!("{table} of {}{against} in {kind} games of {game}", name(player)),
        stored: words([won, lost, drawn, none]),
        expected: words([wins, losses, draws, nones]),
    }
}

/// The query for the scores of players by the rows of games. In a game with a bot only the bot's score counts.
pub(super) fn player_scores() -> String {
    let of_seat = |[seat, other]: [&str; 2]| {
        let scores = scores_of(&format!("'{seat}'"), &format!("'{other}'"));
        format!(
            "select game.{seat} as player_id, game.rules_name, game.public, {scores}
             from game join player on player.player_id = game.{seat}
             where game.state = 'finished' and (game.has_bot = 0 or player.bot = 1)"
        )
    };
    [["south", "north"], ["north", "south"]].map(of_seat).join(" union all ")
}

/// The query for the scores of pairs of players by the rows of games, from the side of the lesser id.
pub(super) fn pair_scores(byte_order: &str) -> String {
    let of_seat = |[seat, other]: [&str; 2]| {
        let scores = scores_of(&format!("'{seat}'"), &format!("'{other}'"));
        format!(
            "select {seat} as player_id, {other} as opponent_id, rules_name, public, {scores} from game
             where state = 'finished' and {seat}{byte_order} < {other}{byte_order}"
        )
    };
    [["south", "north"], ["north", "south"]].map(of_seat).join(" union all ")
}

fn scores_of(won: &str, lost: &str) -> String {
    let results = [won, lost, "'draw'", "'none'"];
    let column = |(result, name)| format!("case when result = {result} then 1 else 0 end as {name}");
    let columns: Vec<_> = results.into_iter().zip(SCORES).map(column).collect();
    columns.join(", ")
}
