//! Compact events, expanded to what their viewers are sent.

use fastrand::Rng;
use ikibuguzo_engine::Ruleset;
use ikibuguzo_protocol::{Event, EventKind, Role, TimeControl};
use serde_json::{Value, json};

use super::Table;
use super::random_games::{VIEWERS, for_each_random_game, random_game};
use crate::expansion::expand;
use crate::fact::Fact;
use crate::logged_event::{IRRELEVANT, LoggedEvent};
use crate::projection::ProjectedEvent;
use crate::replay;
use crate::room::{CommandKind, CorruptLog};

/// JSON that must occur in these games; otherwise the comparison would miss something.
const REQUIRED_JSON: [&str; 8] = [
    r#""kind":"taken_back""#,
    r#""kind":"draw_offered""#,
    r#""kind":"excused""#,
    r#""kind":"berserked""#,
    r#""kind":"revealed""#,
    r#""kind":"said""#,
    r#""kind":"ended""#,
    r#""kind":"previews_agreed""#,
];

/// The log as a viewer gets it in the compact form, as JSON.
fn compact_log(events: &[ProjectedEvent], viewer: Role) -> Vec<Value> {
    let form = |event: &ProjectedEvent| match event.compact() {
        Some(compact) => json!(compact),
        None => json!(event.to(viewer)),
    };
    events.iter().map(form).collect()
}

fn expanded(log: &[Value], since: u64, viewer: Role) -> Result<Vec<Event>, CorruptLog> {
    let read = |event: &Value| serde_json::from_value(event.clone()).expect("an event");
    expand(&log.iter().map(read).collect::<Vec<LoggedEvent>>(), since, viewer)
}

/// The actions after `since` as a viewer gets them in the full form.
fn full_actions(events: &[ProjectedEvent], since: u64, viewer: Role) -> Vec<Event> {
    let is_action = |event: &&Event| matches!(event.kind, EventKind::Acted { .. }) && event.seq > since;
    events.iter().map(|event| event.to(viewer)).filter(is_action).cloned().collect()
}

fn expect_same(events: &[ProjectedEvent], rng: &mut Rng) {
    for viewer in VIEWERS {
        let log = compact_log(events, viewer);
        for since in [0, rng.u64(..log.len() as u64 + 1)] {
            assert_eq!(
                expanded(&log, since, viewer).expect("a log"),
                full_actions(events, since, viewer),
                "{viewer:?} after {since}"
            );
        }
    }
}

#[test]
fn an_expanded_event_is_the_event_in_full() {
    for_each_random_game(83, &REQUIRED_JSON, |table, rng| {
        let played = table.log.iter().take_while(|entry| !matches!(entry.fact, Fact::Ended(_)));
        let live = replay::events_since(&table.log[..played.count()], 0).expect("a log");
        assert!(live.iter().all(|event| event.compact().is_some()
            == matches!(event.to(Role::Spectator).kind, EventKind::Acted { .. })));
        expect_same(&live, rng);
    });
}

#[test]
fn the_log_of_a_finished_game_has_compact_events_only_if_they_say_as_much() {
    let mut rng = Rng::with_seed(84);
    for rules in Ruleset::ALL {
        let mut table = random_game(*rules, TimeControl::None, &mut rng);
        let _ = table.command("south", "resign", CommandKind::Resign);
        let events = replay::events_since(&table.log, 0).expect("a log");
        let count = events.iter().filter(|event| event.compact().is_some()).count();
        let actions = full_actions(&events, 0, Role::South).len();
        if rules.has_stores() {
            assert_eq!(count, 0, "the full events show the stores");
        } else {
            assert_eq!(count, actions, "{rules}");
            expect_same(&events, &mut rng);
        }
    }
}

#[test]
fn events_that_do_not_follow_are_not_expanded() {
    let mut table = Table::new("kubuguza");
    table.play("south", "1", "O").expect("played");
    let events = replay::events_since(&table.log, 0).expect("a log");
    let log = compact_log(&events, Role::South);
    assert_eq!(expanded(&log, 0, Role::South).expect("a log").len(), 1);
    let without = |index: usize| [&log[..index], &log[index + 1..]].concat();
    assert!(expanded(&[], 0, Role::South).is_err());
    assert!((0..log.len() - 1).all(|index| expanded(&without(index), 0, Role::South).is_err()));
    let changed = |index: usize, field: &str, value: Value| {
        let mut log = log.clone();
        log[index][field] = value;
        expanded(&log, 0, Role::South).expect_err("refused").why
    };
    assert_eq!(changed(0, "rules_version", json!(2)), "the rules have another version");
    assert_eq!(changed(1, "kind", json!("swapped")), "it is not known, or does not fit");
    assert_eq!(changed(1, "seat", Value::Null), "it is not known, or does not fit");
    assert!(!changed(log.len() - 1, "action", json!("A")).is_empty(), "A cannot be sown");
}

#[test]
fn before_the_arrays_are_revealed_no_action_is_expanded() {
    let table = Table::new("ikibuguzo:choice");
    let mut log = compact_log(&replay::events_since(&table.log, 0).expect("a log"), Role::South);
    log.push(json!({"seq": log.len() + 1, "at": 1, "action": "H"}));
    assert!(expanded(&log, 0, Role::South).is_err());
}

#[test]
fn every_kind_of_event_is_read() {
    let mut log =
        vec![json!({"seq": 1, "at": 0, "kind": "created", "rules": "kubuguza", "rules_version": 1})];
    for kind in IRRELEVANT {
        log.push(json!({"seq": log.len() + 1, "at": 0, "kind": kind}));
    }
    assert_eq!(expanded(&log, 0, Role::South).expect("a log"), []);
    let kinds = serde_json::from_value::<EventKind>(json!({"kind": "?"})).expect_err("unknown").to_string();
    let relevant =
        ["created", "seated", "arranged", "revealed", "begun", "berserked", "acted", "excused", "taken_back"];
    assert_eq!(kinds.matches('`').count() / 2 - 1, IRRELEVANT.len() + relevant.len(), "{kinds}");
    assert!(IRRELEVANT.iter().chain(&relevant).all(|kind| kinds.contains(&format!("`{kind}`"))));
}
