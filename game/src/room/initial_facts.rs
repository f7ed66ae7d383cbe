use ikibuguzo_engine::{GameStart, Ruleset, Seat};
use ikibuguzo_protocol::{GameId, Text};

use super::options::GameOptions;
use crate::fact::Fact;
use crate::player::Player;

/// The first facts of a game: it is created, and these players sit down.
pub fn initial_facts(
    options: GameOptions,
    rematch_of: Option<GameId>,
    players: Vec<(Seat, Player)>,
) -> Vec<Fact> {
    let GameOptions { rules, rules_version, public, clock, rated } = options;
    let created = Fact::Created {
        rules: Text(rules),
        rules_version,
        public,
        clock: Text(clock),
        allowance: clock.sowing_allowance(),
        rated,
        berserk: false,
        rematch_of,
        from_record: None,
    };
    let begun = (players.len() == Seat::ALL.len()).then(|| begun_fact(rules)).flatten();
    let seated =
        players.into_iter().map(|(seat, player)| Fact::Seated { seat: Text(seat), player, commitment: None });
    std::iter::once(created).chain(seated).chain(begun).collect()
}

/// The first facts of a game of an arena: each player may halve its clock before its first action.
pub fn arena_facts(options: GameOptions, players: Vec<(Seat, Player)>) -> Vec<Fact> {
    let mut facts = initial_facts(options, None, players);
    if let Some(Fact::Created { berserk, .. }) = facts.first_mut() {
        *berserk = true;
    }
    facts
}

/// The fact that follows when the second player sits down; none in games with an arrangement.
pub(super) fn begun_fact(rules: Ruleset) -> Option<Fact> {
    match rules.begin() {
        GameStart::Play(_) => Some(Fact::Begun {}),
        GameStart::Arrange(_) => None,
    }
}
