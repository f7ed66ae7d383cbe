//! Proofs that prove their records, and those that do not.

use ikibuguzo_engine::{Record, Ruleset, Seat};
use ikibuguzo_protocol::{EndReason, Outcome, SALT_DIGITS, Text, TimeControl};

use super::*;
use crate::fact::log_of;
use crate::player::Player;
use crate::record::record;
use crate::room::{GameOptions, initial_facts};
use crate::test_time::at;

fn game() -> GameId {
    "yg44j6xkmz7r".parse().expect("an id")
}

/// A game in which a turn was taken back, with a chat message after its end.
fn finished_log() -> Vec<Entry> {
    let options = GameOptions {
        rules: Ruleset::Kubuguza,
        rules_version: Ruleset::VERSION,
        public: true,
        clock: TimeControl::None,
        rated: false,
    };
    let player = |name: &str| Player::person(name.into(), name.parse().expect("a name"));
    let players = vec![(Seat::South, player("Keza")), (Seat::North, player("Mugabo"))];
    let mut facts = initial_facts(options, None, players);
    let acted = |seat, action: &str| Fact::Acted {
        seat: Text(seat),
        action: Text(action.parse().expect("an action")),
    };
    let said = |text: &str| Fact::Said { seat: Text(Seat::South), text: text.to_owned(), commitment: None };
    facts.extend([
        acted(Seat::South, "O"),
        said("Two\nlines"),
        Fact::TakebackOffered { seat: Text(Seat::South) },
        Fact::TakenBack { offer: 7, plies: 0 },
        acted(Seat::South, "N"),
        Fact::Ended(Outcome { winner: Some(Text(Seat::South)), reason: EndReason::Resignation }),
        said("Murakoze!"),
    ]);
    facts.iter_mut().for_each(|fact| fact.add_salt(|| [9; crate::commitment::SALT_BYTES]));
    log_of(facts, at(1_795_000_000_000))
}

fn proof_of(log: &[Entry]) -> String {
    proof(game(), log).expect("the game is over")
}

fn sealed_array() -> Fact {
    let array = Text(ikibuguzo_engine::Array::First);
    let mut sealed = Fact::Arranged { seat: Text(Seat::South), array, commitment: None };
    sealed.add_salt(|| [5; crate::commitment::SALT_BYTES]);
    sealed
}

#[test]
fn what_conceals_something_has_no_hash_and_no_proof() {
    let log = finished_log();
    let end = log.iter().position(|entry| matches!(entry.fact, Fact::Ended(_))).expect("an end");
    assert_eq!((final_hash(game(), &log[..end]), proof(game(), &log[..end])), (None, None));
    let arranged = |fact| [&log[..end], &log_of(fact, at(1)), &log[end..]].concat();
    let sealed = sealed_array();
    let never_revealed = arranged(vec![sealed.clone()]);
    assert_eq!((final_hash(game(), &never_revealed), proof(game(), &never_revealed)), (None, None));
    let conceals_salt = commitments(&never_revealed).len() == commitments(&log).len();
    assert!(conceals_salt, "the array could be found by trying");
    assert!(final_hash(game(), &arranged(vec![sealed, Fact::Revealed {}])).is_some());
}

/// A game that ended after the reveal, with commitments of the arrays or without.
fn arranged_log(has_commitments: bool) -> Vec<Entry> {
    let options = GameOptions {
        rules: "ikibuguzo:choice".parse().expect("rules"),
        rules_version: Ruleset::VERSION,
        public: true,
        clock: TimeControl::None,
        rated: false,
    };
    let player = |name: &str| Player::person(name.into(), name.parse().expect("a name"));
    let players = vec![(Seat::South, player("Keza")), (Seat::North, player("Mugabo"))];
    let mut facts = initial_facts(options, None, players);
    let array = Text(ikibuguzo_engine::Array::First);
    let arranged = |seat| Fact::Arranged { seat: Text(seat), array, commitment: None };
    facts.extend([arranged(Seat::South), arranged(Seat::North)]);
    if has_commitments {
        facts.iter_mut().for_each(|fact| fact.add_salt(|| [9; crate::commitment::SALT_BYTES]));
    }
    facts.push(Fact::Revealed {});
    facts.push(Fact::Ended(Outcome { winner: Some(Text(Seat::South)), reason: EndReason::Resignation }));
    log_of(facts, at(1_795_000_000_000))
}

#[test]
fn the_arrays_of_a_record_are_those_of_the_log() {
    for has_commitments in [true, false] {
        let log = arranged_log(has_commitments);
        let record = record(game(), &log).expect("a record");
        assert_eq!(check(&proof_of(&log), &record), Ok(()));
        let changed = record.to_string().replace("first first", "second first");
        let changed = Record::read_all(&changed).expect("a record").remove(0).record;
        let expected = "entry 4 differs in the array: first in the log, second in the record";
        assert_eq!(fault_of(&proof_of(&log), &changed), expected);
    }
}

#[test]
fn a_salt_cannot_lend_its_digits_to_a_name() {
    let log = finished_log();
    let record = record(game(), &log).expect("a record");
    let salt = "09".repeat(crate::commitment::SALT_BYTES);
    let shorter = &salt[..SALT_DIGITS - 2];
    let forged = proof_of(&log).replacen(&format!("{salt} \"Keza\""), &format!("{shorter} \"09Keza\""), 1);
    assert!(fault_of(&forged, &record).contains("its salt"));
}

fn fault_of(proof: &str, record: &Record) -> String {
    check(proof, record).expect_err("something differs").to_string()
}

#[test]
fn a_proof_proves_its_record() {
    let mut log = finished_log();
    let record = record(game(), &log).expect("a record");
    assert_eq!(check(&proof_of(&log), &record), Ok(()));

    // The hashes stay when a name is erased.
    let name = "former-1".parse().expect("a name");
    let erased = log.iter_mut().filter(|entry| entry.fact.clone().erase_name(&"Keza".into(), &name)).count();
    assert_eq!(erased, 1);
    for entry in &mut log {
        entry.fact.erase_name(&"Keza".into(), &name);
    }
    assert!(!proof_of(&log).contains("Keza"));
    assert_eq!(check(&proof_of(&log), &record), Ok(()));
}

#[test]
fn the_first_entry_that_differs_is_named() {
    let log = finished_log();
    let proof = proof_of(&log);
    let record = record(game(), &log).expect("a record");
    let seq_of = |words: &str| proof.lines().position(|line| line.contains(words)).expect(words);
    let played = seq_of(r#""action":"N""#);
    for (change, by, expected) in [
        (
            r#""action":"N""#,
            r#""action":"M""#,
            format!("entry {played} differs in the action: M in the log, N in the record"),
        ),
        (
            "\"Keza\"",
            "\"Kaza\"",
            format!(
                "entry {} of the proof is wrong: its name, message or array does not have its hash",
                seq_of("seated")
            ),
        ),
        (
            "kubuguza",
            "njombwa:8",
            "entry 1 differs in the rules: njombwa:8 in the log, kubuguza in the record".to_owned(),
        ),
    ] {
        assert_eq!(fault_of(&proof.replacen(change, by, 1), &record), expected);
    }
    // What the record does not say is covered by the hash.
    let end = seq_of("resignation");
    let fault = fault_of(&proof.replacen("takeback_offered", "takeback_forced", 1), &record);
    assert!(fault.starts_with(&format!("the hash of entry {end} is ")), "{fault}");
    let without_takeback: Vec<_> = proof.lines().filter(|line| !line.contains("takeback_offered")).collect();
    assert!(fault_of(&without_takeback.join("\n"), &record).contains("it is not the next one"));
}

#[test]
fn the_proof_of_another_game_proves_nothing() {
    let log = finished_log();
    let other = "05cdv44x7ekv".parse().expect("an id");
    let proof = proof(other, &log).expect("the game is over");
    let record = record(game(), &log).expect("a record");
    assert_eq!(fault_of(&proof, &record), "the proof is that of the game 05cdv44x7ekv");
}

#[test]
fn nothing_that_is_no_proof_panics() {
    let record = record(game(), &finished_log()).expect("a record");
    let proof = proof_of(&finished_log());
    for length in 0..proof.len() {
        if let Some(part) = proof.get(..length) {
            let _ = check(part, &record);
        }
    }
    for text in [
        "",
        "\n\n",
        "ikibuguzo game yg44j6xkmz7r\n\n",
        "ikibuguzo game yg44j6xkmz7r\n1 2 acted {}\n\n9 - \"x\"",
    ] {
        assert!(check(text, &record).is_err(), "{text}");
    }
}
