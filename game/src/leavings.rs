//! Games that a player has left: facts about people, which follow from the log.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{EndReason, LeavingKind, Outcome};

use crate::absent_seats::absent_seats_of;
use crate::fact::Entry;
use crate::player::PlayerId;
use crate::room::Room;

/// A player who has left a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Leaving {
    /// The player.
    pub player: PlayerId,
    /// The kind of leaving.
    pub kind: LeavingKind,
}

/// The players who have left a game. `room` is the game after `end`, the entry that ended it.
///
/// Only games with a clock in seconds count, in which two people had sat down and no server failed.
pub fn find_leavings(room: &Room, end: &Entry) -> Vec<Leaving> {
    if !can_be_left(room) {
        return Vec::new();
    }
    let (kind, seats) = match room.outcome() {
        Some(Outcome { reason: EndReason::Abandoned, winner: Some(winner) }) => {
            (LeavingKind::WalkedAway, vec![!*winner])
        }
        // Its maker may have been away when the game began.
        _ if room.has_waited_alone() => return Vec::new(),
        _ => (LeavingKind::NoShow, absent_seats_of(room, end)),
    };
    let players = seats.into_iter().filter_map(|seat| room.seats()[seat].as_ref());
    players.map(|player| Leaving { player: player.id.clone(), kind }).collect()
}

fn can_be_left(room: &Room) -> bool {
    let has_person = |seat: Seat| room.seats()[seat].as_ref().is_some_and(|player| !player.bot);
    room.options().has_clock_in_seconds() && !room.had_outage() && Seat::ALL.into_iter().all(has_person)
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::Ruleset;
    use ikibuguzo_protocol::Text;

    use super::*;
    use crate::fact::{Fact, log_of};
    use crate::origin::Origin;
    use crate::player::Player;
    use crate::room::{GameOptions, initial_facts};
    use crate::test_time::at;

    fn player(name: &str, bot: bool) -> Player {
        Player { id: name.into(), name: name.parse().expect("a name"), bot }
    }

    /// The players who have left a game of Kubuguza that ends after some facts for a reason. North claims, if it has
    /// claimed.
    fn leavings(
        clock: &str,
        bot: bool,
        more: &[Fact],
        outcome: Outcome,
        claimed: bool,
    ) -> Vec<(String, LeavingKind)> {
        let options = GameOptions {
            rules: "kubuguza".parse().expect("rules"),
            rules_version: Ruleset::VERSION,
            public: true,
            clock: clock.parse().expect("a clock"),
            rated: false,
        };
        let players = vec![(Seat::South, player("south", false)), (Seat::North, player("north", bot))];
        let mut facts = initial_facts(options, None, players);
        // North is invited after South has sat down, and before North does.
        let index = if let [Fact::Invited { .. }] = more { 2 } else { facts.len() };
        facts.splice(index..index, more.iter().cloned());
        facts.push(Fact::Ended(outcome));
        let mut log = log_of(facts, at(1));
        let end = log.last_mut().expect("an end");
        end.origin =
            claimed.then(|| Origin { player: "north".into(), id: "c".parse().expect("an id"), hash: None });
        let room = Room::replay(&log).expect("a log");
        let found = find_leavings(&room, log.last().expect("an end"));
        found.into_iter().map(|it| (it.player.as_str().to_owned(), it.kind)).collect()
    }

    const ABORTED: Outcome = Outcome { winner: None, reason: EndReason::Aborted };
    const ABANDONED: Outcome = Outcome { winner: Some(Text(Seat::North)), reason: EndReason::Abandoned };

    #[test]
    fn who_does_not_come_or_walks_away_has_left() {
        let no_show = [("south".to_owned(), LeavingKind::NoShow)];
        assert_eq!(leavings("fischer:180+2", false, &[], ABORTED, false), no_show);
        assert_eq!(leavings("delay:180+2", false, &[], ABORTED, true), no_show);
        let walked_away = [("south".to_owned(), LeavingKind::WalkedAway)];
        assert_eq!(leavings("fischer:180+2", false, &[], ABANDONED, true), walked_away);
    }

    #[test]
    fn other_ends_and_other_games_count_for_nobody() {
        for reason in [EndReason::Resignation, EndReason::Timeout, EndReason::NoMove] {
            let outcome = Outcome { reason, ..ABANDONED };
            assert_eq!(leavings("fischer:180+2", false, &[], outcome, false), []);
        }
        for (clock, bot) in [("none", false), ("days:1", false), ("fischer:180+2", true)] {
            assert_eq!(leavings(clock, bot, &[], ABORTED, false), [], "{clock}");
            assert_eq!(leavings(clock, bot, &[], ABANDONED, true), [], "{clock}");
        }
    }

    #[test]
    fn who_does_not_come_to_a_challenge_that_waited_alone_has_not_left() {
        let invited =
            [Fact::Invited { player: player("north", false), open_until: Some(at(2)), commitment: None }];
        assert_eq!(leavings("fischer:180+2", false, &invited, ABORTED, false), []);
        assert_eq!(leavings("fischer:180+2", false, &invited, ABANDONED, true).len(), 1);
    }

    #[test]
    fn a_game_in_which_the_server_failed_counts_for_nobody() {
        let excused = |until| [Fact::Excused { from: at(1), until }];
        assert_eq!(leavings("fischer:180+2", false, &excused(at(2_001)), ABORTED, false), []);
        assert_eq!(leavings("fischer:180+2", false, &excused(at(2_001)), ABANDONED, true), []);
        assert_eq!(leavings("fischer:180+2", false, &excused(at(1_201)), ABANDONED, true).len(), 1);
    }
}
