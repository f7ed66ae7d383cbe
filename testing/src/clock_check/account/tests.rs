//! The account of clocks, on logs that are right and on logs that contradict themselves.

use serde_json::{Value, json};

use super::*;

/// The account does not use the board.
fn position(turns: u32, to_move: Option<&str>) -> Value {
    let holes = json!({"south": [], "north": []});
    json!({"holes": holes, "ply": turns, "turns": turns, "to_move": to_move, "pending": null, "legal": []})
}

fn clocks(south: u64, north: u64, running: &str, runs_out_at: u64) -> Value {
    json!({"balance": {"south": south, "north": north}, "running": running, "runs_out_at": runs_out_at})
}

fn acted(seat: &str, turns: u32, to_move: Option<&str>, at: u64, charge: u64, balance: u64) -> Value {
    let receipt = json!({"arrival": at, "charge": charge, "balance": balance});
    json!({"at": at, "kind": "acted", "seat": seat, "ply": turns, "action": "A", "laps": [],
        "position": position(turns, to_move), "receipt": receipt})
}

/// A log of these events, numbered.
fn log(clock: &str, events: Vec<Value>) -> Vec<Event> {
    let created = json!({"at": 0, "kind": "created", "rules": "kubuguza", "rules_version": 1, "public": true, "clock": clock});
    let begun = json!({"at": 1_000, "kind": "begun", "position": position(0, Some("south"))});
    let events = [created, begun].into_iter().chain(events).zip(1..);
    let numbered = events.map(|(mut event, seq)| {
        event["seq"] = json!(seq);
        serde_json::from_value(event).expect("an event")
    });
    numbered.collect()
}

/// Two first turns, then a turn of South in which 2 of 5 seconds were excused.
fn excused_log() -> Vec<Value> {
    vec![
        acted("south", 1, Some("north"), 2_000, 0, 60_000),
        acted("north", 2, Some("south"), 3_000, 0, 60_000),
        json!({"at": 7_900, "kind": "excused", "from": 4_000, "until": 6_000,
            "clocks": clocks(60_000, 60_000, "south", 65_000)}),
        acted("south", 3, Some("north"), 8_000, 3_000, 62_000),
    ]
}

#[test]
fn a_log_with_an_excuse_balances() {
    let account = ClockAccount::of(&log("fischer:60+5", excused_log()));
    assert_eq!(account.violations, [""; 0]);
    let times: Vec<_> = account
        .stretches
        .iter()
        .map(|stretch| (stretch.time.from.as_millis(), stretch.time.until.as_millis()))
        .collect();
    assert_eq!(times, [(1_000, 2_000), (2_000, 3_000), (3_000, 8_000), (8_000, u64::MAX)]);
    let excused: Vec<_> = account.excused().collect();
    assert_eq!(
        excused,
        [Excused { seq: 5, time: Period::new(Timestamp::from_millis(4_000), Timestamp::from_millis(6_000)) }]
    );
}

#[test]
fn the_allowance_of_a_game_is_not_charged() {
    let mut events = excused_log();
    events[2]["clocks"]["runs_out_at"] = json!(66_000);
    events[3] = acted("south", 3, Some("north"), 8_000, 2_000, 63_000);
    events[3]["receipt"]["allowance"] = json!(1_000);
    let mut log = log("fischer:60+5", events);
    if let EventKind::Created { allowance, .. } = &mut log[0].kind {
        *allowance = Duration::from_secs(1);
    }
    assert_eq!(ClockAccount::of(&log).violations, [""; 0]);
}

#[test]
fn a_charge_that_ignores_an_excuse_is_found_with_its_size() {
    let mut events = excused_log();
    events[3] = acted("south", 3, Some("north"), 8_000, 5_000, 60_000);
    let account = ClockAccount::of(&log("fischer:60+5", events));
    assert_eq!(
        (account.violations.len(), account.largest_error),
        (1, Duration::from_secs(2)),
        "{:?}",
        account.violations
    );
}

#[test]
fn a_clock_that_rises_by_more_than_its_increment_is_found() {
    let mut events = excused_log();
    events[3] = acted("south", 3, Some("north"), 8_000, 3_000, 62_001);
    assert_eq!(ClockAccount::of(&log("fischer:60+5", events)).violations.len(), 1);
}

#[test]
fn an_excuse_of_time_before_the_turn_is_found() {
    let mut events = excused_log();
    events[2]["from"] = json!(2_999);
    events[2]["until"] = json!(4_999);
    let account = ClockAccount::of(&log("fischer:60+5", events));
    assert_eq!(account.violations.len(), 1, "{:?}", account.violations);
    assert!(account.violations[0].contains("outside 3000..7900"), "{:?}", account.violations);
}

#[test]
fn time_that_is_excused_twice_is_found() {
    let mut events = excused_log();
    events.insert(3, json!({"at": 7_950, "kind": "excused", "from": 5_999, "until": 6_500}));
    let account = ClockAccount::of(&log("fischer:60+5", events));
    assert!(account.violations[0].contains("5999..6000 was excused before"), "{:?}", account.violations);
}

#[test]
fn the_delay_of_a_turn_is_free_and_counts_once_a_turn() {
    let events = vec![
        acted("south", 1, Some("north"), 2_000, 0, 60_000),
        acted("north", 2, Some("south"), 3_000, 0, 60_000),
        // Of 5 seconds, 4 are used by the first action and 1 by the second one.
        acted("south", 2, Some("south"), 7_000, 0, 60_000),
        acted("south", 3, Some("north"), 9_000, 1_000, 59_000),
    ];
    assert_eq!(ClockAccount::of(&log("delay:60+5", events)).violations, [""; 0]);
}

#[test]
fn a_correspondence_clock_is_full_again_after_each_turn() {
    let day = 86_400_000;
    let events = vec![
        acted("south", 1, Some("north"), 2_000, 0, day),
        acted("north", 2, Some("south"), 3_000, 0, day),
        acted("south", 3, Some("north"), 5_000, 2_000, day),
    ];
    assert_eq!(ClockAccount::of(&log("days:1", events)).violations, [""; 0]);
}

#[test]
fn a_game_that_ends_on_time_too_early_is_found() {
    let end = |at: u64| {
        let mut events = excused_log();
        events.truncate(3);
        events.push(json!({"at": at, "kind": "ended", "winner": "north", "reason": "timeout"}));
        ClockAccount::of(&log("fischer:60+5", events)).violations.len()
    };
    assert_eq!((end(65_000), end(64_999)), (0, 1));
}

#[test]
fn times_that_go_back_are_found() {
    let mut events = excused_log();
    events.push(json!({"at": 3_000, "kind": "said", "seat": "south", "text": "Muraho!"}));
    let account = ClockAccount::of(&log("fischer:60+5", events));
    assert_eq!(account.violations.len(), 1, "{:?}", account.violations);
}
