//! The connection to one game: it comes back by itself, goes on where it was, and sends again what was not answered.

mod task;
#[cfg(test)]
mod tests;

use ikibuguzo_protocol::{ClientMessage, Event, GameId, Presence, Refusal, Snapshot, Token};
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::sync::watch;

use crate::connection::server_address::Address;
use crate::exit::{Exit, Failure};
use crate::game_view::remaining_time::ServerClock;
use task::Follower;

/// Commands that may wait for their answers.
const MOST_UNANSWERED: usize = 16;

/// What comes over a link.
#[derive(Debug)]
pub enum News {
    /// The game as it stands, once, before anything else; with the text as it came.
    Game(Box<Snapshot>, String),
    /// What happened, in order, without gap or repeat; with the text as it came.
    Event(Box<Event>, String),
    /// Who of the players is there; with the text as it came.
    Presence(Presence, String),
    /// An event of this `seq` that this client does not know; with the text as it came.
    Unknown(u64, String),
    /// A command is done, and the event of this `seq` tells it; with the text as it came.
    Ack(u64, String),
    /// A message was refused; with the text as it came.
    Refused(Refusal, String),
    /// A command was refused for now, for this reason; the link sends it again.
    Deferred(String),
    /// The connection is lost; the link tries to get it back.
    Lost(String),
    /// The connection is back.
    Back,
    /// The link has ended for good.
    Failed(Failure),
}

/// A running link. Dropping it ends it.
#[derive(Debug)]
pub struct Link {
    commands: Sender<ClientMessage>,
    news: Receiver<News>,
    /// The server's clock, once it has told it.
    clock: watch::Receiver<Option<ServerClock>>,
    /// Commands that have no answer yet.
    waiting: usize,
}

impl Link {
    /// Follows a game, as the player of this token or as a spectator.
    pub fn open(server: &Address, token: Option<Token>, game: GameId) -> Self {
        let (commands, asked) = mpsc::channel(MOST_UNANSWERED);
        let (told, news) = mpsc::channel(64);
        let (ticks, clock) = watch::channel(None);
        let follower = Follower::new(server.clone(), token, game, asked, told, ticks);
        tokio::spawn(follower.run());
        Self { commands, news, clock, waiting: 0 }
    }

    /// Sends a command. It is sent again after a lost connection until it is answered.
    ///
    /// Never waits, so that whoever sends can go on reading; who sends without asking
    /// [`takes_more`](Self::takes_more) first loses the command.
    pub fn send(&mut self, command: ClientMessage) {
        // An ended link has said so in its news.
        if self.commands.try_send(command).is_ok() {
            self.waiting += 1;
        }
    }

    /// Whether another command may be sent before one of the others is answered.
    pub fn takes_more(&self) -> bool {
        self.waiting < MOST_UNANSWERED
    }

    /// Whether every command is answered.
    pub fn is_answered(&self) -> bool {
        self.waiting == 0
    }

    /// What the server's clock shows now, in milliseconds since 1970-01-01 UTC; none where it has not told it.
    pub fn now(&self) -> Option<u64> {
        self.clock.borrow().as_ref().map(ServerClock::now)
    }

    /// What came next.
    pub async fn next(&mut self) -> News {
        let ended = || News::Failed(Failure::new(Exit::Unexpected, "the connection ended without a word"));
        let news = self.news.recv().await.unwrap_or_else(ended);
        let answers = match &news {
            News::Ack(..) => true,
            News::Refused(refusal, _) => refusal.id.is_some(),
            _ => false,
        };
        self.waiting = self.waiting.saturating_sub(usize::from(answers));
        news
    }

    /// Whether more has come already.
    pub fn has_more(&self) -> bool {
        !self.news.is_empty()
    }
}
