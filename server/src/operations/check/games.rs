//! Games: their logs, their rows, and their places in the position index.

use ikibuguzo_game::finished_game::FinishedGame;
use ikibuguzo_store::{ColumnDifference, GameToCheck, IndexedRows, StoreError};

use super::positions::IndexCheck;
use super::{Check, Difference};

/// What is wrong with a game whose log can be read.
fn find_row_differences(game: &GameToCheck) -> Vec<Difference> {
    let difference = |ColumnDifference { column, stored, expected }| Difference {
        subject: format!("game {}, {column}", game.code),
        stored,
        expected,
        is_repaired: false,
    };
    game.find_row_differences().into_iter().map(difference).collect()
}

/// What is wrong with the positions of a game in the index.
fn find_index_difference(code: &str, indexed: &IndexedRows) -> Option<Difference> {
    let expected = indexed.positions.first.len() as u64;
    (indexed.stored_rows != expected).then(|| Difference {
        subject: format!("game {code}, positions in the index"),
        stored: format!("{}", indexed.stored_rows),
        expected: format!("{expected}"),
        is_repaired: false,
    })
}

/// A game that cannot be read.
fn unreadable_game(game: &GameToCheck, why: &str, is_set_apart: bool) -> Difference {
    Difference {
        subject: format!("game {}", game.code),
        stored: format!("a log that cannot be read ({why})"),
        expected: format!("a log{}", if is_set_apart { "; the game is set apart" } else { "" }),
        is_repaired: false,
    }
}

impl<R: FnMut(&Difference)> Check<R> {
    /// Checks every game, one after the other, and then the position index.
    pub(super) async fn check_games(&mut self) -> Result<(), StoreError> {
        let mut index = IndexCheck::new(self.checker.read_index_totals().await?);
        let mut after = None;
        loop {
            let page = self.checker.read_games(after).await?;
            let Some(last) = page.last() else { break };
            after = Some(last.number);
            for game in page {
                self.check_game(&game, &mut index).await?;
                self.note_rows(game.linked).await?;
            }
        }
        self.check_position_index(index).await
    }

    async fn check_game(&mut self, game: &GameToCheck, index: &mut IndexCheck) -> Result<(), StoreError> {
        self.summary.games += 1;
        index.add(game);
        let read = match &game.read {
            Ok(read) => read,
            Err(why) => return self.note_unreadable(game, why).await,
        };
        self.summary.entries += read.log.len() as u64;
        if let Some(finished) = FinishedGame::of(&read.room) {
            self.outcomes.add(&finished);
        }
        let differences = find_row_differences(game);
        if !differences.is_empty() {
            let is_repaired = self.is_repair && self.checker.rewrite_row(game, read).await?;
            self.summary.has_wrong_rows |= !is_repaired;
            differences.into_iter().for_each(|difference| self.note(difference, is_repaired));
        }
        if let Some(difference) =
            read.indexed.as_ref().and_then(|indexed| find_index_difference(&game.code, indexed))
        {
            index.is_wrong = true;
            self.note(difference, self.is_repair);
        }
        Ok(())
    }

    async fn note_unreadable(&mut self, game: &GameToCheck, why: &str) -> Result<(), StoreError> {
        self.summary.unreadable += 1;
        let mut is_set_apart = game.is_set_apart;
        if self.is_repair && !is_set_apart {
            is_set_apart = self.checker.set_apart(game).await?;
        }
        self.note(unreadable_game(game, why, is_set_apart), false);
        Ok(())
    }
}
