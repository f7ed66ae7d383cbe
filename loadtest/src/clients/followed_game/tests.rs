use std::sync::Arc;

use ikibuguzo_engine::{Game, GameStart, Ruleset};
use ikibuguzo_protocol::{ErrorCode, PositionView, Role, Timestamp};

use super::*;
use crate::clients::node_list::NodeList;
use crate::clock;

/// A player of Kubuguza as South, and the game as the server plays it.
struct Player {
    run: Rc<ClientsState>,
    game: FollowedGame,
    engine: Game,
    seq: u64,
    start: Instant,
}

impl Player {
    /// Creates a player who has joined a game that has begun.
    fn joined() -> Self {
        let start = clock::now();
        let pace = Rc::new(GamePace::new(0, 1, 1));
        let run = Rc::new(ClientsState::new(Arc::new(NodeList::new(vec![])), 1));
        run.set_play_from(Some(start));
        let GameStart::Play(engine) = Ruleset::Kubuguza.begin() else { panic!("nothing to arrange") };
        let game = GameId::from_random([1; GameId::LENGTH]);
        let rng = Rng::with_seed(1);
        let series = Rc::new(GameSeries::new(Ruleset::Kubuguza, 0, false));
        let pair = FollowedPair { game, series, pace, id_prefix: 'a', rng };
        let game = FollowedGame::new(Rc::clone(&run), pair);
        let mut player = Self { run, game, engine, seq: 0, start };
        player.join();
        player.receive_beginning();
        player
    }

    /// The time some milliseconds after the start.
    fn at(&self, millis: u64) -> Instant {
        self.start + Duration::from_millis(millis)
    }

    fn join(&mut self) {
        self.join_at(0, self.start);
    }

    /// Sends `join` and receives the answer.
    fn join_at(&mut self, head: u64, now: Instant) {
        self.game.join_again();
        let game = self.game.id();
        let seq = self.seq;
        self.game
            .handle_snapshot(&Snapshot { game, role: Role::South, delay: 0, head, seq, view: None }, now);
    }

    fn receive_beginning(&mut self) {
        let created = EventKind::Created {
            rules: Text(Ruleset::Kubuguza),
            rules_version: 1,
            public: false,
            rated: false,
            berserk: false,
            clock: None,
            rematch_of: None,
            allowance: Duration::ZERO,
            from_record: None,
        };
        let position = PositionView::of(&self.engine, Viewer::Spectator);
        for kind in [created, EventKind::Begun { position, clocks: None }] {
            let event = self.next_event(kind);
            self.game.handle_event(event, "", self.start).expect("no reply");
        }
    }

    fn next_event(&mut self, kind: EventKind) -> Event {
        self.seq += 1;
        Event { seq: self.seq, at: Timestamp::from_millis(1), kind, closes: Vec::new() }
    }

    /// Plays an action on the server's game, and returns its event.
    fn play(&mut self, action: Action, charge: Duration) -> String {
        let seat = Text(self.engine.to_move().expect("the game goes on"));
        self.engine.advance(action).expect("a legal action");
        let kind = EventKind::Acted {
            seat,
            ply: 1,
            action: Text(action),
            laps: vec![],
            position: PositionView::of(&self.engine, Viewer::Spectator),
            receipt: Some(Receipt {
                arrival: Timestamp::from_millis(1),
                charge,
                allowance: Duration::ZERO,
                balance: Duration::ZERO,
            }),
            clocks: None,
        };
        self.next_event(kind).to_json(self.game.id())
    }

    fn receive_move(&mut self, text: &str, now: Instant) {
        let Ok(ServerMessage::Event { event, .. }) = ServerMessage::parse(text) else { panic!("{text}") };
        let EventKind::Acted { action, .. } = &event.kind else { panic!("{text}") };
        self.game.handle_move(&MoveEvent { seq: event.seq, action: &action.to_string() }, text, now);
    }

    /// The types of the messages that are sent now.
    fn sent_types(&mut self) -> Vec<&'static str> {
        let texts = self.game.take_outgoing();
        texts.iter().map(|text| message_type(&serde_json::from_str(text).expect("a message"))).collect()
    }

    /// Makes the move that is due, and returns its id and action.
    fn make_move(&mut self, now: Instant) -> (CommandId, Action) {
        self.game.take_outgoing();
        self.game.act(now).expect("a valid id");
        let text = self.game.take_outgoing().pop().expect("a move");
        match serde_json::from_str(&text).expect("a message") {
            ClientMessage::Act { id, action, .. } => (id, action.parse().expect("an action")),
            other => panic!("{other:?} is not a move"),
        }
    }
}

fn message_type(message: &ClientMessage) -> &'static str {
    match message {
        ClientMessage::Join { .. } => "join",
        ClientMessage::Leave { .. } => "leave",
        ClientMessage::Act { .. } => "act",
        ClientMessage::OfferRematch { .. } => "offer_rematch",
        _ => "other",
    }
}

#[test]
fn an_unanswered_move_is_sent_again_after_join() {
    let mut player = Player::joined();
    let (id, action) = player.make_move(player.at(0));
    player.game.handle_loss(true, player.at(10), player.at(12));
    assert_eq!(player.game.next_action_at(), None, "no move without a connection");
    player.join_at(2, player.at(200));
    assert_eq!(player.sent_types(), ["join", "act"]);
    let text = player.play(action, Duration::ZERO);
    player.receive_move(&text, player.at(210));
    player.game.handle_ack(id.as_str(), 3, player.at(210));
    let totals = player.run.stats.totals();
    assert_eq!((totals.counts.players_to_move, totals.counts.moves, totals.counts.errors()), (1, 0, 0));
    assert_eq!((totals.times.next_move.max() / 1_000_000, totals.times.own_ack_before.len()), (200, 0));
    assert_eq!(player.run.stats.unanswered_moves(), 0);
}

#[test]
fn a_player_who_was_to_move_moves_as_soon_as_it_has_joined_again() {
    let mut player = Player::joined();
    let (id, action) = player.make_move(player.at(0));
    player.game.handle_ack(id.as_str(), 3, player.at(1));
    let text = player.play(action, Duration::ZERO);
    player.receive_move(&text, player.at(2));
    let reply = player.engine.legal_actions().iter().next().copied().expect("an action");
    let text = player.play(reply, Duration::ZERO);
    player.receive_move(&text, player.at(3));
    assert_eq!(player.game.next_action_at(), Some(player.at(1_000)), "the pace is one move a second");
    player.game.handle_loss(true, player.at(10), player.at(10));
    player.join_at(4, player.at(150));
    assert_eq!(player.game.next_action_at(), Some(player.at(150)));
}

#[test]
fn no_move_is_made_before_all_missed_events_have_arrived() {
    let mut player = Player::joined();
    player.game.handle_loss(true, player.at(10), player.at(10));
    player.join_at(3, player.at(150));
    assert_eq!(player.game.next_action_at(), None);
}

#[test]
fn the_time_without_a_connection_is_an_overcharge() {
    let mut player = Player::joined();
    player.game.handle_loss(true, player.at(40), player.at(40));
    player.join_at(2, player.at(1_040));
    let (_, action) = player.make_move(player.at(1_050));
    let text = player.play(action, Duration::from_millis(1_060));
    player.receive_move(&text, player.at(1_070));
    let times = player.run.stats.totals().times;
    assert_eq!(times.overcharge.len(), 0);
    // 50 of the 1,060 milliseconds were spent with a connection.
    assert!(times.overcharge_of_interrupted.max().abs_diff(1_010_000_000) < 1_000_000);
}

#[test]
fn a_missing_event_is_a_gap() {
    let mut player = Player::joined();
    let actions = player.engine.legal_actions();
    player.seq += 1;
    let text = player.play(*actions.iter().next().expect("an action"), Duration::ZERO);
    player.receive_move(&text, player.at(5));
    assert_eq!(player.run.stats.counts().gaps, 1);
}

#[test]
fn a_move_that_was_refused_for_a_time_is_sent_again() {
    let mut player = Player::joined();
    let (id, _) = player.make_move(player.at(0));
    let refusal = |code| Refusal {
        id: Some(id.clone()),
        game: None,
        code,
        message: String::new(),
        retry_after: Some(50),
    };
    assert!(player.game.handle_refusal(&refusal(ErrorCode::Restarting), "", player.at(1)));
    assert_eq!(player.game.next_action_at(), Some(player.at(51)));
    player.game.act(player.at(51)).expect("a valid id");
    assert_eq!(player.sent_types(), ["act"]);
    assert!(player.game.handle_refusal(&refusal(ErrorCode::WrongPosition), "", player.at(60)));
    assert_eq!(player.run.stats.unanswered_moves(), 0);
    let join_refusal = Refusal { id: None, ..refusal(ErrorCode::Busy) };
    assert!(!player.game.handle_refusal(&join_refusal, "", player.at(70)), "the client connects again");
}

#[test]
fn the_rematch_is_joined_from_its_first_event() {
    let mut player = Player::joined();
    let rematch = GameId::from_random([2; GameId::LENGTH]);
    let event = player.next_event(EventKind::Rematched { rematch });
    player.game.take_outgoing();
    player.game.handle_event(event, "", player.at(5)).expect("no command");
    assert_eq!((player.game.id(), player.sent_types()), (rematch, vec!["leave", "join"]));
    assert_eq!(player.game.next_action_at(), None);
}
