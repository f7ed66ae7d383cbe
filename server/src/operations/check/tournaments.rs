//! The points of tournaments, from which their standings follow.

use ikibuguzo_engine::BySeat;
use ikibuguzo_protocol::Timestamp;
use ikibuguzo_store::{EndedTournamentGame, StoreError, TournamentGameToCheck};

use super::{Check, Difference};
use crate::tournaments::points::end_of;

/// What the log says of a game of a tournament; none if the log cannot be read.
fn expected_end(game: &TournamentGameToCheck) -> Option<Option<EndedTournamentGame>> {
    let end = end_of(game.game, game.log.as_ref()?).ok()?;
    let counts = |at| game.closes_at.is_none_or(|closes_at| at <= closes_at);
    Some(end.filter(|end| counts(end.at)).map(|end| end.to_stored()))
}

/// What is wrong with the points of a game. While a tournament runs, points may be missing: a server stores them soon.
fn find_difference(
    game: &TournamentGameToCheck,
    expected: Option<&EndedTournamentGame>,
) -> Option<Difference> {
    let is_same = match (game.stored, expected) {
        (Some((points, at)), Some(end)) => points == end.points && at.is_none_or(|at| at == end.at),
        (None, Some(_)) => !game.is_over,
        (None, None) => true,
        (Some(_), None) => false,
    };
    (!is_same).then(|| Difference {
        subject: format!("tournament {}, points of game {}", game.tournament, game.game),
        stored: words(game.stored),
        expected: words(expected.map(|end| (end.points, Some(end.at)))),
        is_repaired: false,
    })
}

fn words(end: Option<(BySeat<u32>, Option<Timestamp>)>) -> String {
    match end {
        Some((points, Some(at))) => format!("{}:{} at {at}", points.south, points.north),
        Some((points, None)) => format!("{}:{}", points.south, points.north),
        None => "nothing".to_owned(),
    }
}

impl<R: FnMut(&Difference)> Check<R> {
    /// Checks the points and the players of all games of tournaments, the numbers of players, and when arenas close.
    pub(super) async fn check_tournaments(&mut self) -> Result<(), StoreError> {
        // Which games count depends on when the arena closes.
        let mut rows = self.checker.compare_closing_times().await?;
        rows.extend(self.checker.compare_seats_of_pairings().await?);
        self.note_rows(rows).await?;
        let mut after = None;
        loop {
            let page = self.checker.read_tournament_games(after.as_ref()).await?;
            let Some(last) = page.last() else { break };
            after = Some(last.key.clone());
            for game in &page {
                self.check_points(game).await?;
            }
        }
        let differences = self.checker.compare_entered().await?;
        if self.is_repair && !differences.is_empty() {
            self.checker.rebuild_entered().await?;
        }
        self.note_all(differences);
        Ok(())
    }

    async fn check_points(&mut self, game: &TournamentGameToCheck) -> Result<(), StoreError> {
        let Some(expected) = expected_end(game) else { return Ok(()) };
        let Some(difference) = find_difference(game, expected.as_ref()) else { return Ok(()) };
        if self.is_repair {
            self.checker.rewrite_points(game, expected.as_ref()).await?;
        }
        self.note(difference, self.is_repair);
        Ok(())
    }
}
