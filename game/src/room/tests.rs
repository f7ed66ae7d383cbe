//! The pure room: no socket, no database, no clock.

#[path = "tests/berserk.rs"]
mod berserk;
#[path = "tests/chat.rs"]
mod chat;
#[path = "tests/computer.rs"]
mod computer;
#[path = "tests/concealment.rs"]
mod concealment;
#[path = "tests/expansion.rs"]
mod expansion;
#[path = "tests/offers.rs"]
mod offers;
#[path = "tests/random_games.rs"]
mod random_games;
#[path = "tests/time.rs"]
mod time;
#[path = "tests/view_cases.rs"]
mod view_cases;
#[path = "tests/view_fold.rs"]
mod view_fold;

use fastrand::Rng;
use ikibuguzo_engine::{Array, Ruleset, Seat};
use ikibuguzo_protocol::{Claim, ErrorCode, Event, GameId, Role, Text, TimeControl, Timestamp};

use super::{Command, CommandKind, Decision, DecisionContext, GameOptions, Rejection, Room, initial_facts};
use crate::fact::{Entry, Fact};
use crate::origin::{CommandHash, Origin};
use crate::player::Player;
use crate::test_time::at;
use crate::{projection, replay};

const ID: &str = "05cdv44x7ekv";

/// A room and its log.
struct Table {
    log: Vec<Entry>,
    room: Room,
    context: DecisionContext,
}

impl Table {
    /// A game with both players seated.
    fn new(rules: &str) -> Self {
        let mut table = Self::open(rules);
        table.command("north", "n-sit", CommandKind::Sit).expect("a free seat");
        table
    }

    /// A game with South seated.
    fn open(rules: &str) -> Self {
        Self::open_with_clock(rules, TimeControl::None)
    }

    fn open_with_clock(rules: &str, clock: TimeControl) -> Self {
        let rules: Ruleset = rules.parse().expect("rules");
        let options =
            GameOptions { rules, rules_version: Ruleset::VERSION, public: true, clock, rated: false };
        let facts = initial_facts(options, None, vec![(Seat::South, player("south"))]);
        let entry = |(fact, seq)| Entry { seq, at: at(1_000 + seq), origin: None, fact };
        let log: Vec<Entry> = facts.into_iter().zip(1..).map(entry).collect();
        let room = Room::replay(&log).expect("a log");
        Self { log, room, context: DecisionContext::default() }
    }

    fn command(&mut self, who: &str, id: &str, kind: CommandKind) -> Result<u64, Rejection> {
        let hash = CommandHash::of(&format!("{kind:?}"));
        let who = player(who);
        let command = Command { id: id.parse().expect("an id"), hash, kind };
        match self.room.handle(game(), &who, &command, &self.context)? {
            Decision::Duplicate(seq) => Ok(seq),
            Decision::Accepted { facts, .. } => {
                let first = self.room.head() + 1;
                for fact in facts {
                    let seq = self.room.head() + 1;
                    let origin = (seq == first).then(|| command.origin(who.id.clone()));
                    self.add(origin, fact);
                }
                Ok(first)
            }
        }
    }

    /// An action in the present position.
    fn act(&self, action: &str) -> CommandKind {
        act_after(self.room.head(), action)
    }

    /// Plays an action in the present position.
    fn play(&mut self, who: &str, id: &str, action: &str) -> Result<u64, Rejection> {
        let kind = self.act(action);
        self.command(who, id, kind)
    }

    fn add(&mut self, origin: Option<Origin>, fact: Fact) {
        let seq = self.room.head() + 1;
        let now = self.context.now;
        let entry =
            Entry { seq, at: if now == Timestamp::ZERO { at(1_000 + seq) } else { now }, origin, fact };
        self.room.apply(&entry).expect("what was decided can be applied");
        self.log.push(entry);
    }

    fn refused(&mut self, who: &str, kind: CommandKind) -> ErrorCode {
        self.command(who, "refused", kind).expect_err("refused").code
    }

    /// Lets both players arrange.
    fn arranged(mut self, array: Array) -> Self {
        self.command("south", "s-arrange", CommandKind::Arrange(array)).expect("arranged");
        self.command("north", "n-arrange", CommandKind::Arrange(array)).expect("arranged");
        self
    }

    /// The snapshot and all events as a viewer receives them.
    fn output_to(&self, viewer: Role) -> String {
        let snapshot = projection::snapshot(game(), &self.room, viewer);
        let events = replay::events_since(&self.log, 0).expect("a log");
        let events: Vec<Event> = events.iter().map(|event| event.to(viewer).clone()).collect();
        format!(
            "{}{}",
            serde_json::to_string(&snapshot).expect("JSON"),
            serde_json::to_string(&events).expect("JSON")
        )
    }
}

fn player(name: &str) -> Player {
    let is_bot = name.starts_with("bot") || name.starts_with("computer");
    Player { bot: is_bot, ..Player::person(name.into(), name.parse().expect("a name")) }
}

fn game() -> GameId {
    ID.parse().expect("an id")
}

fn act_after(after: u64, action: &str) -> CommandKind {
    CommandKind::Act { after, action: action.to_owned() }
}

#[test]
fn before_the_reveal_output_to_others_is_the_same_for_every_array() {
    let arranged = |array| {
        let mut table = Table::new("ikibuguzo:choice");
        table.command("south", "arrange", CommandKind::Arrange(array)).expect("arranged");
        table
    };
    let first = arranged(Array::First);
    let second = arranged(Array::Second);
    for other in [Role::North, Role::Spectator] {
        assert_eq!(first.output_to(other), second.output_to(other));
    }
    assert_ne!(first.output_to(Role::South), second.output_to(Role::South), "the owner sees its own array");
}

#[test]
fn after_the_reveal_everyone_sees_both_arrays() {
    let table = Table::new("ikibuguzo:choice").arranged(Array::Second);
    assert!(table.output_to(Role::Spectator).contains(r#""arrays":{"south":"second","north":"second"}"#));
    assert!(!table.output_to(Role::South).contains("sealed"));
}

#[test]
fn later_events_do_not_change_how_an_event_is_told() {
    let mut table = Table::new("ikibuguzo:first").arranged(Array::First);
    table.play("south", "1", "N").expect("played");
    let early = replay::events_since(&table.log, 0).expect("a log");
    table.play("north", "2", "n").expect("played");
    table.command("north", "3", CommandKind::Resign).expect("resigned");
    let late = replay::events_since(&table.log, 0).expect("a log");
    assert_eq!(early[..], late[..early.len()]);
}

#[test]
fn the_same_command_id_has_one_effect() {
    let mut table = Table::new("ikibuguzo:first").arranged(Array::First);
    let act = table.act("N");
    let seq = table.command("south", "once", act.clone()).expect("played");
    assert_eq!(table.command("south", "once", act), Ok(seq));
    assert_eq!(table.play("north", "once", "n").expect_err("refused").code, ErrorCode::CommandIdTaken);
    assert_eq!(
        table.play("visitor", "once", "n").expect_err("refused").code,
        ErrorCode::NotAPlayer,
        "a stranger does not learn which ids are taken"
    );
    assert_eq!(table.room.head(), seq);
}

#[test]
fn a_command_id_with_another_command_is_refused() {
    let mut table = Table::new("ikibuguzo:first").arranged(Array::First);
    let act = table.act("N");
    table.command("south", "once", act.clone()).expect("played");
    let after = table.room.head();
    for other in [CommandKind::Resign, act_after(after, "N"), CommandKind::Say("N".to_owned())] {
        let refused = table.command("south", "once", other).expect_err("refused");
        assert_eq!(refused.code, ErrorCode::CommandIdReused);
    }
    assert_eq!(table.room.head(), after);
}

#[test]
fn a_replayed_room_knows_its_commands() {
    let mut table = Table::new("ikibuguzo:first").arranged(Array::First);
    let act = table.act("N");
    let seq = table.command("south", "once", act.clone()).expect("played");
    table.room = Room::replay(&table.log).expect("a log");
    assert_eq!(table.command("south", "once", act), Ok(seq));
    let other = table.command("south", "once", CommandKind::Resign).expect_err("refused");
    assert_eq!(other.code, ErrorCode::CommandIdReused);
}

#[test]
fn a_command_without_a_stored_hash_keeps_its_first_answer() {
    let mut table = Table::new("ikibuguzo:first").arranged(Array::First);
    let seq = table.play("south", "once", "N").expect("played");
    let stored_before = table.log.iter().cloned().map(|mut entry| {
        entry.origin = entry.origin.map(|origin| Origin { hash: None, ..origin });
        entry
    });
    table.room = Room::replay(&stored_before.collect::<Vec<_>>()).expect("a log");
    assert_eq!(table.command("south", "once", CommandKind::Resign), Ok(seq));
}

#[test]
fn a_player_without_opponent_may_abort_the_game() {
    let mut open = Table::open("kubuguza");
    let abort = || CommandKind::Claim(Claim::Abort);
    assert_eq!(open.refused("north", abort()), ErrorCode::NotAPlayer);
    open.command("south", "withdraw", abort()).expect("withdrawn");
    let outcome = open.room.outcome().expect("over");
    assert_eq!((outcome.winner, outcome.reason.as_str()), (None, "aborted"));
    assert_eq!(open.refused("north", CommandKind::Sit), ErrorCode::GameOver);
    let rematch = CommandKind::OfferRematch(GameId::from_random(std::array::from_fn(|_| 7)));
    assert_eq!(open.refused("south", rematch), ErrorCode::NoOpponent);
    let mut begun = Table::new("kubuguza");
    assert_eq!(begun.refused("south", abort()), ErrorCode::NotGone, "the opponent has just sat down");
}

#[test]
fn each_phase_refuses_commands_of_the_others() {
    let mut open = Table::open("ikibuguzo:first");
    assert_eq!(open.refused("south", open.act("N")), ErrorCode::WaitingForOpponent);
    assert_eq!(open.refused("south", CommandKind::Resign), ErrorCode::WaitingForOpponent);
    assert_eq!(open.refused("south", CommandKind::Arrange(Array::First)), ErrorCode::WaitingForOpponent);
    assert_eq!(open.refused("north", CommandKind::Resign), ErrorCode::NotAPlayer);

    let mut arranging = Table::new("ikibuguzo:first");
    assert_eq!(arranging.refused("south", arranging.act("N")), ErrorCode::StillArranging);
    assert_eq!(arranging.refused("south", CommandKind::OfferDraw), ErrorCode::StillArranging);
    assert_eq!(arranging.refused("south", CommandKind::Arrange(Array::Second)), ErrorCode::ArrayNotOffered);
    assert_eq!(arranging.refused("third", CommandKind::Sit), ErrorCode::GameFull);

    let mut playing = arranging.arranged(Array::First);
    assert_eq!(playing.refused("south", CommandKind::Arrange(Array::First)), ErrorCode::AlreadyArranged);
    assert_eq!(playing.refused("north", playing.act("n")), ErrorCode::NotYourTurn);
    let head = playing.room.head();
    for after in [0, head - 1, head + 1, u64::MAX] {
        assert_eq!(playing.refused("south", act_after(after, "N")), ErrorCode::WrongPosition);
    }
    assert_eq!(playing.refused("south", playing.act("N!")), ErrorCode::BadAction);
    assert_eq!(playing.refused("south", playing.act("A")), ErrorCode::IllegalAction);
    let next = "k7wq2m9xra4t".parse().expect("an id");
    assert_eq!(playing.refused("south", CommandKind::OfferRematch(next)), ErrorCode::GameNotOver);

    playing.command("north", "resign", CommandKind::Resign).expect("resigned");
    for kind in
        [playing.act("N"), CommandKind::Resign, CommandKind::OfferDraw, CommandKind::Arrange(Array::First)]
    {
        assert_eq!(playing.refused("south", kind), ErrorCode::GameOver);
    }
}

#[test]
fn a_player_may_send_100_chat_messages_a_game() {
    let mut table = Table::new("ikibuguzo:first");
    for number in 0..100 {
        table
            .command("south", &format!("say{number}"), CommandKind::Say(" hello ".to_owned()))
            .expect("said");
    }
    assert_eq!(table.refused("south", CommandKind::Say("once more".to_owned())), ErrorCode::SaidEnough);
    assert!(matches!(&table.log.last().expect("entries").fact, Fact::Said { text, .. } if text == "hello"));
}

#[test]
fn a_log_with_a_gap_or_a_wrong_fact_is_refused() {
    let table = Table::new("ikibuguzo:first").arranged(Array::First);
    assert!(Room::replay(&[]).is_err());
    assert!(Room::replay(&table.log[1..]).is_err(), "without its beginning");
    let mut gap = table.log.clone();
    gap.remove(2);
    assert!(Room::replay(&gap).is_err(), "with a gap");
    let mut twice = table.log.clone();
    twice.push(Entry { seq: 7, ..table.log[3].clone() });
    assert!(Room::replay(&twice).is_err(), "with a repeated arrangement");
}

/// The room never panics, its log replays to what it shows, and `seq` has no gap.
#[test]
fn a_fact_of_another_phase_makes_a_log_corrupt() {
    let playing = Table::new("kubuguza");
    let mut arranging = Table::new("ikibuguzo:first");
    let mut finished = Table::new("kubuguza");
    finished.command("south", "resign", CommandKind::Resign).expect("the end");
    let outcome = finished.room.outcome().expect("the end");
    let seated = Fact::Seated { seat: Text(Seat::North), player: player("third"), commitment: None };
    let invited = Fact::Invited { player: player("third"), open_until: None, commitment: None };
    let acted = Fact::Acted { seat: Text(Seat::South), action: Text("A".parse().expect("an action")) };
    let draw_offered = Fact::DrawOffered { seat: Text(Seat::South) };
    let refused = [
        (&playing.room, vec![seated, invited, Fact::Begun {}, Fact::Revealed {}]),
        (&playing.room, vec![Fact::RematchOffered { seat: Text(Seat::South) }]),
        (&arranging.room, vec![acted.clone(), draw_offered.clone(), Fact::Begun {}, Fact::Revealed {}]),
        (&finished.room, vec![acted, draw_offered, Fact::Begun {}, Fact::Ended(outcome)]),
    ];
    for (room, facts) in refused {
        for fact in facts {
            let entry = Entry { seq: room.head() + 1, at: at(9_000), origin: None, fact };
            let result = room.clone().apply(&entry);
            assert_eq!(result.expect_err("corrupt").seq, entry.seq, "{:?}", entry.fact);
        }
    }
    arranging.command("south", "resign", CommandKind::Resign).expect("a game can end in every phase");
    let begun = playing.log.last().expect("the game has begun");
    assert_eq!(begun.fact, Fact::Begun {});
    let mut ended = Room::replay(&playing.log[..playing.log.len() - 1]).expect("a log");
    ended.apply(&Entry { fact: Fact::Ended(outcome), ..begun.clone() }).expect("an end before the beginning");
    assert!(ended.apply(&Entry { seq: begun.seq + 1, ..begun.clone() }).is_err(), "it begins after its end");
}

#[test]
fn the_log_of_any_commands_in_any_order_replays() {
    for seed in 0..300 {
        let mut rng = Rng::with_seed(seed);
        let mut table = Table::open("ikibuguzo:choice");
        for number in 0..200 {
            let who = *rng.choice(&["south", "north", "third"]).expect("a player");
            let kind = random_command(&table, &mut rng);
            let id = if rng.u8(..10) == 0 { "again".to_owned() } else { number.to_string() };
            let _ = table.command(who, &id, kind);
        }
        let replayed = Room::replay(&table.log).expect("a log");
        for viewer in [Role::South, Role::North, Role::Spectator] {
            assert_eq!(
                projection::view(&replayed, viewer),
                projection::view(&table.room, viewer),
                "seed {seed}"
            );
        }
        let seqs: Vec<u64> = table.log.iter().map(|entry| entry.seq).collect();
        assert_eq!(seqs, (1..=table.room.head()).collect::<Vec<_>>());
    }
}

fn random_command(table: &Table, rng: &mut Rng) -> CommandKind {
    let legal = table.room.game().map(|game| game.legal_actions().to_vec()).unwrap_or_default();
    let takeback = table.room.takeback_offer().map(|offer| offer.offer);
    let previews = table.room.previews_offer().map(|offer| offer.offer);
    let some_offer = rng.u64(..table.room.head() + 2);
    match rng.u8(..30) {
        0 => CommandKind::Sit,
        1 | 2 => CommandKind::Arrange(*rng.choice(&Array::ALL).expect("an array")),
        3 => act_after(rng.u64(..table.room.head() + 2), "N"),
        4 => table.act("-"),
        5 if rng.u8(..20) == 0 => CommandKind::Resign,
        6 => CommandKind::OfferDraw,
        7 => CommandKind::AnswerDraw { offer: some_offer, accept: rng.u8(..8) == 0, after: None },
        8 => CommandKind::OfferRematch("k7wq2m9xra4t".parse().expect("an id")),
        10 => CommandKind::OfferTakeback,
        11 | 12 => CommandKind::AnswerTakeback { offer: takeback.unwrap_or(some_offer), accept: rng.bool() },
        13 => CommandKind::AnswerRematch { offer: some_offer, accept: None },
        14 => CommandKind::OfferPreviews,
        15 => CommandKind::AnswerPreviews { offer: previews.unwrap_or(some_offer), accept: rng.bool() },
        9 => CommandKind::Say("x".repeat(rng.usize(..300))),
        _ => table.act(&rng.choice(&legal).map_or("A".to_owned(), ToString::to_string)),
    }
}
