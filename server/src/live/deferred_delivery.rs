//! Who need not hear at once what has happened: whoever has nothing to do before the next event. Where another transaction
//! is on its way they hear both in one go, since to send something costs as much as a quarter of a move.

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::Role;

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::room::{CommandKind, Phase, Room};

/// Which seats need not hear at once, and which one has asked.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DeferredDelivery {
    seats: BySeat<bool>,
    asker: Option<Seat>,
}

impl DeferredDelivery {
    /// After a command was done.
    pub(super) fn after(room: &Room, who: &PlayerId, ask: &CommandKind) -> Self {
        let asker = room.seat_of(who);
        let seats = asker.map(|seat| seats_after(room, seat, ask)).unwrap_or_default();
        Self { seats, asker }
    }

    /// Whether whoever has asked need not hear at once that it is done.
    pub(super) fn of_asker(self) -> bool {
        self.asker.is_some_and(|seat| self.seats[seat])
    }

    /// Whether such a viewer need not hear at once what it made. Spectators are many, and are told a few at a time.
    pub(super) fn of(self, role: Role) -> bool {
        role.seat().is_some_and(|seat| self.seats[seat])
    }
}

fn seats_after(room: &Room, asker: Seat, ask: &CommandKind) -> BySeat<bool> {
    let is_over = room.outcome().is_some();
    let is_asker = BySeat::from_fn(|seat| seat == asker);
    match (ask, room.phase()) {
        // The other one is to answer.
        (CommandKind::OfferRematch(_), _) if is_over && room.rematch().game.is_none() => is_asker,
        // Both knew before that the other one is to arrange.
        (CommandKind::Arrange(_), Phase::Arranging(_)) if !is_over => BySeat::from_fn(|_| true),
        // Whoever is not to move waits for whoever is.
        (CommandKind::Arrange(_) | CommandKind::Act { .. }, Phase::Playing(game)) if !is_over => {
            others_than(game.to_move())
        }
        _ => BySeat::default(),
    }
}

/// Nobody where nobody is to move.
fn others_than(next: Option<Seat>) -> BySeat<bool> {
    BySeat::from_fn(|seat| next.is_some_and(|next| next != seat))
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;
    use ikibuguzo_engine::{Array, Game, Ruleset};
    use ikibuguzo_protocol::{GameId, TimeControl};

    use super::*;
    use ikibuguzo_game::fact::log_of;
    use ikibuguzo_game::player::Player;
    use ikibuguzo_game::room::{Answer, Command, DecisionContext, GameOptions, begin_facts};

    fn player(seat: Seat) -> Player {
        let name = seat.to_string();
        Player { id: name.as_str().into(), name: name.parse().expect("a name") }
    }

    fn room(rules: &str) -> Room {
        let rules: Ruleset = rules.parse().expect("rules");
        let terms =
            GameOptions { rules, rules_version: Ruleset::VERSION, public: true, clock: TimeControl::None };
        let mut room =
            Room::replay(&log_of(begin_facts(terms, None, vec![(Seat::South, player(Seat::South))]), 1))
                .expect("a log");
        assert_eq!(after(&mut room, Seat::North, CommandKind::Sit), [false, false]);
        room
    }

    /// What a command leads to, and who is at leisure then: South and North.
    fn after(room: &mut Room, seat: Seat, ask: CommandKind) -> [bool; 2] {
        let (game, id) = (GameId::from_random([7; GameId::LENGTH]), format!("c{}", room.head()));
        let (who, command) = (player(seat), Command { id: id.parse().expect("an id"), ask });
        match room.handle(game, &who, &command, &DecisionContext::default()).expect("allowed") {
            Answer::Already(_) => panic!("each has an id of its own"),
            Answer::New { facts, .. } => {
                let mut entries = log_of(facts, 1);
                for entry in &mut entries {
                    entry.seq = room.head() + 1;
                    room.apply(entry).expect("what was decided can be applied");
                }
            }
        }
        let leisure = DeferredDelivery::after(room, &who.id, &command.ask);
        assert_eq!(leisure.of_asker(), leisure.of(Some(seat).into()));
        assert!(!leisure.of(Role::Spectator));
        [leisure.of(Role::South), leisure.of(Role::North)]
    }

    #[test]
    fn whoever_is_to_act_hears_at_once() {
        let mut chance = Rng::with_seed(5);
        for rules in ["ikibuguzo:first", "kubuguza", "njombwa:8", "azigo:own-row"] {
            let mut room = room(rules);
            if room.game().is_none() {
                assert_eq!(after(&mut room, Seat::North, CommandKind::Arrange(Array::First)), [true, true]);
                assert_eq!(after(&mut room, Seat::South, CommandKind::Arrange(Array::First)), [false, true]);
            }
            while let Some(seat) = room.game().and_then(Game::to_move).filter(|_| room.outcome().is_none()) {
                let game = room.game().expect("it is played");
                let action =
                    chance.choice(&game.legal_actions()).expect("the seat to move can act").to_string();
                let ask = CommandKind::Act { ply: game.plies(), action };
                let at_leisure = after(&mut room, seat, ask);
                let next = room.game().and_then(Game::to_move).filter(|_| room.outcome().is_none());
                let expected = Seat::ALL.map(|one| next.is_some() && next != Some(one));
                assert_eq!(at_leisure, expected, "{rules} after {}", room.head());
            }
            let [game, again] = [8, 9].map(|id| GameId::from_random([id; GameId::LENGTH]));
            assert_eq!(after(&mut room, Seat::South, CommandKind::OfferRematch(game)), [true, false]);
            assert_eq!(after(&mut room, Seat::North, CommandKind::OfferRematch(again)), [false, false]);
        }
    }
}
