//! Replays every line of `tests/vectors/*.jsonl` step by step.

#[path = "../../examples/conform/replay.rs"]
mod replay;

use serde_json::{Value, json};

const FIRST: &str = include_str!("../vectors/ikibuguzo-first.jsonl");
const SECOND: &str = include_str!("../vectors/ikibuguzo-second.jsonl");
const CHOICE: &str = include_str!("../vectors/ikibuguzo-choice.jsonl");
const AZIGO: &str = include_str!("../vectors/azigo.jsonl");

#[track_caller]
fn check(file: &str, lines: usize) {
    let differences: Vec<_> = (1..)
        .zip(parse(file))
        .filter_map(|(number, vector): (usize, _)| Some((number, replay::replay(&vector).err()?)))
        .collect();
    assert_eq!(differences, []);
    assert_eq!(file.lines().count(), lines, "a file that shrank checks less");
}

fn parse(file: &str) -> impl Iterator<Item = Value> {
    file.lines().map(|line| serde_json::from_str(line).expect("JSON"))
}

#[test]
fn games_with_the_first_array() {
    check(FIRST, 50);
}

#[test]
fn games_with_the_second_array() {
    check(SECOND, 48);
}

#[test]
fn games_with_a_choice_of_arrays() {
    check(CHOICE, 51);
}

#[test]
fn games_of_kubuguza() {
    check(include_str!("../vectors/kubuguza.jsonl"), 71);
}

#[test]
fn games_of_njombwa() {
    check(include_str!("../vectors/njombwa-8.jsonl"), 45);
    check(include_str!("../vectors/njombwa-9.jsonl"), 17);
    check(include_str!("../vectors/njombwa-10.jsonl"), 17);
}

#[test]
fn games_of_azigo() {
    check(AZIGO, 42);
    check(include_str!("../vectors/azigo-own-row.jsonl"), 41);
    check(include_str!("../vectors/azigo-handicap-south.jsonl"), 6);
    check(include_str!("../vectors/azigo-handicap-north-own-row.jsonl"), 5);
}

#[test]
fn a_slightly_wrong_store_differs() {
    let mut vector = parse(AZIGO).next().expect("a line");
    vector["actions"][3]["stores"][1] = json!(77);
    let difference = replay::replay(&vector).expect_err("another store");
    assert!(difference.contains("after it: stores: expected"), "{difference}");
}

#[test]
fn every_field_of_a_step_is_compared() {
    let vector = parse(FIRST).next().expect("a line");
    for field in ["seat", "action", "laps", "south", "north", "to_move", "pending", "legal", "hand"] {
        let mut wrong = vector.clone();
        wrong["actions"][2][field] = json!("x");
        let difference = replay::replay(&wrong).expect_err(field);
        assert!(difference.starts_with("action 3 "), "{difference}");
    }
}

#[test]
fn an_unexpected_or_missing_end_differs() {
    for mut vector in parse(FIRST).take(20) {
        let other = match vector.get("end") {
            Some(_) => Value::Null,
            None => json!({"winner": "south", "reason": "no-move"}),
        };
        vector["end"] = other;
        let difference = replay::replay(&vector).expect_err("another end");
        assert!(difference.starts_with("end: "), "{difference}");
    }
}

#[test]
fn an_unknown_game_is_reported() {
    let difference = replay::replay(&json!({"rules": "chess"})).expect_err("unknown");
    assert!(difference.contains("does not know rules \"chess\""), "{difference}");
}

/// Changes one value of a step and asserts that the difference is found there: `action 3 … after it: legal`.
#[track_caller]
fn check_tampered(mut vector: Value, pointer: &str, found_at: &str, tamper: impl FnOnce(&mut Value)) {
    replay::replay(&vector).expect("the unchanged vector conforms");
    let value = vector.pointer_mut(pointer).expect(pointer);
    tamper(value);
    let difference = replay::replay(&vector).expect_err(pointer);
    let (action, what) = difference.split_once("): ").expect("the action, then the difference");
    assert!(action.starts_with("action 7 ("), "{difference}");
    assert!(what.starts_with(&format!("{found_at}: expected ")), "{difference}");
}

#[test]
fn a_slightly_wrong_step_differs_where_it_is_wrong() {
    // The seventh action of this line captures.
    let captures = |vector: &Value| !vector["actions"][6]["laps"][0]["captured"].is_null();
    let vector = parse(CHOICE).find(captures).expect("such a line");
    let more = |value: &mut Value| *value = json!(value.as_u64().expect("a number") + 1);
    let reversed = |value: &mut Value| value.as_array_mut().expect("a list").reverse();
    for field in ["count", "captured/0", "captured/1"] {
        check_tampered(vector.clone(), &format!("/actions/6/laps/0/{field}"), "laps", more);
    }
    check_tampered(vector.clone(), "/actions/6/laps/0/last", "laps", |last| *last = json!("A"));
    check_tampered(vector.clone(), "/actions/6/laps/0/dir", "laps", |way| *way = json!("cw"));
    check_tampered(vector.clone(), "/actions/6/laps", "laps", reversed);
    check_tampered(vector.clone(), "/actions/6/south/15", "after it: south", more);
    check_tampered(vector.clone(), "/actions/6/north/0", "after it: north", more);
    check_tampered(vector, "/actions/6/legal", "after it: legal", reversed);
}

#[test]
fn another_start_or_arrangement_differs_before_the_first_action() {
    let vector = parse(CHOICE).next().expect("a line");
    let mut start = vector.clone();
    start["start"]["north"][7] = json!(16);
    let mut arranged = vector;
    arranged["arrange"] = json!(["first", "second"]);
    for wrong in [start, arranged] {
        let difference = replay::replay(&wrong).expect_err("another start");
        assert!(difference.starts_with("start: north: expected"), "{difference}");
    }
}
