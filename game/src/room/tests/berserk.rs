//! Halving one's own clock in a game of an arena.

use std::time::Duration;

use fastrand::Rng;
use ikibuguzo_engine::{Array, Ruleset, Seat};
use ikibuguzo_protocol::{ErrorCode, Role, Seats, Text, TimeControl, Timestamp, whole_millis};

use super::{Table, player};
use crate::clock::FIRST_TURNS;
use crate::fact::{Fact, log_of};
use crate::projection;
use crate::room::{CommandKind, DecisionContext, GameOptions, Room, arena_facts};
use crate::test_time::{at, ms};

const START: Timestamp = at(1_000_000);

/// The time of each action that is not charged.
const ALLOWANCE: Duration = ms(1_000);

/// A game of an arena, with both players seated at `START`.
pub(super) fn arena_game(rules: &str, clock: TimeControl) -> Table {
    let rules: Ruleset = rules.parse().expect("rules");
    let options = GameOptions { rules, rules_version: Ruleset::VERSION, public: true, clock, rated: false };
    let players = vec![(Seat::South, player("south")), (Seat::North, player("north"))];
    let log = log_of(arena_facts(options, players), START);
    let room = Room::replay(&log).expect("a log");
    Table { log, room, context: DecisionContext { now: START, ..DecisionContext::default() } }
}

fn balance(table: &Table) -> Seats<Duration> {
    table.room.clocks().expect("clocks").balance
}

#[test]
fn who_goes_berserk_has_half_the_time_and_no_increment() {
    let mut table = arena_game("kubuguza", TimeControl::Fischer { initial: 61, increment: 5 });
    table.command("north", "1", CommandKind::Berserk).expect("before its first action");
    assert_eq!(balance(&table), Seats { south: ms(61_000), north: ms(30_500) });
    for (who, action) in [("south", "O"), ("north", "n"), ("south", "P"), ("north", "l")] {
        table.context.now += ms(3_000);
        table.play(who, &format!("{who}-{action}"), action).expect("played");
    }
    // Of each later action, one second is not charged.
    assert_eq!(balance(&table), Seats { south: ms(61_000 - 2_000 + 5_000), north: ms(30_500 - 2_000) });
}

#[test]
fn a_berserk_delay_clock_has_no_delay() {
    let mut table = arena_game("kubuguza", TimeControl::Delay { initial: 60, delay: 5 });
    table.command("south", "1", CommandKind::Berserk).expect("before its first action");
    for (who, action) in [("south", "O"), ("north", "n"), ("south", "P"), ("north", "l")] {
        table.context.now += ms(4_000);
        table.play(who, &format!("{who}-{action}"), action).expect("played");
    }
    assert_eq!(balance(&table), Seats { south: ms(27_000), north: ms(60_000) });
}

#[test]
fn a_clock_is_halved_once_and_before_the_first_action() {
    let mut table = arena_game("kubuguza", TimeControl::Fischer { initial: 60, increment: 5 });
    assert_eq!(table.refused("third", CommandKind::Berserk), ErrorCode::NotAPlayer);
    let seq = table.command("south", "1", CommandKind::Berserk).expect("before its first action");
    assert_eq!(table.command("south", "1", CommandKind::Berserk), Ok(seq), "the same command again");
    assert_eq!(table.refused("south", CommandKind::Berserk), ErrorCode::TooLateToBerserk);
    assert_eq!(balance(&table).south, Duration::from_millis(30_000));
    table.play("south", "2", "O").expect("played");
    table.play("north", "3", "n").expect("played");
    assert_eq!(table.refused("north", CommandKind::Berserk), ErrorCode::TooLateToBerserk);
    let offer = table.command("north", "4", CommandKind::OfferTakeback).expect("offered");
    let answer = CommandKind::AnswerTakeback { offer, accept: true };
    table.command("south", "5", answer).expect("taken back");
    assert_eq!(table.refused("north", CommandKind::Berserk), ErrorCode::TooLateToBerserk);
    assert_eq!(balance(&table), Seats { south: ms(30_000), north: ms(60_000) });
    table.command("south", "6", CommandKind::Resign).expect("resigned");
    assert_eq!(table.refused("north", CommandKind::Berserk), ErrorCode::GameOver);
}

#[test]
fn only_clocks_of_arenas_are_halved_and_only_once_play_has_begun() {
    let minute = TimeControl::Fischer { initial: 60, increment: 5 };
    for clock in [TimeControl::None, TimeControl::Days(1), minute] {
        let mut table = Table::open_with_clock("kubuguza", clock);
        table.command("north", "n-sit", CommandKind::Sit).expect("a free seat");
        assert_eq!(table.refused("south", CommandKind::Berserk), ErrorCode::CannotBerserk, "{clock}");
    }
    let mut table = arena_game("ikibuguzo:choice", minute);
    assert_eq!(table.refused("south", CommandKind::Berserk), ErrorCode::StillArranging);
    let mut table = table.arranged(Array::ALL[0]);
    table.command("south", "1", CommandKind::Berserk).expect("play has begun");
    assert_eq!(balance(&table).south, Duration::from_millis(30_000));
}

#[test]
fn everybody_sees_who_may_go_berserk_and_who_has() {
    let mut table = arena_game("kubuguza", TimeControl::Fischer { initial: 60, increment: 0 });
    let seen = |table: &Table| {
        let view = projection::view(&table.room, Role::Spectator);
        (view.may_berserk, view.berserk)
    };
    let seats = |south, north| Seats { south, north };
    assert_eq!(seen(&table), (seats(true, true), seats(false, false)));
    table.command("north", "1", CommandKind::Berserk).expect("before its first action");
    assert_eq!(seen(&table), (seats(true, false), seats(false, true)));
    table.play("south", "2", "O").expect("played");
    assert_eq!(seen(&table), (seats(false, false), seats(false, true)));
    assert_eq!(
        seen(&table).1,
        projection::view(&Room::replay(&table.log).expect("a log"), Role::South).berserk
    );
}

#[test]
fn a_log_that_halves_a_clock_too_late_is_corrupt() {
    let table = arena_game("kubuguza", TimeControl::Fischer { initial: 60, increment: 5 });
    let berserk = |seat| Fact::Berserked { seat: Text(seat) };
    let facts: Vec<Fact> = table.log.into_iter().map(|entry| entry.fact).collect();
    let twice = [facts.clone(), vec![berserk(Seat::South), berserk(Seat::South)]].concat();
    assert_eq!(
        Room::replay(&log_of(twice, Timestamp::from_millis(1))).map(|_| ()).expect_err("corrupt").seq,
        6
    );
    // Before play has begun there is no clock.
    let early = [facts[..3].to_vec(), vec![berserk(Seat::South)]].concat();
    assert_eq!(
        Room::replay(&log_of(early, Timestamp::from_millis(1))).map(|_| ()).expect_err("corrupt").seq,
        4
    );
}

/// A player who goes berserk has exactly half the time and never gains any, and no game ends before `safe_until`.
#[test]
fn the_laws_of_berserk_clocks_hold_in_random_games() {
    for seed in 0..300 {
        let mut rng = Rng::with_seed(seed);
        let initial = rng.u32(2..200);
        let each = rng.u32(..30);
        let clock = if rng.bool() {
            TimeControl::Fischer { initial, increment: each }
        } else {
            TimeControl::Delay { initial, delay: each }
        };
        let mut table = arena_game("kubuguza", clock);
        let full = Duration::from_secs(initial.into());
        for number in 0..60 {
            if table.room.outcome().is_some() {
                break;
            }
            let seat = table.room.game().and_then(ikibuguzo_engine::Game::to_move).expect("a seat to move");
            let safe_until = table.room.safe_until(table.context.now).expect("a clock runs");
            for who in ["south", "north"] {
                let is_rash = rng.u8(..3) == 0;
                let before = balance(&table);
                if is_rash && table.command(who, &format!("{who}-{number}"), CommandKind::Berserk).is_ok() {
                    let seat = if who == "south" { Seat::South } else { Seat::North };
                    assert_eq!((*before.get(seat), *balance(&table).get(seat)), (full, full / 2));
                }
            }
            let due = table.room.due().expect("a clock runs");
            assert!(due >= safe_until, "seed {seed}: {due} is before {safe_until}");
            let time = ms(rng.u64(..whole_millis(due - table.context.now)));
            table.context.now += time;
            let legal = table.room.game().expect("a game").legal_actions().to_vec();
            let action = rng.choice(&legal).expect("an action").to_string();
            let before = *balance(&table).get(seat);
            let is_first_turn = table.room.turns() < FIRST_TURNS;
            let who = if seat == Seat::South { "south" } else { "north" };
            table.play(who, &format!("a{number}"), &action).expect("played in time");
            if table.room.is_berserk()[seat] {
                let charge = if is_first_turn { ms(0) } else { time.saturating_sub(ALLOWANCE) };
                assert_eq!(*balance(&table).get(seat), before - charge, "seed {seed}: all time is charged");
            }
        }
        assert_eq!(Room::replay(&table.log).expect("a log").clocks(), table.room.clocks());
    }
}
