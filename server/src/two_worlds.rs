//! Two games that differ only in a sealed array give the same notices and the same messages to the webhook. Tests only.
//!
//! The stores of Azigo are compared in `game/src/room/tests/concealment.rs`: no log leads to two such games.

use ikibuguzo_engine::{Array, Ruleset, Seat};
use ikibuguzo_game::fact::{Entry, Fact, log_of};
use ikibuguzo_game::player::Player;
use ikibuguzo_game::replay;
use ikibuguzo_game::room::{GameOptions, Room, initial_facts};
use ikibuguzo_protocol::{EndReason, GameId, Outcome, Text, TimeControl, Timestamp};
use ikibuguzo_store::{Commit, GameNumber, Store, WebhookKind};

use crate::chance::Chance;
use crate::live::push_notice::{notices_of, notices_of_standing};
use crate::push::message::message_of;
use crate::webhook::news_body;

/// The length of the log before South arranges.
const SEATED: usize = 3;

fn players() -> [Player; 2] {
    ["south", "north"].map(|name| Player::person(name.into(), name.parse().expect("a name")))
}

fn game_id(number: usize) -> GameId {
    GameId::from_random([u8::try_from(number).expect("few games"); GameId::LENGTH])
}

/// A game in which South seals an array, and North goes without having arranged.
fn sealed(array: Array) -> Vec<Entry> {
    let options = GameOptions {
        rules: "ikibuguzo:choice".parse().expect("rules"),
        rules_version: Ruleset::VERSION,
        public: true,
        clock: TimeControl::Days(1),
        rated: false,
    };
    let [south, north] = players();
    let mut facts = initial_facts(options, None, vec![(Seat::South, south), (Seat::North, north)]);
    assert_eq!(facts.len(), SEATED);
    let outcome = Outcome { winner: Some(Text(Seat::South)), reason: EndReason::Resignation };
    facts.extend([
        Fact::Arranged { seat: Text(Seat::South), array: Text(array), commitment: None },
        Fact::Said { seat: Text(Seat::South), text: "Muraho!".to_owned(), commitment: None },
        Fact::Ended(outcome),
    ]);
    log_of(facts, Timestamp::from_millis(1))
}

/// Everything that browsers are told while a game goes on, also if they come late.
fn push_messages(log: &[Entry]) -> Vec<String> {
    let mut texts = Vec::new();
    for length in 1..=log.len() {
        let (room, events) = replay::room_and_events(&log[..length], length as u64 - 1).expect("a log");
        let new = events.iter().flat_map(|event| notices_of(event.news(), game_id(1), &room));
        for notice in new.chain(notices_of_standing(game_id(1), &room)) {
            let message = serde_json::to_string(&message_of(&notice)).expect("JSON");
            texts.push(format!("{:?} {} {message}", notice.player, notice.place));
        }
    }
    texts
}

/// The messages that the webhook would get about a game after each entry of its log.
async fn webhook_bodies(log: &[Entry]) -> Vec<String> {
    let folder = tempfile::tempdir().expect("a folder");
    let url = format!("sqlite://{}", folder.path().join("games.db").display());
    let store = Store::open(&url).await.expect("a database");
    for player in players() {
        store
            .add_player(&player, &Chance::system().token(), Timestamp::from_millis(1))
            .await
            .expect("a player");
    }
    let mut commit = Commit::default();
    for length in SEATED..=log.len() {
        let log = log[..length].to_vec();
        let room = Room::replay(&log).expect("a log");
        commit.add_game(
            GameNumber::new(Timestamp::from_millis(1), length as u64),
            game_id(length),
            None,
            log,
            &room,
        );
    }
    let mut writer = store.connect_writer(0).await.expect("a writer");
    writer.write(&vec![commit].into(), || ()).await.expect("written");
    let mut bodies = Vec::new();
    for length in SEATED..=log.len() {
        for game in store.find_games(&[game_id(length)]).await.expect("a game") {
            let body = news_body(WebhookKind::GameOver, &game, Some("https://games.example.org"));
            bodies.push(String::from_utf8(body).expect("text"));
        }
    }
    bodies
}

#[tokio::test]
async fn notices_do_not_depend_on_a_sealed_array() {
    let [one, other] = [sealed(Array::ALL[0]), sealed(Array::ALL[1])];
    assert_ne!(one, other);
    let told = push_messages(&one);
    assert!(told.len() > 2, "{told:?}");
    assert_eq!(told, push_messages(&other));
    let bodies = webhook_bodies(&one).await;
    assert_eq!(bodies.len(), one.len() - SEATED + 1);
    assert_eq!(bodies, webhook_bodies(&other).await);
}
