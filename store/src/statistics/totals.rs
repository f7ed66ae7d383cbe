//! The statistics of all games.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{
    ArrayPair, ArrayPairScore, EndReason, GameLengths, GameResult, LengthBucket, MonthCount, ReasonCount,
    RulesStats, Seats, Stats, Text,
};

use super::sum;
use crate::error::StoreError;
use crate::rows::{parse, parse_word, unsigned};
use crate::statement::Statement;
use crate::store::Store;

/// The width of a bucket of the histogram, in turns.
const BUCKET_TURNS: u32 = 10;

/// rules, result, reason, arrays, games, turns, captures, captured.
type OutcomeRow = (String, String, String, String, i64, i64, i64, i64);

impl Store {
    /// The statistics of all games.
    ///
    /// # Errors
    ///
    /// [`StoreError::Unavailable`] if the database cannot be used.
    pub async fn load_statistics(&self) -> Result<Stats, StoreError> {
        let mut stats = BTreeMap::new();
        self.read_outcomes(&mut stats).await?;
        self.read_lengths(&mut stats).await?;
        self.read_months(&mut stats).await?;
        let rules: Vec<RulesStats> = stats.into_values().collect();
        Ok(Stats { games: rules.iter().map(|rules| rules.games).sum(), rules })
    }

    /// Reads everything but lengths and months.
    async fn read_outcomes(&self, stats: &mut StatsByRules) -> Result<(), StoreError> {
        let statement = Statement::new(format!(
            "select rules, result, reason, arrays, {}, {}, {}, {} from outcome_count
             group by rules, result, reason, arrays",
            sum("games"),
            sum("turns"),
            sum("captures"),
            sum("captured"),
        ));
        let rows: Vec<OutcomeRow> = statement.rows(&self.pool).await?;
        for row in rows {
            add_outcome(stats, row)?;
        }
        for rules in stats.values_mut() {
            rules.reasons.sort_by_key(|reason| Reverse(reason.games));
            rules.arrays.sort_by_key(|score| (*score.arrays.south, *score.arrays.north));
        }
        Ok(())
    }

    async fn read_lengths(&self, stats: &mut StatsByRules) -> Result<(), StoreError> {
        let statement = Statement::new(format!(
            "select rules, turns, {} from length_count group by rules, turns order by rules, turns",
            sum("games")
        ));
        let rows: Vec<(String, i64, i64)> = statement.rows(&self.pool).await?;
        for rows in rows.chunk_by(|one, next| one.0 == next.0) {
            let lengths = rows
                .iter()
                .map(|(_, turns, games)| Ok((u32::try_from(*turns).unwrap_or(u32::MAX), unsigned(*games)?)));
            let lengths = lengths.collect::<Result<Vec<_>, StoreError>>()?;
            rules_stats(stats, parse(&rows[0].0)?).length = Some(length(&lengths));
        }
        Ok(())
    }

    async fn read_months(&self, stats: &mut StatsByRules) -> Result<(), StoreError> {
        let statement = Statement::new(format!(
            "select rules, month, {} from outcome_count where result <> 'none'
             group by rules, month order by rules, month",
            sum("games")
        ));
        let rows: Vec<(String, String, i64)> = statement.rows(&self.pool).await?;
        for (rules, month, games) in rows {
            let games = unsigned(games)?;
            rules_stats(stats, parse(&rules)?).months.push(MonthCount { month, games });
        }
        Ok(())
    }
}

type StatsByRules = BTreeMap<Ruleset, RulesStats>;

fn rules_stats(stats: &mut StatsByRules, rules: Ruleset) -> &mut RulesStats {
    stats.entry(rules).or_insert_with(|| RulesStats {
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

/// Adds games that ended alike. Games without a result count for the reasons only.
fn add_outcome(stats: &mut StatsByRules, row: OutcomeRow) -> Result<(), StoreError> {
    let (rules, result, reason, arrays, games, turns, captures, captured) = row;
    let rules = rules_stats(stats, parse(&rules)?);
    let result = parse_word(&result)?;
    let games = unsigned(games)?;
    add_reason(rules, parse_word(&reason)?, games);
    if result == GameResult::None {
        return Ok(());
    }
    add_result(&mut rules.games, &mut rules.won, &mut rules.drawn, result, games);
    rules.turns += unsigned(turns)?;
    rules.captures += unsigned(captures)?;
    rules.captured += unsigned(captured)?;
    if !arrays.is_empty() {
        let score = arrays_score(rules, parse(&arrays)?);
        add_result(&mut score.games, &mut score.won, &mut score.drawn, result, games);
    }
    Ok(())
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

fn arrays_score(rules: &mut RulesStats, arrays: ArrayPair) -> &mut ArrayPairScore {
    let arrays = Seats::from(arrays);
    let index = rules.arrays.iter().position(|score| score.arrays == arrays).unwrap_or_else(|| {
        rules.arrays.push(ArrayPairScore { arrays, games: 0, won: Seats::default(), drawn: 0 });
        rules.arrays.len() - 1
    });
    &mut rules.arrays[index]
}

/// The statistics of lengths: each length in turns with its number of games, ascending, and at least one.
fn length(lengths: &[(u32, u64)]) -> GameLengths {
    let games: u64 = lengths.iter().map(|(_, games)| games).sum();
    let mut histogram: Vec<LengthBucket> = Vec::new();
    for (turns, games) in lengths {
        let from = turns / BUCKET_TURNS * BUCKET_TURNS;
        match histogram.last_mut().filter(|bucket| bucket.from == from) {
            Some(bucket) => bucket.games += games,
            None => histogram.push(LengthBucket { from, games: *games }),
        }
    }
    GameLengths {
        least: at_rank(lengths, 1),
        quartiles: [1, 2, 3].map(|quarters| at_rank(lengths, (games * quarters).div_ceil(4))),
        most: at_rank(lengths, games),
        bucket: BUCKET_TURNS,
        histogram,
    }
}

/// The length of the game at a rank, counted from 1, when all games stand in the order of their lengths.
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
    fn quartiles_are_lengths_of_games() {
        let length = length(&[(3, 1), (12, 2), (14, 4), (30, 1)]);
        assert_eq!((length.least, length.quartiles, length.most), (3, [12, 14, 14], 30));
        let buckets: Vec<(u32, u64)> =
            length.histogram.iter().map(|bucket| (bucket.from, bucket.games)).collect();
        assert_eq!(buckets, [(0, 1), (10, 6), (30, 1)]);
    }

    #[test]
    fn the_quartiles_of_one_game_are_its_length() {
        assert_eq!(length(&[(7, 1)]).quartiles, [7, 7, 7]);
    }
}
