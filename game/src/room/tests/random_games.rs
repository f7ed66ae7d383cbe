//! Games of random commands.

use fastrand::Rng;
use ikibuguzo_engine::{Array, Ruleset, Seat};
use ikibuguzo_protocol::{Period, Role, TimeControl};

use super::berserk::arena_game;
use super::{Table, random_command};
use crate::room::CommandKind;
use crate::test_time::ms;

const CLOCKS: [TimeControl; 4] = [
    TimeControl::None,
    TimeControl::Fischer { initial: 600, increment: 5 },
    TimeControl::Delay { initial: 600, delay: 3 },
    TimeControl::Days(2),
];

pub(super) const VIEWERS: [Role; 3] = [Role::South, Role::North, Role::Spectator];

/// Commands of one random game.
const COMMANDS: usize = 150;

/// A game of random commands, most of them legal actions, in which time passes and servers fail.
pub(super) fn random_game(rules: Ruleset, clock: TimeControl, rng: &mut Rng) -> Table {
    let mut table = arena_game(&rules.to_string(), clock);
    for who in ["south", "north"] {
        let preferred = *rng.choice(&Array::ALL).expect("an array");
        for (number, array) in [preferred, Array::First, Array::Second].into_iter().enumerate() {
            let _ = table.command(who, &format!("{who}-arranges-{number}"), CommandKind::Arrange(array));
        }
    }
    for number in 0..COMMANDS {
        let now = table.context.now + ms(rng.u64(..4_000));
        table.pass_time(now, &[]);
        if rng.u8(..20) == 0 {
            let downtime = Period::new(now - ms(rng.u64(..3_000)), now);
            table.pass_time(now, &[downtime]);
        }
        let waiting = Seat::ALL.into_iter().find(|seat| table.room.awaited_since(*seat).is_some());
        let other = *rng.choice(&Seat::ALL).expect("a seat");
        let seat = waiting.filter(|_| rng.u8(..4) > 0).unwrap_or(other);
        let is_berserk = table.room.clocks().is_some() && rng.u8(..40) == 0;
        let kind = if is_berserk { CommandKind::Berserk } else { random_command(&table, rng) };
        let _ = table.command(&seat.to_string(), &format!("{number}"), kind);
    }
    table
}

/// Checks three random games of each ruleset with each clock. Each `required` text must occur in what a spectator of one
/// of them receives.
pub(super) fn for_each_random_game(seed: u64, required: &[&str], mut check: impl FnMut(&Table, &mut Rng)) {
    let mut rng = Rng::with_seed(seed);
    let mut missing = required.to_vec();
    for rules in Ruleset::ALL {
        for clock in CLOCKS.into_iter().flat_map(|clock| [clock; 3]) {
            let table = random_game(*rules, clock, &mut rng);
            check(&table, &mut rng);
            let received = table.output_to(Role::Spectator);
            missing.retain(|text| !received.contains(text));
        }
    }
    assert!(missing.is_empty(), "{missing:?} did not occur");
}
