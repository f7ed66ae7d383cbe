//! One socket that plays one game after another, or watches them.

use std::rc::Rc;
use std::time::Instant;

use anyhow::{Result, bail};
use fastrand::Rng;
use ikibuguzo_engine::{Array, Seat, Viewer};
use ikibuguzo_protocol::{ClientMessage, CommandId, Event, GameId, Happening, Role, ServerMessage, Text};

use crate::follower::{Fault, Follower};
use crate::frame::{Acted, Frame};
use crate::hall::Hall;
use crate::socket::Socket;
use crate::stats::Stats;
use crate::table::Table;

/// What all players of this process share.
#[derive(Debug)]
pub struct World {
    /// Who may play.
    pub hall: Hall,
    /// What is counted.
    pub stats: Stats,
    /// One board in so many is compared.
    pub check_one_in: u32,
}

/// A player, or a spectator, who has no seat and sends no command.
#[derive(Debug)]
pub struct Player {
    world: Rc<World>,
    table: Rc<Table>,
    socket: Socket,
    game: GameId,
    seat: Option<Seat>,
    follower: Follower,
    chance: Rng,
    /// What sets this player's command ids apart from the opponent's.
    mark: char,
    commands: u64,
    /// The last move, until it is acknowledged.
    unanswered: Option<Sent>,
    /// The `seq` that the event of the last move will have.
    own: Option<u64>,
}

#[derive(Debug)]
struct Sent {
    id: CommandId,
    since: Instant,
}

impl Player {
    /// Somebody at a table, whose socket has said hello. `mark` is not the opponent's.
    pub fn new(
        world: Rc<World>,
        table: Rc<Table>,
        socket: Socket,
        game: GameId,
        mark: char,
        chance: Rng,
    ) -> Self {
        let follower = Follower::new(Viewer::Spectator, world.check_one_in);
        let (seat, commands, unanswered, own) = (None, 0, None, None);
        Self { world, table, socket, game, seat, follower, chance, mark, commands, unanswered, own }
    }

    /// Plays until the process has enough of it. Whatever ends it before is an error.
    pub async fn run(mut self) {
        if let Err(error) = self.play().await {
            self.world.stats.error(&format_args!("game {}: {error:#}", self.game));
        }
    }

    async fn play(&mut self) -> Result<()> {
        self.join().await?;
        loop {
            let waiting = self.move_or_wait().await?;
            tokio::select! {
                biased;
                text = self.socket.next() => {
                    let text = text?;
                    self.take(Frame::read(&text)?).await?;
                }
                () = woken(&self.table, waiting), if waiting.is_some() => {}
            }
        }
    }

    /// Every event of the game from the first one on, so that the engine's game begins where this one did.
    async fn join(&mut self) -> Result<()> {
        self.socket.send_in_time(&ClientMessage::Join { game: self.game, since: Some(0) }).await
    }

    /// Moves if that is due. The seat that is to move and may not yet, if it is ours.
    async fn move_or_wait(&mut self) -> Result<Option<Seat>> {
        let Some((seat, ply, action)) = self.next_move() else { return Ok(None) };
        let Some(since) = self.world.hall.due(&self.table) else {
            self.table.wait(seat);
            return Ok(Some(seat));
        };
        let id = self.command_id()?;
        let seq = self.follower.seq() + 1;
        self.own = Some(seq);
        self.table.sent(seq, since);
        self.world.stats.sent();
        self.unanswered = Some(Sent { id: id.clone(), since });
        self.socket.send(&ClientMessage::Act { game: self.game, id, ply, action }).await?;
        Ok(None)
    }

    /// The seat that is to move, the ply that it answers, and one of its legal actions; none if it is not ours, or
    /// if we have moved and the event has not come.
    fn next_move(&mut self) -> Option<(Seat, u32, String)> {
        let seat = self.seat?;
        let game = self.follower.game().filter(|game| game.to_move() == Some(seat))?;
        if self.unanswered.is_some() || self.own > Some(self.follower.seq()) {
            return None;
        }
        let actions = game.legal_actions();
        let action = self.chance.choice(actions.iter())?;
        Some((seat, game.plies(), action.to_string()))
    }

    async fn take(&mut self, frame: Frame<'_>) -> Result<()> {
        match frame {
            Frame::Ack { id } => self.acknowledged(id),
            Frame::Acted(acted) => self.acted(&acted),
            Frame::Other(message) => return self.hear(*message).await,
        }
        Ok(())
    }

    fn acknowledged(&mut self, id: &str) {
        if let Some(sent) = self.unanswered.take_if(|sent| sent.id.as_str() == id) {
            self.world.stats.acked(sent.since);
        }
    }

    fn acted(&mut self, acted: &Acted<'_>) {
        if self.seat.is_some()
            && self.own != Some(acted.seq)
            && let Some(since) = self.table.received(acted.seq)
        {
            self.world.stats.received(since);
        }
        self.check(|follower| follower.acted(acted));
    }

    fn check(&mut self, follow: impl FnOnce(&mut Follower) -> Result<(), Fault>) {
        let before = self.follower.tally();
        let checked = follow(&mut self.follower);
        self.world.stats.boards(before, self.follower.tally());
        if let Err(fault) = checked {
            self.world.stats.error(&format_args!("game {}: {fault}", self.game));
        }
    }

    async fn hear(&mut self, message: ServerMessage) -> Result<()> {
        match message {
            ServerMessage::Game(snapshot) => self.begin(snapshot.role),
            ServerMessage::Event { event, .. } => {
                self.check(|follower| follower.hear(&event));
                return self.answer(event).await;
            }
            ServerMessage::Left { .. } | ServerMessage::Presence(_) => {}
            other => bail!("the server says {}", other.to_json()),
        }
        Ok(())
    }

    fn begin(&mut self, role: Role) {
        self.seat = role.seat();
        self.follower.begin_again(role.into());
        self.own = None;
    }

    async fn answer(&mut self, event: Event) -> Result<()> {
        match (event.what, self.seat) {
            (Happening::Rematched { rematch }, _) => self.go_on(rematch).await,
            (Happening::Seated { arrays_offered, .. }, Some(_)) => self.arrange(&arrays_offered).await,
            (Happening::Revealed { .. } | Happening::Begun { .. }, Some(_)) => {
                self.stand();
                Ok(())
            }
            (Happening::Ended { .. }, Some(_)) => self.offer_rematch().await,
            _ => Ok(()),
        }
    }

    async fn arrange(&mut self, offered: &[Text<Array>]) -> Result<()> {
        let Some(array) = self.chance.choice(offered).copied() else { return Ok(()) };
        let id = self.command_id()?;
        self.socket.send_in_time(&ClientMessage::Arrange { game: self.game, id, array }).await
    }

    fn stand(&self) {
        if self.table.stands() {
            self.world.hall.stand(Rc::clone(&self.table));
        }
    }

    async fn offer_rematch(&mut self) -> Result<()> {
        if self.world.hall.leave(&self.table) {
            self.world.stats.game_over();
        }
        let id = self.command_id()?;
        self.socket.send_in_time(&ClientMessage::OfferRematch { game: self.game, id }).await
    }

    async fn go_on(&mut self, rematch: GameId) -> Result<()> {
        self.socket.send_in_time(&ClientMessage::Leave { game: self.game }).await?;
        self.game = rematch;
        self.join().await
    }

    fn command_id(&mut self) -> Result<CommandId> {
        self.commands += 1;
        Ok(format!("{}{}", self.mark, self.commands).parse()?)
    }
}

/// Until the seat that waits at a table is woken.
async fn woken(table: &Table, seat: Option<Seat>) {
    match seat {
        Some(seat) => table.woken(seat).await,
        None => std::future::pending().await,
    }
}
