//! Whole games through the JSON texts, compared with a room that is given the same commands, and with the engine.

use fastrand::Rng;
use ikibuguzo_bot::EndgameTables;
use ikibuguzo_engine::{Record, Ruleset, Seat, Viewer};
use ikibuguzo_game::computer_decision::{ComputerResources, decide_as_computer};
use ikibuguzo_game::offline::{OfflineGame, Opponents};
use ikibuguzo_protocol::{ClientMessage, Event, EventKind, GameId, PositionView, ServerMessage, State, Text};
use serde_json::{Value, json};

use crate::client::{Client, NOW, SEED};

/// A game through the local server, and the same game in a room that is asked directly.
struct TwoGames {
    client: Client,
    id: String,
    direct: OfflineGame,
    events: Vec<Event>,
    commands: u64,
    rng: Rng,
}

impl TwoGames {
    fn begin(rules: Ruleset, opponent: &str) -> Self {
        let mut client = Client::new();
        let id = client.begin(&rules.to_string(), "south", opponent);
        let other = opponent.parse().expect("an opponent");
        let opponents = Opponents { rules, human: Seat::South, other, seed: SEED, is_timed: false };
        let direct = OfflineGame::new(id.parse().expect("an id"), opponents, None, NOW);
        let events = events_of(&client.join(&id));
        assert_eq!(events, direct.events_since(0));
        Self { client, id, direct, events, commands: 0, rng: Rng::with_seed(SEED) }
    }

    /// Sends a command to both, and compares all that they answer. Then the computer does its tasks in both.
    fn command(&mut self, mut command: Value) {
        self.commands += 1;
        command["game"] = self.id.clone().into();
        command["id"] = format!("c{}", self.commands).into();
        let sent = self.client.send(&command);
        let message = ClientMessage::parse(&command.to_string()).expect("a command");
        assert_eq!(sent, self.direct.answer(message, NOW, || rematch_in(&sent)), "{command}");
        self.events.extend(events_of(&sent));
        self.think();
    }

    fn think(&mut self) {
        let sent = self.client.think();
        let mut expected = Vec::new();
        while let Some(task) = self.direct.computer_task() {
            let resources = ComputerResources {
                seed: SEED,
                rematch: Some(rematch_in(&sent)),
                endgame_tables: &EndgameTables::default(),
                should_stop: &mut || false,
            };
            let play = self.direct.room().room().play();
            let kind = decide_as_computer(&task, play.as_ref(), resources).expect("a decision");
            expected.extend(self.direct.act_as_computer(task.answers, kind, NOW));
        }
        assert_eq!(sent, expected);
        self.events.extend(events_of(&sent));
    }

    /// Plays a random legal action, or chooses a random array. Returns whether the game goes on.
    fn play(&mut self) -> bool {
        let snapshot = self.direct.snapshot();
        let view = snapshot.view.expect("a whole snapshot");
        match (view.state, view.position) {
            (State::Arranging, _) => {
                let array = self.rng.choice(&view.arrays_offered).expect("an array");
                self.command(json!({"type": "arrange", "array": array}));
            }
            (State::Playing, Some(position)) => {
                let action = self.rng.choice(&position.legal).expect("a legal action");
                self.command(json!({"type": "act", "after": snapshot.head, "action": action}));
            }
            _ => return false,
        }
        true
    }
}

fn events_of(messages: &[ServerMessage]) -> Vec<Event> {
    let event = |message: &ServerMessage| match message {
        ServerMessage::Event { event, .. } => Some(event.clone()),
        _ => None,
    };
    messages.iter().filter_map(event).collect()
}

/// The id of the rematch that is begun, or any id.
fn rematch_in(messages: &[ServerMessage]) -> GameId {
    let rematch = |event: &Event| match event.kind {
        EventKind::Rematched { rematch } => Some(rematch),
        _ => None,
    };
    events_of(messages).iter().find_map(rematch).unwrap_or(GameId::from_random([0; GameId::LENGTH]))
}

/// Compares the actions of a game with what the local server makes of them in the compact form.
fn expect_expanded(client: &mut Client, events: &[Event]) {
    let is_action = |event: &Event| matches!(event.kind, EventKind::Acted { .. });
    let compact = |event: &Event| match &event.kind {
        EventKind::Acted { action, .. } => json!({"seq": event.seq, "at": event.at, "action": action}),
        _ => json!(event),
    };
    // What follows the end of a game does not change its actions.
    let log: Vec<Value> = events.iter().map(compact).collect();
    for since in [0, events.len() as u64 / 2] {
        let answer = client.ask(&json!({"type": "expand", "log": log, "since": since, "role": "south"}));
        let after = events.iter().filter(|event| event.seq > since && is_action(event));
        assert_eq!(
            serde_json::from_value::<Vec<Event>>(answer).expect("events"),
            after.cloned().collect::<Vec<_>>()
        );
    }
}

/// Plays the record on the engine, and compares the boards of the events that carry one.
fn expect_boards_of_the_engine(record: &str, events: &[Event]) {
    let record = Record::read_all(record).expect("a record").remove(0).record;
    let mut game = record.begin().expect("a beginning");
    for event in events {
        if let EventKind::Acted { action, .. } = &event.kind {
            game.advance(**action).expect("a legal action");
        }
        if let Some(shown) = event.kind.position() {
            let expected = PositionView::of(&game, Viewer::AfterGame);
            assert_eq!((&shown.holes, shown.ply), (&expected.holes, expected.ply));
        }
    }
}

#[test]
fn a_game_of_each_ruleset_is_that_of_the_room() {
    for &rules in Ruleset::ALL {
        let mut games = TwoGames::begin(rules, "bot:2");
        games.think();
        while games.play() {}
        let record = games.client.record(&games.id);
        assert_eq!(record, games.direct.room().record().to_string());
        expect_boards_of_the_engine(&record, &games.events);
        expect_expanded(&mut games.client, &games.events);
        let seqs: Vec<u64> = games.events.iter().map(|event| event.seq).collect();
        assert_eq!(seqs, (1..=seqs.len() as u64).collect::<Vec<_>>(), "{rules}");
    }
}

#[test]
fn two_people_at_one_device_play_a_game_of_each_ruleset() {
    for &rules in Ruleset::ALL {
        let mut games = TwoGames::begin(rules, "gatete");
        while games.play() {}
        assert!(games.events.iter().any(|event| matches!(event.kind, EventKind::Ended { .. })), "{rules}");
    }
}

#[test]
fn a_turn_is_taken_back_and_the_rematch_has_swapped_seats() {
    let mut games = TwoGames::begin("kubuguza".parse().expect("rules"), "bot:1");
    assert!(games.play());
    games.command(json!({"type": "offer_takeback"}));
    let is_taken_back = |event: &Event| matches!(event.kind, EventKind::TakenBack { .. });
    assert!(games.events.iter().any(is_taken_back));
    games.command(json!({"type": "resign"}));
    games.command(json!({"type": "offer_rematch"}));
    let next = games.events.iter().find_map(|event| match event.kind {
        EventKind::Rematched { rematch } => Some(rematch.to_string()),
        _ => None,
    });
    let next = next.expect("a rematch");
    let joined = games.client.send(&json!({"type": "join", "game": next}));
    let [ServerMessage::Game(snapshot), ServerMessage::Presence(_)] = &joined[..] else {
        panic!("{joined:?}")
    };
    let view = snapshot.view.as_ref().expect("a whole snapshot");
    assert_eq!(snapshot.role.seat(), Some(Seat::North));
    assert_eq!(view.bots, [Text(Seat::South)]);
    assert!(events_of(&games.client.think()).iter().any(|event| event.kind.position().is_some()));
}
