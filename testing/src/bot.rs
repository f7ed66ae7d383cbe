use std::net::SocketAddr;

use fastrand::Rng;
use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::{
    ClientMessage, Credentials, Event, GameId, Happening, Outcome, PositionView, ServerMessage, Text,
};

use super::{Client, command_id};

/// Somebody who follows a game to its end, plays at random if seated, and loses the connection now and then.
pub(crate) struct Bot {
    address: SocketAddr,
    player: Option<Credentials>,
    seat: Option<Seat>,
    game: GameId,
    chance: Rng,
    /// One connection in so many messages is cut; 0 for none.
    cuts: u32,
    client: Option<Client>,
    unanswered: Option<ClientMessage>,
    /// The ply that the last action answered.
    answered: Option<u32>,
    events: Vec<Event>,
}

/// What somebody saw of a whole game.
#[derive(Debug)]
pub(crate) struct Ending {
    pub(crate) events: Vec<Event>,
    pub(crate) outcome: Outcome,
}

impl Bot {
    pub(crate) fn new(address: SocketAddr, game: GameId, seed: u64) -> Self {
        let chance = Rng::with_seed(seed);
        Self {
            address,
            player: None,
            seat: None,
            game,
            chance,
            cuts: 0,
            client: None,
            unanswered: None,
            answered: None,
            events: Vec::new(),
        }
    }

    pub(crate) fn seated(mut self, seat: Seat, player: &Credentials) -> Self {
        (self.seat, self.player) = (Some(seat), Some(player.clone()));
        self
    }

    pub(crate) fn cut_every(mut self, messages: u32) -> Self {
        self.cuts = messages;
        self
    }

    /// Follows the game to its end.
    pub(crate) async fn run(self) -> Ending {
        let bot = self.run_for(usize::MAX).await;
        let outcome = bot.outcome().expect("it ran to the end");
        Ending { events: bot.events, outcome }
    }

    /// Plays on until there are so many events or the game is over, then drops the connection, wherever that is.
    pub(crate) async fn run_for(mut self, events: usize) -> Self {
        while self.events.len() < events && self.outcome().is_none() {
            match self.hear().await {
                ServerMessage::Event { event, .. } => self.take(event).await,
                ServerMessage::Ack { .. } => self.acknowledged().await,
                other => panic!("unexpected {other:?}, unanswered {:?}", self.unanswered),
            }
        }
        self.client = None;
        self
    }

    fn outcome(&self) -> Option<Outcome> {
        match self.events.last()?.what {
            Happening::Ended { outcome, .. } => Some(outcome),
            _ => None,
        }
    }

    /// Goes on at another server.
    pub(crate) fn moved_to(mut self, address: SocketAddr) -> Self {
        (self.address, self.client) = (address, None);
        self
    }

    pub(crate) fn events(&self) -> &[Event] {
        &self.events
    }

    pub(crate) fn game(&self) -> GameId {
        self.game
    }

    async fn hear(&mut self) -> ServerMessage {
        let cut = self.cuts > 0 && self.chance.u32(..self.cuts) == 0;
        if let Some(client) = self.client.take_if(|_| cut) {
            client.cut();
        }
        if self.client.is_none() {
            self.resume().await;
        }
        self.client.as_mut().expect("just connected").next().await
    }

    /// Connects, asks for what was missed, and sends again what was not answered.
    async fn resume(&mut self) {
        let mut client = Client::connect(self.address, self.player.as_ref()).await;
        let since = self.events.len() as u64;
        let snapshot = client.join(self.game, Some(since)).await;
        assert_eq!((snapshot.seq, snapshot.role.seat()), (since, self.seat));
        if let Some(message) = &self.unanswered {
            client.send(message).await;
        }
        self.client = Some(client);
    }

    async fn take(&mut self, event: Event) {
        assert_eq!(event.seq, self.events.len() as u64 + 1, "no gap and no repeat");
        self.events.push(event.clone());
        match event.what {
            Happening::Seated { arrays_offered, .. } => self.arrange(&arrays_offered).await,
            Happening::Revealed { position, .. }
            | Happening::Begun { position, .. }
            | Happening::Acted { position, .. } => {
                self.act(&position).await;
            }
            _ => {}
        }
    }

    async fn arrange(&mut self, offered: &[Text<Array>]) {
        if self.seat.is_none() || offered.is_empty() {
            return;
        }
        let array = *self.chance.choice(offered).expect("an array");
        self.command(ClientMessage::Arrange { game: self.game, id: command_id(), array }).await;
    }

    async fn act(&mut self, position: &PositionView) {
        let to_move = position.to_move.map(|seat| *seat);
        let done = self.unanswered.is_some() || self.answered == Some(position.ply);
        if to_move.is_none() || to_move != self.seat || done {
            return;
        }
        let action = self.chance.choice(&position.legal).expect("the seat to move can act").to_string();
        self.answered = Some(position.ply);
        self.command(ClientMessage::Act { game: self.game, id: command_id(), ply: position.ply, action })
            .await;
    }

    /// After a resume the events of a command come before its acknowledgement: look at the board again.
    async fn acknowledged(&mut self) {
        self.unanswered = None;
        let position = self.events.iter().rev().find_map(|event| match &event.what {
            Happening::Revealed { position, .. }
            | Happening::Begun { position, .. }
            | Happening::Acted { position, .. } => Some(position.clone()),
            _ => None,
        });
        if let Some(position) = position {
            self.act(&position).await;
        }
    }

    async fn command(&mut self, message: ClientMessage) {
        if let Some(client) = &mut self.client {
            client.send(&message).await;
        }
        self.unanswered = Some(message);
    }
}
