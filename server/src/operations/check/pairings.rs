//! The pairings of tournaments, as far as they follow from the players.
//!
//! A round robin is paired by the list of players. Who could be paired in a round of a Swiss tournament or a wave of an
//! arena is stored nowhere: of these only the byes are checked.

use std::collections::BTreeSet;

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::TournamentFormat;
use ikibuguzo_store::{ByeRow, StoreError, StoredTournament, TournamentGameRow, TournamentPlayer};
use ikibuguzo_tournament::round_robin;

use super::{Check, Difference};
use crate::tournaments::points::won_by;

fn difference(stored: &StoredTournament, what: &str, is: String, expected: String) -> Difference {
    let subject = format!("tournament {}, {what}", stored.summary.tournament);
    Difference { subject, stored: is, expected, is_repaired: false }
}

/// The rounds of a round robin whose pairings are not those of the list of players.
fn find_wrong_rounds(stored: &StoredTournament) -> Vec<Difference> {
    if stored.summary.format != TournamentFormat::RoundRobin {
        return Vec::new();
    }
    let rounds = round_robin(stored.players.len());
    let last = stored.games.iter().map(|row| row.round).max().unwrap_or_default();
    let id = |place: usize| &stored.players[place].player.id;
    let is_wrong = |round: &u32| {
        let planned = rounds.get(*round as usize - 1).into_iter().flatten();
        let planned: BTreeSet<_> = planned.map(|it| [id(it.south), id(it.north)]).collect();
        let rows = stored.games.iter().filter(|row| row.round == *round);
        rows.map(|row| [&row.players.south, &row.players.north]).collect::<BTreeSet<_>>() != planned
    };
    let wrong = (1..=last).filter(is_wrong).map(|round| {
        let what = format!("pairings of round {round}");
        difference(stored, &what, "other pairs".to_owned(), "those of the list of players".to_owned())
    });
    wrong.collect()
}

/// The byes of players who play in the same round, or do not play in the tournament.
fn find_wrong_byes(stored: &StoredTournament) -> Vec<Difference> {
    let has_round = |round| stored.games.iter().any(|row| row.round == round);
    let plays = |bye: &ByeRow| {
        let rows = stored.games.iter().filter(|row| row.round == bye.round);
        rows.flat_map(|row| [&row.players.south, &row.players.north]).any(|player| *player == bye.player)
    };
    let is_player = |id: &PlayerId| stored.players.iter().any(|it| it.player.id == *id);
    let is_wrong = |bye: &&ByeRow| plays(bye) || !has_round(bye.round) || !is_player(&bye.player);
    let wrong = stored.byes.iter().filter(is_wrong).map(|bye| {
        let what = format!("bye of round {}", bye.round);
        difference(stored, &what, "another player".to_owned(), "one who rests".to_owned())
    });
    wrong.collect()
}

/// The points that a pairing without a game can have: a player who has withdrawn loses. If both have withdrawn, the first
/// one has lost, or both.
fn possible_points(stored: &StoredTournament, row: &TournamentGameRow) -> Vec<BySeat<u32>> {
    let has_withdrawn = |seat: Seat| {
        let is_it = |it: &&TournamentPlayer| it.player.id == row.players[seat];
        stored.players.iter().find(is_it).is_some_and(|it| it.withdrawn)
    };
    match [Seat::South, Seat::North].map(has_withdrawn) {
        [true, true] => vec![BySeat::default(), won_by(Seat::North), won_by(Seat::South)],
        [true, false] => vec![won_by(Seat::North)],
        [false, true] => vec![won_by(Seat::South)],
        [false, false] => Vec::new(),
    }
}

fn points_words(points: Option<BySeat<u32>>) -> String {
    points.map_or_else(|| "nothing".to_owned(), |points| format!("{}:{}", points.south, points.north))
}

impl<R: FnMut(&Difference)> Check<R> {
    /// Checks the pairings and byes of all tournaments, one after the other.
    pub(super) async fn check_pairings(&mut self) -> Result<(), StoreError> {
        let mut after = None;
        while let Some(stored) = self.checker.read_tournament(after).await? {
            after = Some(stored.summary.tournament);
            for difference in find_wrong_rounds(&stored).into_iter().chain(find_wrong_byes(&stored)) {
                self.note(difference, false);
            }
            for row in stored.games.iter().filter(|row| row.game.is_none()) {
                self.check_walkover(&stored, row).await?;
            }
        }
        Ok(())
    }

    async fn check_walkover(
        &mut self,
        stored: &StoredTournament,
        row: &TournamentGameRow,
    ) -> Result<(), StoreError> {
        let possible = possible_points(stored, row);
        if row.points.is_some_and(|points| possible.contains(&points)) {
            return Ok(());
        }
        let [expected] = possible[..] else {
            let what = format!("pairing without a game in round {}", row.round);
            let expected = "points of players who have withdrawn".to_owned();
            self.note(difference(stored, &what, points_words(row.points), expected), false);
            return Ok(());
        };
        if self.is_repair {
            self.checker.rewrite_walkover(stored.number, row, expected).await?;
        }
        let what = format!("points of a pairing without a game in round {}", row.round);
        let difference = difference(stored, &what, points_words(row.points), points_words(Some(expected)));
        self.note(difference, self.is_repair);
        Ok(())
    }
}
