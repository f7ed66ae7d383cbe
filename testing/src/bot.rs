use std::net::SocketAddr;

use fastrand::Rng;
use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::{
    ClientMessage, Credentials, Event, EventKind, GameId, Outcome, PositionView, ServerMessage, Text,
};

use crate::{TestClient, command_id};

/// A client that follows a game to its end. With a seat it plays at random. It can drop its connection now and then.
pub struct Bot {
    address: SocketAddr,
    player: Option<Credentials>,
    seat: Option<Seat>,
    game: GameId,
    rng: Rng,
    /// The connection is dropped once in this many messages; 0 for never.
    disconnect_every: u32,
    client: Option<TestClient>,
    unanswered: Option<ClientMessage>,
    /// The `seq` of the position in which the bot last acted.
    acted_at: Option<u64>,
    events: Vec<Event>,
}

/// What a bot saw of a whole game.
#[derive(Debug)]
pub struct PlayedGame {
    /// All events, in order.
    pub events: Vec<Event>,
    /// The result.
    pub outcome: Outcome,
}

impl Bot {
    /// A spectator.
    pub fn new(address: SocketAddr, game: GameId, seed: u64) -> Self {
        let rng = Rng::with_seed(seed);
        Self {
            address,
            player: None,
            seat: None,
            game,
            rng,
            disconnect_every: 0,
            client: None,
            unanswered: None,
            acted_at: None,
            events: Vec::new(),
        }
    }

    /// Gives the bot a seat.
    pub fn seated(mut self, seat: Seat, player: &Credentials) -> Self {
        self.seat = Some(seat);
        self.player = Some(player.clone());
        self
    }

    /// Drops the connection once in this many messages, at random.
    pub fn disconnect_every(mut self, messages: u32) -> Self {
        self.disconnect_every = messages;
        self
    }

    /// Follows the game to its end.
    pub async fn play_to_end(self) -> PlayedGame {
        let bot = self.play_until(usize::MAX).await;
        let outcome = bot.outcome().expect("the game is over");
        PlayedGame { events: bot.events, outcome }
    }

    /// Plays until it has seen this many events or the game is over, then drops the connection.
    pub async fn play_until(mut self, events: usize) -> Self {
        while self.events.len() < events && self.outcome().is_none() {
            match self.next_message().await {
                ServerMessage::Event { event, .. } => self.handle_event(event).await,
                ServerMessage::Ack { .. } => self.handle_ack().await,
                other => panic!("unexpected {other:?}, unanswered {:?}", self.unanswered),
            }
        }
        self.client = None;
        self
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.events.last()?.kind {
            EventKind::Ended { outcome, .. } => Some(outcome),
            _ => None,
        }
    }

    /// Continues at another server.
    pub fn at_server(mut self, address: SocketAddr) -> Self {
        self.address = address;
        self.client = None;
        self
    }

    /// The events seen so far.
    pub fn events(&self) -> &[Event] {
        &self.events
    }

    /// The game.
    pub fn game(&self) -> GameId {
        self.game
    }

    async fn next_message(&mut self) -> ServerMessage {
        let disconnects = self.disconnect_every > 0 && self.rng.u32(..self.disconnect_every) == 0;
        if let Some(client) = self.client.take_if(|_| disconnects) {
            client.disconnect();
        }
        if self.client.is_none() {
            self.resume().await;
        }
        self.client.as_mut().expect("just connected").next().await
    }

    /// Connects, joins after the last event seen, and sends an unanswered command again.
    async fn resume(&mut self) {
        let mut client = TestClient::connect(self.address, self.player.as_ref()).await;
        let since = self.events.len() as u64;
        let snapshot = client.join(self.game, Some(since)).await;
        assert_eq!((snapshot.seq, snapshot.role.seat()), (since, self.seat));
        if let Some(message) = &self.unanswered {
            client.send(message).await;
        }
        self.client = Some(client);
    }

    async fn handle_event(&mut self, event: Event) {
        assert_eq!(event.seq, self.events.len() as u64 + 1, "no gap and no repeat");
        self.events.push(event.clone());
        match event.kind {
            EventKind::Seated { arrays_offered, .. } => self.arrange(&arrays_offered).await,
            kind => {
                if let Some(position) = kind.position() {
                    self.act(event.seq, position).await;
                }
            }
        }
    }

    async fn arrange(&mut self, offered: &[Text<Array>]) {
        if self.seat.is_none() || offered.is_empty() {
            return;
        }
        let array = *self.rng.choice(offered).expect("an array");
        self.command(ClientMessage::Arrange { game: self.game, id: command_id(), array }).await;
    }

    /// Acts in the position that the event `after` brought.
    async fn act(&mut self, after: u64, position: &PositionView) {
        let to_move = position.to_move.map(|seat| *seat);
        let has_acted = self.unanswered.is_some() || self.acted_at == Some(after);
        if to_move.is_none() || to_move != self.seat || has_acted {
            return;
        }
        let action = self.rng.choice(&position.legal).expect("the seat to move can act").to_string();
        self.acted_at = Some(after);
        self.command(ClientMessage::Act { game: self.game, id: command_id(), after, action }).await;
    }

    /// After a resume the events of a command come before its acknowledgement, so the board may ask for another move.
    async fn handle_ack(&mut self) {
        self.unanswered = None;
        let position =
            self.events.iter().rev().find_map(|event| Some((event.seq, event.kind.position()?.clone())));
        if let Some((seq, position)) = position {
            self.act(seq, &position).await;
        }
    }

    async fn command(&mut self, message: ClientMessage) {
        if let Some(client) = &mut self.client {
            client.send(&message).await;
        }
        self.unanswered = Some(message);
    }
}
