//! Games in which every kind of event occurs, with the view after each event. The page's own fold is tested with them
//! (`web/test/unit/game-state.test.mjs`).
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p ikibuguzo-game view_cases` writes the file.

use std::fs;

use ikibuguzo_engine::{Array, Ruleset, Seat};
use ikibuguzo_protocol::{DeclineReason, EndReason, EventKind, GameView, Outcome, Role, Text, TimeControl};
use serde_json::{Map, Value, json};

use super::view_fold::{expect_fold, history};
use super::{Table, player};
use crate::fact::{Entry, Fact, log_of};
use crate::room::{DecisionContext, GameOptions, Room, arena_facts};
use crate::test_time::{at, ms};

const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../web/test/unit/view-cases.json");

const SOUTH: Text<Seat> = Text(Seat::South);
const NORTH: Text<Seat> = Text(Seat::North);

/// A game that nobody has joined.
fn created(rules: &str, clock: &str) -> Table {
    let rules: Ruleset = rules.parse().expect("rules");
    let clock: TimeControl = clock.parse().expect("a clock");
    let options = GameOptions { rules, rules_version: Ruleset::VERSION, public: true, clock, rated: true };
    let now = at(1_000_000);
    let log = log_of(arena_facts(options, Vec::new()), now);
    let room = Room::replay(&log).expect("a log");
    Table { log, room, context: DecisionContext { now, ..DecisionContext::default() } }
}

impl Table {
    /// Adds facts, one every 1.5 seconds.
    fn add_all(&mut self, facts: impl IntoIterator<Item = Fact>) {
        for fact in facts {
            self.context.now += ms(1_500);
            self.add(None, fact);
        }
    }

    /// Lets the seat to move play its first legal actions, until the other seat is to move.
    fn play_turn(&mut self) {
        let seat = self.room.to_move();
        while let Some(acting) = self.room.to_move().filter(|acting| Some(*acting) == seat) {
            let action = self.room.game().expect("a board").legal_actions()[0];
            self.add_all([Fact::Acted { seat: Text(acting), action: Text(action) }]);
        }
    }

    /// Adds an excuse for the last second.
    fn excuse(&mut self) {
        let until = self.context.now + ms(1_500);
        self.add_all([Fact::Excused { from: until - ms(1_000), until }]);
    }
}

fn seated(seat: Text<Seat>, name: &str) -> Fact {
    Fact::Seated { seat, player: player(name), commitment: None }
}

fn arranged(seat: Text<Seat>, array: Array) -> Fact {
    Fact::Arranged { seat, array: Text(array), commitment: None }
}

fn invited(name: &str) -> Fact {
    Fact::Invited { player: player(name), open_until: Some(at(9_000_000)), commitment: None }
}

fn ended(winner: Option<Seat>, reason: EndReason) -> Fact {
    Fact::Ended(Outcome { winner: winner.map(Text), reason })
}

/// A challenge with an arrangement, all offers with their answers, and a rematch.
fn with_every_offer() -> Table {
    let mut table = created("ikibuguzo:choice", "fischer:300+5");
    table.add_all([seated(SOUTH, "south"), invited("north"), seated(NORTH, "north")]);
    table.add_all([arranged(NORTH, Array::Second)]);
    table.excuse();
    table.add_all([arranged(SOUTH, Array::First), Fact::Revealed {}, Fact::Berserked { seat: NORTH }]);
    play_with_draw_offers(&mut table);
    play_with_takebacks(&mut table);
    agree_to_previews(&mut table);
    table.add_all([
        Fact::Said { seat: NORTH, text: "Murakoze!".to_owned(), commitment: None },
        Fact::DrawOffered { seat: NORTH },
        ended(Some(Seat::North), EndReason::Resignation),
        Fact::RematchOffered { seat: SOUTH },
    ]);
    let offer = table.room.head();
    table.add_all([
        Fact::RematchDeclined { seat: NORTH, offer },
        Fact::RematchOffered { seat: NORTH },
        Fact::Rematched { rematch: "k7wq2m9xra4t".parse().expect("an id") },
    ]);
    table
}

fn play_with_draw_offers(table: &mut Table) {
    table.add_all([Fact::DrawOffered { seat: SOUTH }]);
    table.play_turn();
    table.play_turn();
    table.excuse();
    table.add_all([Fact::DrawOffered { seat: SOUTH }]);
    let offer = table.room.head();
    table.add_all([Fact::DrawDeclined { seat: NORTH, offer }]);
}

fn play_with_takebacks(table: &mut Table) {
    table.add_all([Fact::TakebackOffered { seat: NORTH }]);
    let offer = table.room.head();
    table.add_all([Fact::TakebackDeclined { seat: SOUTH, offer }, Fact::TakebackOffered { seat: NORTH }]);
    table.play_turn();
    table.add_all([Fact::DrawOffered { seat: NORTH }, Fact::TakebackOffered { seat: SOUTH }]);
    let offer = table.room.head();
    let plies = u32::try_from(table.room.actions().len()).expect("few actions") - 1;
    table.add_all([Fact::TakenBack { offer, plies }]);
    table.play_turn();
}

fn agree_to_previews(table: &mut Table) {
    table.add_all([Fact::PreviewsOffered { seat: SOUTH }]);
    let offer = table.room.head();
    table.add_all([Fact::PreviewsDeclined { seat: NORTH, offer }, Fact::PreviewsOffered { seat: NORTH }]);
    let offer = table.room.head();
    table.add_all([Fact::PreviewsAgreed { offer }]);
}

/// A game against a bot, which ends while offers are open, and shows the stores then.
fn against_a_bot() -> Table {
    let mut table = created("azigo", "delay:60+5");
    table.add_all([seated(NORTH, "bot-1"), seated(SOUTH, "south"), Fact::Begun {}]);
    (0..3).for_each(|_| table.play_turn());
    table.add_all([Fact::PreviewsOffered { seat: SOUTH }, Fact::TakebackOffered { seat: SOUTH }]);
    table.add_all([ended(Some(Seat::South), EndReason::Resignation)]);
    table
}

/// A challenge that is declined.
fn declined() -> Table {
    let mut table = created("kubuguza", "days:2");
    let reason = DeclineReason::Later;
    table.add_all([seated(NORTH, "north"), invited("south"), Fact::Declined { reason }]);
    table.add_all([ended(None, EndReason::Aborted)]);
    table
}

/// An arrangement that nobody ends.
fn not_arranged() -> Table {
    let mut table = created("ikibuguzo:choice", "fischer:300+5");
    table.add_all([seated(SOUTH, "south"), seated(NORTH, "north"), arranged(SOUTH, Array::First)]);
    table.add_all([ended(None, EndReason::Aborted)]);
    table
}

fn cases() -> [(&'static str, Table); 4] {
    [
        ("every offer", with_every_offer()),
        ("a bot and stores", against_a_bot()),
        ("a declined challenge", declined()),
        ("an arrangement that is not ended", not_arranged()),
    ]
}

/// The events of a game for spectators. With each event: the fields of the view that it changes, null for one that is
/// absent from then on.
fn steps(log: &[Entry]) -> Vec<Value> {
    let mut before = Map::new();
    let mut step = |(event, view): (_, GameView)| {
        let Value::Object(after) = json!(view) else { panic!("a view is an object") };
        let names = before.keys().chain(after.keys());
        let changes = names.filter(|name| before.get(*name) != after.get(*name));
        let changes: Map<String, Value> =
            changes.map(|name| (name.clone(), after.get(name).cloned().unwrap_or_default())).collect();
        before = after;
        json!({"event": event, "changes": changes})
    };
    folded(log).map(|(event, view)| step((json!(event), view))).collect()
}

/// The events of a game for spectators, with the folded view after each.
fn folded(log: &[Entry]) -> impl Iterator<Item = (ikibuguzo_protocol::Event, GameView)> {
    let events = history(log, Role::Spectator).into_iter().map(|(event, _)| event);
    events.scan(None, |view: &mut Option<GameView>, event| {
        match view {
            Some(view) => view.apply(&event, Role::Spectator),
            None => *view = GameView::from_first_event(&event),
        }
        Some((event, view.clone()?))
    })
}

/// The file: one event a line.
fn file() -> String {
    let case = |(name, table): (&str, Table)| {
        let steps = steps(&table.log).iter().map(Value::to_string).collect::<Vec<_>>();
        format!("{{\"name\":{},\"steps\":[\n{}\n]}}", json!(name), steps.join(",\n"))
    };
    format!("[{}]\n", cases().map(case).join(","))
}

#[test]
fn the_cases_of_the_page_are_up_to_date() {
    let file = file();
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::write(PATH, &file).expect("written");
    }
    let parse = |text: &str| serde_json::from_str::<Value>(text).expect("JSON");
    let committed = fs::read_to_string(PATH).expect("the file");
    assert!(
        parse(&committed) == parse(&file),
        "UPDATE_SNAPSHOTS=1 cargo test -p ikibuguzo-game view_cases updates web/test/unit/view-cases.json"
    );
}

#[test]
fn the_cases_have_the_views_of_snapshots() {
    for (_, table) in cases() {
        for viewer in super::random_games::VIEWERS {
            let history = history(&table.log, viewer);
            (0..history.len()).for_each(|start| expect_fold(&history, start, viewer));
        }
    }
}

#[test]
fn the_cases_have_every_kind_of_event() {
    let kinds = serde_json::from_value::<EventKind>(json!({"kind": "?"})).expect_err("unknown").to_string();
    let file = file();
    let missing: Vec<&str> = kinds
        .split('`')
        .skip(3)
        .step_by(2)
        .filter(|kind| !file.contains(&format!("\"kind\":\"{kind}\"")))
        .collect();
    assert!(kinds.contains("`rematched`") && missing.is_empty(), "{missing:?} of {kinds}");
}
