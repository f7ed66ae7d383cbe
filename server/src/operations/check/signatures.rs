//! The signed days: their statements, their signatures, and the numbers of games. What was signed was published, so
//! nothing is repaired. The paths of the games are checked with the games.

use ikibuguzo_game::inclusion::SignedStatement;
use ikibuguzo_store::{SignatureToCheck, StoreError};

use super::{Check, Difference};
use crate::signatures::games_key::GamesKey;

/// What is wrong with a signature.
fn find_difference(signed: &SignatureToCheck, key: Option<&GamesKey>) -> Option<Difference> {
    let SignatureToCheck { last_day, statement, signature, games } = signed;
    let difference = |what: &str, stored: String, expected: String| Difference {
        subject: format!("signed days up to {last_day}, {what}"),
        stored,
        expected,
        is_repaired: false,
    };
    let expected = key.map(|key| key.sign(statement));
    if expected.as_ref() != Some(signature) {
        let expected = "that of the key over the statement".to_owned();
        return Some(difference("signature", "another signature".to_owned(), expected));
    }
    let statement =
        statement.parse().ok().filter(|it: &SignedStatement| it.last_day.to_string() == *last_day);
    let Some(statement) = statement else {
        return Some(difference(
            "statement",
            "another text".to_owned(),
            "a statement up to this day".to_owned(),
        ));
    };
    (statement.games as u64 != *games)
        .then(|| difference("games", games.to_string(), statement.games.to_string()))
}

impl<R: FnMut(&Difference)> Check<R> {
    /// Checks all signatures.
    pub(super) async fn check_signatures(&mut self) -> Result<(), StoreError> {
        let signatures = self.checker.read_signatures().await?;
        let key = self.checker.find_games_key().await?.and_then(|stored| GamesKey::read(&stored));
        for difference in signatures.iter().filter_map(|signed| find_difference(signed, key.as_ref())) {
            self.note(difference, false);
        }
        Ok(())
    }
}
