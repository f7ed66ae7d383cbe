//! The page with the rules of a game.

/// The page of `docs/rules` that has the rules of a game, and which of its sections apply at a moment.
///
/// It is apart from [`GameTraits`](crate::GameTraits), so that a program that shows no rules does not contain their text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RulesPage {
    /// The text in Markdown. Its first line is the name of the game.
    pub text: &'static str,
    /// The short name of the document that `[source]` refers to.
    pub source: &'static str,
    /// The titles of the sections about the opening; empty in games without one.
    pub opening: &'static [&'static str],
    /// The titles of the sections about a choice with counters in hand; empty in games without one.
    pub choice: &'static [&'static str],
    /// The titles of the sections about a turn.
    pub turn: &'static [&'static str],
}
