//! A WebSocket connection of a player or spectator, with all its games.

use std::rc::Rc;
use std::time::Instant;

use anyhow::{Context, Result};
use ikibuguzo_protocol::ServerMessage;
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};
use tokio::time::sleep_until;

use crate::clock;
use crate::net::incoming::Incoming;
use crate::net::socket::Socket;
use crate::players::game_index::GameIndex;
use crate::players::participant::{Assignment, Participant};
use crate::players::run_state::RunState;
use crate::players::send_queue::SendQueue;
use crate::players::series::Waiter;

/// The connection of a player or spectator.
#[derive(Debug)]
pub struct PlayerConnection {
    run: Rc<RunState>,
    socket: Socket,
    queue: SendQueue,
    index: GameIndex,
    participants: Vec<Participant>,
    /// The numbers of participants whose move is due. Unbounded, but a participant waits at most once at a time.
    wakeups: UnboundedReceiver<usize>,
}

impl PlayerConnection {
    /// Creates a connection over a socket that has said hello, with a participant for each assignment.
    pub fn new(run: Rc<RunState>, socket: Socket, assignments: Vec<Assignment>) -> Self {
        let (sender, wakeups) = unbounded_channel();
        let queue = SendQueue::new(clock::now(), assignments.len());
        let index = GameIndex::default();
        let mut connection = Self { run, socket, queue, index, participants: Vec::new(), wakeups };
        assignments.into_iter().for_each(|assignment| connection.add_participant(assignment, &sender));
        connection
    }

    fn add_participant(&mut self, assignment: Assignment, wakeups: &UnboundedSender<usize>) {
        let number = self.participants.len();
        let waiter = Waiter { wakeups: wakeups.clone(), participant: number };
        let participant = Participant::new(Rc::clone(&self.run), assignment, waiter);
        self.index.insert(participant.game(), number);
        participant.join(&mut self.queue);
        self.participants.push(participant);
    }

    /// Plays until the process ends. An earlier end is an error.
    pub async fn run(mut self) {
        if let Err(error) = self.exchange_messages().await {
            let games = self.participants.len();
            self.run.stats.record_error(&format_args!("a socket with {games} games: {error:#}"));
        }
    }

    /// Handles all messages that have arrived before it sends any, so that the replies share one write.
    async fn exchange_messages(&mut self) -> Result<()> {
        loop {
            self.send_allowed().await?;
            tokio::select! {
                biased;
                text = self.socket.next() => self.handle(&text?)?,
                Some(number) = self.wakeups.recv() => self.wake(number)?,
                () = sleep_until_some(self.queue.next_allowed_at()) => {}
            }
            while let Some(text) = self.socket.try_next() {
                self.handle(&text?)?;
            }
            while let Ok(number) = self.wakeups.try_recv() {
                self.wake(number)?;
            }
        }
    }

    async fn send_allowed(&mut self) -> Result<()> {
        let now = clock::now();
        while let Some(text) = self.queue.pop_allowed(now) {
            self.socket.feed(text).await?;
        }
        self.socket.flush().await
    }

    fn wake(&mut self, number: usize) -> Result<()> {
        self.participants[number].move_if_due(clock::now(), &mut self.queue)
    }

    fn handle(&mut self, text: &str) -> Result<()> {
        let message = Incoming::parse(text)?;
        let now = clock::now();
        let game = message.game().with_context(|| format!("unexpected message: {text}"))?;
        let number = self.index.find(game)?;
        if let Incoming::Other(other) = &message
            && let ServerMessage::Left { game } = **other
        {
            self.index.remove(game);
        }
        let participant = &mut self.participants[number];
        let before = participant.game();
        participant.handle(message, text, now, &mut self.queue)?;
        if participant.game() != before {
            self.index.insert(participant.game(), number);
        }
        participant.move_if_due(now, &mut self.queue)
    }
}

/// Sleeps until the time. Without a time it never returns.
pub async fn sleep_until_some(time: Option<Instant>) {
    match time {
        Some(time) => sleep_until(time.into()).await,
        None => std::future::pending().await,
    }
}
