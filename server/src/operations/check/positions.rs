//! The position index as a whole.

use ikibuguzo_store::{GameToCheck, IndexTotals, StoreError};

use super::{Check, Difference};

/// The sums over the position index, as stored and as the games give them.
pub(super) struct IndexCheck {
    /// The sums at the beginning of the check. Games that enter the index later do not count.
    stored: IndexTotals,
    folded: IndexTotals,
    /// Whether a game in the index cannot be read: its positions are not known, so the sums cannot be compared.
    has_unreadable: bool,
    /// Whether positions of a game are wrong. The sums differ then, too, which says nothing more.
    pub(super) is_wrong: bool,
}

impl IndexCheck {
    pub(super) fn new(stored: IndexTotals) -> Self {
        Self { stored, folded: IndexTotals::default(), has_unreadable: false, is_wrong: false }
    }

    /// Adds what a game has in the index.
    pub(super) fn add(&mut self, game: &GameToCheck) {
        match &game.read {
            Ok(read) => {
                let indexed = read.indexed.as_ref();
                if let Some(indexed) = indexed.filter(|it| it.position_number <= self.stored.newest) {
                    self.folded.add(&indexed.positions);
                }
            }
            Err(_) => self.has_unreadable |= game.is_indexed,
        }
    }

    /// What is wrong with the index as a whole.
    fn find_differences(&self) -> Vec<Difference> {
        let mut differences = Vec::new();
        if self.has_unreadable || self.is_wrong {
            return differences;
        }
        if self.stored.rows != self.folded.rows {
            differences.push(Difference {
                subject: "positions of games in the index".to_owned(),
                stored: self.stored.rows.to_string(),
                expected: self.folded.rows.to_string(),
                is_repaired: false,
            });
        }
        if self.stored.played != self.folded.played {
            differences.push(Difference {
                subject: "actions played in positions of the index".to_owned(),
                stored: "other numbers of games".to_owned(),
                expected: "those of the games".to_owned(),
                is_repaired: false,
            });
        }
        differences
    }
}

impl<R: FnMut(&Difference)> Check<R> {
    /// Checks the position index as a whole. A repair empties it, and servers build it again in the background.
    pub(super) async fn check_position_index(&mut self, index: IndexCheck) -> Result<(), StoreError> {
        let differences = index.find_differences();
        if self.is_repair && (index.has_unreadable || index.is_wrong || !differences.is_empty()) {
            self.checker.empty_position_index().await?;
        }
        differences.into_iter().for_each(|difference| self.note(difference, self.is_repair));
        Ok(())
    }
}
