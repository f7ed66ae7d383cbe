//! Which players may receive the messages about a command later.
//!
//! A player who has nothing to do before the next event loses nothing if this event comes together with that one: the
//! one who has just moved waits for the opponent anyway. Under load this halves the sends to sockets.

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::room::{CommandKind, Phase, Room};
use ikibuguzo_protocol::Role;

/// The seats whose messages about one command may be deferred.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DeferredDelivery {
    seats: BySeat<bool>,
    sender: Option<Seat>,
}

impl DeferredDelivery {
    /// What may be deferred after a command has changed the room.
    pub(super) fn after(room: &Room, player: &PlayerId, command: &CommandKind) -> Self {
        let sender = room.seat_of(player);
        let seats = sender.map(|seat| deferred_seats(room, seat, command)).unwrap_or_default();
        Self { seats, sender }
    }

    /// Whether the acknowledgement may be deferred.
    pub(super) fn includes_sender(self) -> bool {
        self.sender.is_some_and(|seat| self.seats[seat])
    }

    /// Whether the events may be deferred for such a viewer; never for spectators.
    pub(super) fn includes(self, viewer: Role) -> bool {
        viewer.seat().is_some_and(|seat| self.seats[seat])
    }
}

fn deferred_seats(room: &Room, sender: Seat, command: &CommandKind) -> BySeat<bool> {
    match (command, room.phase()) {
        // The opponent has to answer the offer.
        (CommandKind::OfferRematch(_), Phase::Finished(_)) if room.rematch().game.is_none() => {
            BySeat::from_fn(|seat| seat == sender)
        }
        // Both players knew that the other one still has to arrange.
        (CommandKind::Arrange(_), Phase::Arranging(_)) => BySeat::from_fn(|_| true),
        // The player who is not to move waits for the one who is.
        (CommandKind::Arrange(_) | CommandKind::Act { .. }, Phase::Playing(_)) => {
            seats_except(room.to_move())
        }
        _ => BySeat::default(),
    }
}

/// All seats but one; none without that one.
fn seats_except(seat: Option<Seat>) -> BySeat<bool> {
    BySeat::from_fn(|other| seat.is_some_and(|seat| seat != other))
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use ikibuguzo_engine::{Array, Ruleset};
    use ikibuguzo_protocol::Timestamp;
    use ikibuguzo_protocol::{GameId, TimeControl};

    use super::*;
    use ikibuguzo_game::fact::log_of;
    use ikibuguzo_game::origin::CommandHash;
    use ikibuguzo_game::player::Player;
    use ikibuguzo_game::projection;
    use ikibuguzo_game::room::{Command, Decision, DecisionContext, GameOptions, initial_facts};

    fn player(seat: Seat) -> Player {
        let name = seat.to_string();
        Player::person(name.as_str().into(), name.parse().expect("a name"))
    }

    fn room(rules: &str) -> Room {
        let rules: Ruleset = rules.parse().expect("rules");
        let terms = GameOptions {
            rules,
            rules_version: Ruleset::VERSION,
            public: true,
            clock: TimeControl::None,
            rated: false,
        };
        let mut room = Room::replay(&log_of(
            initial_facts(terms, None, vec![(Seat::South, player(Seat::South))]),
            Timestamp::from_millis(1),
        ))
        .expect("a log");
        assert_eq!(play(&mut room, Seat::North, CommandKind::Sit), [false, false]);
        room
    }

    /// Plays a command; whether messages about it may be deferred for South and for North.
    fn play(room: &mut Room, seat: Seat, ask: CommandKind) -> [bool; 2] {
        let (game, id) = (GameId::from_random([7; GameId::LENGTH]), format!("c{}", room.head()));
        let hash = CommandHash::of(&id);
        let (who, command) = (player(seat), Command { id: id.parse().expect("an id"), hash, kind: ask });
        match room.handle(game, &who, &command, &DecisionContext::default()).expect("allowed") {
            Decision::Duplicate(_) => panic!("each has an id of its own"),
            Decision::Accepted { facts, .. } => {
                let mut entries = log_of(facts, Timestamp::from_millis(1));
                for entry in &mut entries {
                    entry.seq = room.head() + 1;
                    room.apply(entry).expect("what was decided can be applied");
                }
            }
        }
        let deferred = DeferredDelivery::after(room, &who.id, &command.kind);
        assert_eq!(deferred.includes_sender(), deferred.includes(Some(seat).into()));
        assert!(!deferred.includes(Role::Spectator));
        [deferred.includes(Role::South), deferred.includes(Role::North)]
    }

    #[test]
    fn the_player_to_act_is_told_at_once() {
        let mut chance = Rng::with_seed(5);
        for rules in ["ikibuguzo:first", "kubuguza", "njombwa:8", "azigo:own-row"] {
            let mut room = room(rules);
            if !room.has_board() {
                assert_eq!(play(&mut room, Seat::North, CommandKind::Arrange(Array::First)), [true, true]);
                assert_eq!(play(&mut room, Seat::South, CommandKind::Arrange(Array::First)), [false, true]);
            }
            while let Some(seat) = room.to_move().filter(|_| room.outcome().is_none()) {
                let view = projection::view(&room, Some(seat).into());
                let legal = view.position.expect("it is played").legal;
                let action = chance.choice(&legal).expect("the seat to move can act").to_string();
                let ask = CommandKind::Act { after: room.head(), action };
                let deferred = play(&mut room, seat, ask);
                let next = room.to_move().filter(|_| room.outcome().is_none());
                let expected = Seat::ALL.map(|one| next.is_some() && next != Some(one));
                assert_eq!(deferred, expected, "{rules} after {}", room.head());
            }
            let [game, again] = [8, 9].map(|id| GameId::from_random([id; GameId::LENGTH]));
            assert_eq!(play(&mut room, Seat::South, CommandKind::OfferRematch(game)), [true, false]);
            assert_eq!(play(&mut room, Seat::North, CommandKind::OfferRematch(again)), [false, false]);
        }
    }
}
