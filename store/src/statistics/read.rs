//! Reads what was counted: of one player, of two, of all games.

use std::collections::BTreeMap;

use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{
    Arrays, ArraysScore, EndReason, GameResult, Length, LengthBucket, MonthCount, PlayerName, ReasonCount,
    RulesStats, Score, Seats, Stats, Text,
};

use crate::name_skeleton::look;
use crate::rows::{read, read_word, unsigned};
use crate::statement::Statement;
use crate::{Store, StoreError};
use ikibuguzo_game::player::{Player, PlayerId};

/// How many turns a bucket of the histogram is wide.
const BUCKET: u32 = 10;

/// What the scores of a player are added up from: the game, then won, lost, drawn and without a result.
type ScoreRow = (String, i64, i64, i64, i64);

/// rules, result, reason, arrays, games, turns, captures, captured.
type OutcomeRow = (String, String, String, String, i64, i64, i64, i64);

impl Store {
    /// The player of a name.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn player_named(&self, name: &PlayerName) -> Result<Option<Player>, StoreError> {
        Ok(self.player_since(name).await?.map(|(player, _)| player))
    }

    /// The player of a name, whose capitals, marks and hyphens make no difference, and when it came, in milliseconds since 1970-01-01 UTC.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn player_since(&self, name: &PlayerName) -> Result<Option<(Player, u64)>, StoreError> {
        let row: Option<(String, String, i64)> = sqlx::query_as(
            "select player_id, name, created_at from player where player_id = coalesce(
                 (select player_id from player where name = $1),
                 (select player_id from known_name where skeleton = $2))",
        )
        .bind(name.as_str())
        .bind(look(name.as_str()))
        .fetch_optional(&self.pool)
        .await?;
        let Some((id, borne, created_at)) = row else { return Ok(None) };
        let player = Player { id: PlayerId::from(id.as_str()), name: read(&borne)? };
        // What somebody was called before leads nowhere.
        let is_it = look(&borne) == look(name.as_str());
        Ok(is_it.then_some((player, unsigned(created_at)?)))
    }

    /// What came of a player's games; of those by invitation too, if they may be known.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn scores(&self, player: &PlayerId, with_private: bool) -> Result<Vec<Score>, StoreError> {
        let mut statement = Statement::new(scores_from("player_score"));
        statement.push(" where player_id = ");
        statement.bind(player.as_str().into());
        self.read_scores(statement, with_private).await
    }

    /// What came of a player's games against another one; of those by invitation too, if they may be known.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn scores_against(
        &self,
        player: &PlayerId,
        opponent: &PlayerId,
        with_private: bool,
    ) -> Result<Vec<Score>, StoreError> {
        let is_lesser = player.as_str() < opponent.as_str();
        let (one, other) = if is_lesser { (player, opponent) } else { (opponent, player) };
        let mut statement = Statement::new(scores_from("pair_score"));
        statement.push(" where player_id = ");
        statement.bind(one.as_str().into());
        statement.push(" and opponent_id = ");
        statement.bind(other.as_str().into());
        let mut scores = self.read_scores(statement, with_private).await?;
        if !is_lesser {
            scores.iter_mut().for_each(|score| (score.won, score.lost) = (score.lost, score.won));
        }
        Ok(scores)
    }

    async fn read_scores(
        &self,
        mut statement: Statement,
        with_private: bool,
    ) -> Result<Vec<Score>, StoreError> {
        statement.push(if with_private { "" } else { " and public = 1" });
        statement.push(" group by rules_name order by rules_name");
        let rows: Vec<ScoreRow> = statement.rows(&self.pool).await?;
        let score = |(game, won, lost, drawn, no_result)| {
            let [won, lost, drawn, no_result] = [won, lost, drawn, no_result].map(unsigned);
            Ok(Score { game, won: won?, lost: lost?, drawn: drawn?, no_result: no_result? })
        };
        rows.into_iter().map(score).collect()
    }

    /// What all games together amount to.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn stats(&self) -> Result<Stats, StoreError> {
        let mut figures = BTreeMap::new();
        self.read_outcomes(&mut figures).await?;
        self.read_lengths(&mut figures).await?;
        self.read_months(&mut figures).await?;
        let rules: Vec<RulesStats> = figures.into_values().collect();
        Ok(Stats { games: rules.iter().map(|rules| rules.games).sum(), rules })
    }

    /// Everything but for lengths and months.
    async fn read_outcomes(&self, figures: &mut Figures) -> Result<(), StoreError> {
        let statement = Statement::new(format!(
            "select rules, result, reason, arrays, {}, {}, {}, {} from outcome_count
             group by rules, result, reason, arrays",
            sum("games"),
            sum("turns"),
            sum("captures"),
            sum("captured"),
        ));
        let rows: Vec<OutcomeRow> = statement.rows(&self.pool).await?;
        for (rules, result, reason, arrays, games, turns, captures, captured) in rows {
            let rules = of(figures, read(&rules)?);
            let (result, games) = (read_word(&result)?, unsigned(games)?);
            add_reason(rules, read_word(&reason)?, games);
            if result == GameResult::None {
                continue;
            }
            add_result(&mut rules.games, &mut rules.won, &mut rules.drawn, result, games);
            rules.turns += unsigned(turns)?;
            rules.captures += unsigned(captures)?;
            rules.captured += unsigned(captured)?;
            if !arrays.is_empty() {
                let score = arrays_score(rules, read(&arrays)?);
                add_result(&mut score.games, &mut score.won, &mut score.drawn, result, games);
            }
        }
        for rules in figures.values_mut() {
            rules.reasons.sort_by_key(|reason| std::cmp::Reverse(reason.games));
            rules.arrays.sort_by_key(|score| (*score.arrays.south, *score.arrays.north));
        }
        Ok(())
    }

    async fn read_lengths(&self, figures: &mut Figures) -> Result<(), StoreError> {
        let statement = Statement::new("select rules, turns, games from length_count order by rules, turns");
        let rows: Vec<(String, i64, i64)> = statement.rows(&self.pool).await?;
        for rows in rows.chunk_by(|one, next| one.0 == next.0) {
            let lengths = rows
                .iter()
                .map(|(_, turns, games)| Ok((u32::try_from(*turns).unwrap_or(u32::MAX), unsigned(*games)?)));
            let lengths = lengths.collect::<Result<Vec<_>, StoreError>>()?;
            of(figures, read(&rows[0].0)?).length = Some(length(&lengths));
        }
        Ok(())
    }

    async fn read_months(&self, figures: &mut Figures) -> Result<(), StoreError> {
        let statement = Statement::new(format!(
            "select rules, month, {} from outcome_count where result <> 'none'
             group by rules, month order by rules, month",
            sum("games")
        ));
        let rows: Vec<(String, String, i64)> = statement.rows(&self.pool).await?;
        for (rules, month, games) in rows {
            let games = unsigned(games)?;
            of(figures, read(&rules)?).months.push(MonthCount { month, games });
        }
        Ok(())
    }
}

type Figures = BTreeMap<Ruleset, RulesStats>;

/// A sum that both databases give as a whole number of 64 bits.
fn sum(column: &str) -> String {
    format!("cast(sum({column}) as bigint)")
}

fn scores_from(table: &str) -> String {
    let sums = ["won", "lost", "drawn", "no_result"].map(sum).join(", ");
    format!("select rules_name, {sums} from {table}")
}

fn of(figures: &mut Figures, rules: Ruleset) -> &mut RulesStats {
    figures.entry(rules).or_insert_with(|| RulesStats {
        rules: Text(rules),
        games: 0,
        won: Seats::default(),
        drawn: 0,
        turns: 0,
        captures: 0,
        captured: 0,
        length: None,
        reasons: Vec::new(),
        arrays: Vec::new(),
        months: Vec::new(),
    })
}

fn add_result(games: &mut u64, won: &mut Seats<u64>, drawn: &mut u64, result: GameResult, more: u64) {
    *games += more;
    match result {
        GameResult::South => won.south += more,
        GameResult::North => won.north += more,
        GameResult::Draw => *drawn += more,
        GameResult::None => {}
    }
}

fn add_reason(rules: &mut RulesStats, reason: EndReason, games: u64) {
    match rules.reasons.iter_mut().find(|count| count.reason == reason) {
        Some(count) => count.games += games,
        None => rules.reasons.push(ReasonCount { reason, games }),
    }
}

fn arrays_score(rules: &mut RulesStats, arrays: Arrays) -> &mut ArraysScore {
    let arrays = Seats::from(arrays);
    let place = rules.arrays.iter().position(|score| score.arrays == arrays).unwrap_or_else(|| {
        rules.arrays.push(ArraysScore { arrays, games: 0, won: Seats::default(), drawn: 0 });
        rules.arrays.len() - 1
    });
    &mut rules.arrays[place]
}

/// What lengths amount to, of which there is at least one; in order, each with how many games were so long.
fn length(lengths: &[(u32, u64)]) -> Length {
    let games: u64 = lengths.iter().map(|(_, games)| games).sum();
    let mut histogram: Vec<LengthBucket> = Vec::new();
    for (turns, games) in lengths {
        let from = turns / BUCKET * BUCKET;
        match histogram.last_mut().filter(|bucket| bucket.from == from) {
            Some(bucket) => bucket.games += games,
            None => histogram.push(LengthBucket { from, games: *games }),
        }
    }
    Length {
        least: at_rank(lengths, 1),
        quartiles: [1, 2, 3].map(|quarters| at_rank(lengths, (games * quarters).div_ceil(4))),
        most: at_rank(lengths, games),
        bucket: BUCKET,
        histogram,
    }
}

/// The length of the game that comes at this place, counted from 1, when all stand in order.
fn at_rank(lengths: &[(u32, u64)], rank: u64) -> u32 {
    let mut passed = 0;
    let reached = lengths.iter().find(|(_, games)| {
        passed += games;
        passed >= rank
    });
    reached.map_or(0, |(turns, _)| *turns)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quartiles_are_lengths_that_games_had() {
        let length = length(&[(3, 1), (12, 2), (14, 4), (30, 1)]);
        assert_eq!((length.least, length.quartiles, length.most), (3, [12, 14, 14], 30));
        let buckets: Vec<(u32, u64)> =
            length.histogram.iter().map(|bucket| (bucket.from, bucket.games)).collect();
        assert_eq!(buckets, [(0, 1), (10, 6), (30, 1)]);
    }

    #[test]
    fn one_game_is_every_quartile() {
        assert_eq!(length(&[(7, 1)]).quartiles, [7, 7, 7]);
    }
}
