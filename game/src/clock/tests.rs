use fastrand::Rng;
use ikibuguzo_protocol::whole_millis;

use super::*;
use crate::test_time::{at, ms};

const SOUTH: Seat = Seat::South;

/// Both seats have completed their first turns.
const TURNS: u32 = FIRST_TURNS + 1;

/// A clock without an allowance, at the start of South's second turn.
fn started(control: &str) -> Clock {
    started_with_allowance(control, ms(0))
}

fn started_with_allowance(control: &str, allowance: Duration) -> Clock {
    let mut clock = Clock::new(control.parse().expect("a time control"), allowance).expect("a clock");
    clock.start(SOUTH, FIRST_TURNS, at(1_000));
    clock
}

fn receipt(arrival: u64, charge: u64, balance: u64) -> Option<Receipt> {
    receipt_with_allowance(arrival, charge, 0, balance)
}

fn receipt_with_allowance(arrival: u64, charge: u64, allowance: u64, balance: u64) -> Option<Receipt> {
    Some(Receipt { arrival: at(arrival), charge: ms(charge), allowance: ms(allowance), balance: ms(balance) })
}

#[test]
fn a_game_without_time_control_has_no_clock() {
    assert_eq!(Clock::new(TimeControl::None, ms(0)), None);
}

#[test]
fn fischer_adds_after_each_turn() {
    let mut clock = started("fischer:60+5");
    assert_eq!(clock.end_turn(TURNS, at(4_000)), receipt(4_000, 3_000, 62_000));
    assert_eq!(clock.end_turn(TURNS, at(5_000)), receipt(5_000, 1_000, 64_000));
    assert_eq!(clock.runs_out_at(), Some(at(5_000 + 62_000)));
}

#[test]
fn a_turn_of_several_actions_is_one_turn() {
    let mut clock = started("fischer:60+5");
    assert_eq!(clock.charge(at(2_000)), receipt(2_000, 1_000, 59_000));
    assert_eq!(clock.charge(at(3_000)), receipt(3_000, 1_000, 58_000));
    assert_eq!(clock.end_turn(TURNS, at(3_500)), receipt(3_500, 500, 62_500));
    let mut clock = started("delay:60+5");
    assert_eq!(clock.charge(at(4_000)), receipt(4_000, 0, 60_000), "within the delay");
    assert_eq!(clock.charge(at(7_000)), receipt(7_000, 1_000, 59_000), "the rest of the same delay");
    assert_eq!(clock.end_turn(TURNS, at(8_000)), receipt(8_000, 1_000, 58_000));
}

#[test]
fn the_allowance_of_each_action_is_not_charged() {
    let mut clock = started_with_allowance("fischer:60+5", ms(1_000));
    assert_eq!(clock.runs_out_at(), Some(at(1_000 + 1_000 + 60_000)));
    assert_eq!(
        clock.charge(at(1_400)),
        receipt_with_allowance(1_400, 0, 400, 60_000),
        "what is left of it is lost"
    );
    assert_eq!(
        clock.charge(at(3_000)),
        receipt_with_allowance(3_000, 600, 1_000, 59_400),
        "a choice in the same turn has its own"
    );
    assert_eq!(clock.end_turn(TURNS, at(4_500)), receipt_with_allowance(4_500, 500, 1_000, 63_900));
    assert_eq!(clock.end_turn(TURNS, at(5_500)), receipt_with_allowance(5_500, 0, 1_000, 65_000));
    assert_eq!(clock.seat_out_of_time(at(5_500 + 64_899)), None);
    assert_eq!(clock.seat_out_of_time(at(5_500 + 64_900)), Some(SOUTH));
}

#[test]
fn the_delay_begins_after_the_allowance() {
    let mut clock = started_with_allowance("delay:60+5", ms(1_000));
    assert_eq!(clock.runs_out_at(), Some(at(67_000)));
    assert_eq!(clock.charge(at(4_000)), receipt_with_allowance(4_000, 0, 1_000, 60_000));
    assert_eq!(
        clock.charge(at(9_000)),
        receipt_with_allowance(9_000, 1_000, 1_000, 59_000),
        "3 seconds of the delay were left"
    );
}

#[test]
fn a_correspondence_clock_is_full_again_after_each_turn() {
    let day = 86_400_000;
    let mut clock = started("days:2");
    assert_eq!(clock.end_turn(TURNS, at(1_000 + day)), receipt(1_000 + day, day, 2 * day));
    assert_eq!(clock.runs_out_at(), Some(at(1_000 + 3 * day)));
}

#[test]
fn a_clock_has_run_out_at_the_exact_moment() {
    let clock = started("delay:60+5");
    assert_eq!(clock.seat_out_of_time(at(65_999)), None);
    assert_eq!(clock.seat_out_of_time(at(66_000)), Some(SOUTH));
}

#[test]
fn a_system_clock_set_back_charges_nothing() {
    let mut clock = started("fischer:60+0");
    assert_eq!(clock.end_turn(TURNS, at(500)), receipt(500, 0, 60_000));
}

#[test]
fn the_first_turn_of_each_seat_is_not_charged() {
    for control in ["fischer:1+5", "delay:1+0", "days:2"] {
        let mut clock = started(control);
        clock.start(SOUTH, 0, at(1_000));
        let limit = clock.control.start_limit().expect("a clock");
        let full = clock.balance.south;
        assert_eq!((clock.runs_out_at(), clock.due()), (None, Some(at(1_000) + limit)));
        assert_eq!(clock.view().running, None);
        assert_eq!(
            clock.charge(at(50_000)),
            receipt(50_000, 0, whole_millis(full)),
            "the limit is for the whole turn"
        );
        assert_eq!(clock.first_turn_by(), Some(at(1_000) + limit));
        assert_eq!(clock.end_turn(1, at(51_000)), receipt(51_000, 0, whole_millis(full)), "no increment");
        assert_eq!(
            (clock.seat_out_of_time(at(51_000) + limit), clock.due()),
            (None, Some(at(51_000) + limit))
        );
        assert_eq!(clock.end_turn(2, at(60_000)), receipt(60_000, 0, whole_millis(full)));
        assert_eq!((clock.first_turn_by(), clock.runs_out_at()), (None, Some(at(60_000) + full)));
    }
}

#[test]
fn downtime_extends_the_first_turn() {
    let mut clock = started("fischer:60+0");
    clock.start(SOUTH, 0, at(1_000));
    clock.excuse(ms(7_000));
    assert_eq!(clock.due(), Some(at(68_000)));
}

/// Random turns and downtimes, compared with sums kept beside the clock.
#[test]
fn the_laws_of_clocks_hold_in_random_games() {
    for seed in 0..500 {
        let mut rng = Rng::with_seed(seed);
        let control = random_control(&mut rng);
        let full = control.initial().expect("a clock");
        let allowance = rng.u32(0..2) * control.sowing_allowance();
        let mut clock = Clock::new(control, allowance).expect("a clock");
        let mut now = at(rng.u64(..1 << 40));
        let mut seat = SOUTH;
        clock.start(seat, 0, now);
        let mut charged = BySeat::new(Duration::ZERO, Duration::ZERO);
        let mut elapsed = BySeat::new(Duration::ZERO, Duration::ZERO);
        let mut turns = BySeat::new(0_u32, 0);
        for _ in 0..100 {
            let before = clock;
            let time = ms(rng.u64(..whole_millis(full) / 4));
            now += time;
            if rng.u8(..8) == 0 {
                // All of this time is downtime.
                clock.excuse(time);
                assert_eq!(clock.due(), before.due().map(|due| due + time));
                continue;
            }
            let completed = turns.south + turns.north;
            let is_first_turn = completed < FIRST_TURNS;
            if let Some(flagged) = clock.seat_out_of_time(now) {
                assert_eq!(flagged, seat);
                assert!(elapsed[seat] + time >= full, "no player loses before its time is used up");
                break;
            }
            elapsed[seat] += time;
            let passes = rng.bool();
            let receipt = if passes { clock.end_turn(completed + 1, now) } else { clock.charge(now) }
                .expect("a clock runs");
            assert!(clock.safe_until(now) >= before.safe_until(now - time), "it never moves back");
            charged[seat] += receipt.charge;
            turns[seat] += u32::from(passes);
            assert!(!is_first_turn || receipt.charge.is_zero());
            assert!(receipt.allowance <= allowance && receipt.charge + receipt.allowance <= time);
            assert!(charged[seat] <= elapsed[seat], "no player is charged more than it used");
            assert_eq!(
                clock.balance[!seat], before.balance[!seat],
                "only the clock of the seat to move falls"
            );
            if !control.is_correspondence() {
                let gained = turns[seat].saturating_sub(1) * control.increment();
                assert_eq!(
                    clock.balance[seat] + charged[seat],
                    full + gained,
                    "it rises only by its increment"
                );
            }
            if passes {
                seat = !seat;
            }
        }
    }
}

fn random_control(rng: &mut Rng) -> TimeControl {
    let initial = rng.u32(1..600);
    let each = rng.u32(..30);
    match rng.u8(..3) {
        0 => TimeControl::Fischer { initial, increment: each },
        1 => TimeControl::Delay { initial, delay: each },
        _ => TimeControl::Days(rng.u32(1..=14)),
    }
}
