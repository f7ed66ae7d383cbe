use ikibuguzo_protocol::GameId;

use crate::fact::Fact;

/// The result of a command that is not rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decision {
    /// The command had its effect before. This is the `seq` of its first entry.
    Duplicate(u64),
    /// The command produces facts.
    Accepted {
        /// The facts, in order; never empty.
        facts: Vec<Fact>,
        /// The rematch that starts, if any.
        rematch: Option<NewRematch>,
    },
}

/// A game that starts as the rematch of another one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewRematch {
    /// Its id.
    pub id: GameId,
    /// Its first facts.
    pub facts: Vec<Fact>,
}

impl Decision {
    /// Accepts a command with these facts.
    pub(super) fn accept(facts: impl IntoIterator<Item = Fact>) -> Self {
        Self::Accepted { facts: facts.into_iter().collect(), rematch: None }
    }
}
