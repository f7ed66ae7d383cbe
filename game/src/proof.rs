//! The proof of a game: the lines of its log, from which anybody works out its hashes with `sha256sum`, and the names,
//! messages and arrays behind the hashes in them. `docs/VERIFY.md` says how.
//!
//! The hash of a text is its SHA-256. The first line is hashed as it is; each further one as the hash before it, a space
//! and the line. After an empty line come the names, messages and arrays: `seq`, the salt (`-` for none) and the text as JSON.

use std::collections::BTreeMap;

use ikibuguzo_engine::{Action, Record, Seat};
use ikibuguzo_protocol::{Commitment, GameId, Text};
use serde::Deserialize;
use thiserror::Error;

use crate::chain::ChainHash;
use crate::commitment::hash_of;
use crate::fact::{Entry, Fact};
use crate::fact_text::FactText;

/// The tag of a record that has the hash of the entry with which the game ended.
pub const HASH_TAG: &str = "LogHash";

/// What stands for an empty salt.
const NO_SALT: &str = "-";

/// Why a proof does not prove a record.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct ProofFault(String);

/// What a proof says about a game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ProvedGame {
    game: GameId,
    created: CreatedPayload,
    created_at: u64,
    /// The name behind the hash of each seat, with the `seq` of its entry, if it was not erased.
    names: BTreeMap<Seat, (u64, String)>,
    /// The actions that were not taken back, each with the `seq` of its entry.
    actions: Vec<(u64, Action)>,
    /// The entry with which the game ended, and its hash.
    end: (u64, ChainHash),
}

#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
struct CreatedPayload {
    rules: String,
    rules_version: u32,
}

#[derive(Deserialize)]
struct ActedPayload {
    action: Text<Action>,
}

#[derive(Deserialize)]
struct TakenBackPayload {
    plies: usize,
}

/// A line with the hash of a name, a message or an array.
#[derive(Deserialize)]
struct CommittedLine {
    seat: Option<Text<Seat>>,
    #[serde(alias = "name", alias = "text", alias = "array")]
    hash: String,
}

/// The hash of the entry with which a game ended. None before the end, and if the game ended before a sealed array was
/// revealed: others could find the array by trying.
pub fn final_hash(game: GameId, log: &[Entry]) -> Option<ChainHash> {
    let end = log
        .iter()
        .position(|entry| matches!(entry.fact, Fact::Ended(_)))
        .filter(|_| !has_sealed_array(log))?;
    Some(log[..=end].iter().fold(ChainHash::start(game), ChainHash::next))
}

/// Whether a log has an array that was not revealed.
fn has_sealed_array(log: &[Entry]) -> bool {
    let has = |is_wanted: fn(&Fact) -> bool| log.iter().any(|entry| is_wanted(&entry.fact));
    has(|fact| matches!(fact, Fact::Arranged { .. })) && !has(|fact| matches!(fact, Fact::Revealed {}))
}

/// How the names, messages and revealed arrays of a log enter its hashes, by `seq`.
pub fn commitments(log: &[Entry]) -> BTreeMap<u64, Commitment> {
    let conceals_arrays = has_sealed_array(log);
    let is_shown = |entry: &&Entry| !(conceals_arrays && matches!(entry.fact, Fact::Arranged { .. }));
    let of = |entry: &Entry| Some((entry.seq, entry.fact.opened()?.0?.clone()));
    log.iter().filter(is_shown).filter_map(of).collect()
}

/// The proof of a game; none for a game without a [final hash](final_hash).
pub fn proof(game: GameId, log: &[Entry]) -> Option<String> {
    final_hash(game, log)?;
    let mut text = ChainHash::first_line(game) + "\n";
    for entry in log {
        text += &ChainHash::line(entry, &FactText::of(&entry.fact));
        text.push('\n');
    }
    text.push('\n');
    for (entry, (commitment, opened)) in log.iter().filter_map(|entry| Some((entry, entry.fact.opened()?))) {
        let salt = match commitment {
            Some(Commitment::Hash(_)) => continue,
            Some(Commitment::Salt(salt)) => salt,
            None => NO_SALT,
        };
        let opened = serde_json::Value::from(opened);
        text += &format!("{} {salt} {opened}\n", entry.seq);
    }
    Some(text)
}

/// Checks that a proof is that of the game in a record: its hashes lead to that of the record, and what both say is the
/// same.
///
/// # Errors
///
/// The first entry that differs, or what else is wrong.
pub fn check(proof: &str, record: &Record) -> Result<(), ProofFault> {
    let expected = record.tag(HASH_TAG).ok_or_else(|| fault("the record has no hash of its log"))?;
    let proved = read(proof)?;
    if record.tag("Game").is_some_and(|game| game != proved.game.as_str()) {
        return Err(ProofFault(format!("the proof is that of the game {}", proved.game)));
    }
    compare(record.tag("Rules"), &proved.created.rules, 1, "the rules")?;
    compare(
        record.tag("RulesVersion"),
        &proved.created.rules_version.to_string(),
        1,
        "the version of the rules",
    )?;
    compare(record.tag("CreatedAt"), &proved.created_at.to_string(), 1, "the time of creation")?;
    for (seat, tag) in [(Seat::South, "South"), (Seat::North, "North")] {
        if let Some((seq, name)) = proved.names.get(&seat) {
            compare(record.tag(tag), name, *seq, "the name")?;
        }
    }
    compare_actions(record, &proved)?;
    let (seq, hash) = proved.end;
    match expected == hash.as_str() {
        true => Ok(()),
        false => {
            Err(ProofFault(format!("the hash of entry {seq} is {hash}, and that of the record {expected}")))
        }
    }
}

fn compare(of_record: Option<&str>, of_log: &str, seq: u64, what: &str) -> Result<(), ProofFault> {
    match of_record {
        Some(of_record) if of_record != of_log => {
            let both = format!("{of_log} in the log, {of_record} in the record");
            Err(ProofFault(format!("entry {seq} differs in {what}: {both}")))
        }
        _ => Ok(()),
    }
}

fn compare_actions(record: &Record, proved: &ProvedGame) -> Result<(), ProofFault> {
    let mut of_record = record.turns.iter().flat_map(|turn| &turn.actions);
    for (seq, action) in &proved.actions {
        let in_record = of_record.next().map_or_else(|| "nothing".to_owned(), ToString::to_string);
        compare(Some(&in_record), &action.to_string(), *seq, "the action")?;
    }
    match of_record.next() {
        None => Ok(()),
        Some(action) => {
            Err(ProofFault(format!("the record has the action {action} at its end, which is not in the log")))
        }
    }
}

fn read(proof: &str) -> Result<ProvedGame, ProofFault> {
    let (lines, opened) =
        proof.split_once("\n\n").ok_or_else(|| fault("the proof is cut off: an empty line is missing"))?;
    let mut lines = lines.lines();
    let first = lines.next().unwrap_or_default();
    let game = first.strip_prefix(ChainHash::FIRST_WORDS).and_then(|id| id.parse().ok());
    let game: GameId = game.ok_or_else(|| fault("the first line of the proof names no game"))?;
    let mut hash = ChainHash::of(first);
    let mut created = None;
    let mut end = None;
    let mut hashed = BTreeMap::new();
    let mut actions = Vec::new();
    for (line, seq) in lines.zip(1..) {
        let [number, at, kind, payload] = parts(line).ok_or_else(|| wrong(seq, "it has four parts"))?;
        if number != seq.to_string() {
            return Err(wrong(seq, "it is not the next one"));
        }
        hash = ChainHash::of(&format!("{hash} {line}"));
        match kind {
            "created" => {
                let at = at.parse().map_err(|_| wrong(seq, "its time is no number"))?;
                created = Some((payload_of(seq, payload)?, at));
            }
            "seated" | "invited" | "said" | "arranged" => {
                hashed.insert(seq, (kind, payload_of::<CommittedLine>(seq, payload)?));
            }
            "acted" => actions.push((seq, *payload_of::<ActedPayload>(seq, payload)?.action)),
            "taken_back" => actions.truncate(payload_of::<TakenBackPayload>(seq, payload)?.plies),
            "ended" => end = end.or(Some((seq, hash))),
            _ => {}
        }
    }
    let names = opened_names(opened, &hashed)?;
    let (created, created_at) = created.ok_or_else(|| fault("the log does not say how the game began"))?;
    let end = end.ok_or_else(|| fault("the log does not say how the game ended"))?;
    Ok(ProvedGame { game, created, created_at, names, actions, end })
}

/// Checks each name, message and array against its hash. Returns the names of the players.
fn opened_names(
    opened: &str,
    hashed: &BTreeMap<u64, (&str, CommittedLine)>,
) -> Result<BTreeMap<Seat, (u64, String)>, ProofFault> {
    let mut names = BTreeMap::new();
    for line in opened.lines() {
        let mut parts = line.splitn(3, ' ');
        let (seq, salt, text) = (parts.next(), parts.next(), parts.next());
        let seq =
            seq.and_then(|seq| seq.parse().ok()).ok_or_else(|| fault("a name has no number of an entry"))?;
        let text = text.and_then(|text| serde_json::from_str::<String>(text).ok());
        let (salt, text) = salt.zip(text).ok_or_else(|| wrong(seq, "its name has three parts"))?;
        let (kind, line) = hashed.get(&seq).ok_or_else(|| wrong(seq, "it has no name"))?;
        let commitment = (salt != NO_SALT).then(|| Commitment::Salt(salt.to_owned()));
        if hash_of(commitment.as_ref(), &text) != line.hash {
            return Err(wrong(seq, "its name, message or array does not have its hash"));
        }
        if let (&"seated", Some(seat)) = (kind, line.seat) {
            names.insert(*seat, (seq, text));
        }
    }
    Ok(names)
}

fn parts(line: &str) -> Option<[&str; 4]> {
    let mut parts = line.splitn(4, ' ');
    Some([parts.next()?, parts.next()?, parts.next()?, parts.next()?])
}

fn payload_of<'a, T: Deserialize<'a>>(seq: u64, payload: &'a str) -> Result<T, ProofFault> {
    serde_json::from_str(payload).map_err(|error| wrong(seq, &error.to_string()))
}

fn wrong(seq: u64, why: &str) -> ProofFault {
    ProofFault(format!("entry {seq} of the proof is wrong: {why}"))
}

fn fault(why: &str) -> ProofFault {
    ProofFault(why.to_owned())
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::Ruleset;
    use ikibuguzo_protocol::{EndReason, Outcome, TimeControl};

    use super::*;
    use crate::fact::log_of;
    use crate::player::Player;
    use crate::record::record;
    use crate::room::{GameOptions, initial_facts};

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
        let said =
            |text: &str| Fact::Said { seat: Text(Seat::South), text: text.to_owned(), commitment: None };
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
        log_of(facts, 1_795_000_000_000)
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
        let arranged = |fact| [&log[..end], &log_of(fact, 1), &log[end..]].concat();
        let sealed = sealed_array();
        let never_revealed = arranged(vec![sealed.clone()]);
        assert_eq!((final_hash(game(), &never_revealed), proof(game(), &never_revealed)), (None, None));
        let conceals_salt = commitments(&never_revealed).len() == commitments(&log).len();
        assert!(conceals_salt, "the array could be found by trying");
        assert!(final_hash(game(), &arranged(vec![sealed, Fact::Revealed {}])).is_some());
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
        let erased =
            log.iter_mut().filter(|entry| entry.fact.clone().erase_name(&"Keza".into(), &name)).count();
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
        let without_takeback: Vec<_> =
            proof.lines().filter(|line| !line.contains("takeback_offered")).collect();
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
}
