//! Where a player, or a spectator, follows one game after another: what is heard in them, and what is answered.

use std::rc::Rc;
use std::time::Instant;

use anyhow::Result;
use fastrand::Rng;
use ikibuguzo_engine::{Action, Array, Seat, Viewer};
use ikibuguzo_protocol::{ClientMessage, CommandId, Event, GameId, Happening, Role, ServerMessage, Text};

use crate::check::checker::GameChecker;
use crate::check::mismatch::Mismatch;
use crate::net::incoming::{Incoming, MoveEvent};
use crate::players::send_queue::Post;
use crate::players::series::{Table, Waiting};
use crate::players::slots::Hall;
use crate::players::wakeups::Bell;
use crate::results::stats::Stats;

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

/// Where somebody is to sit down.
#[derive(Clone, Debug)]
pub struct Place {
    /// The table.
    pub table: Rc<Table>,
    /// Its first game.
    pub game: GameId,
    /// What sets this player's command ids apart from the opponent's.
    pub mark: char,
    /// What is drawn at random.
    pub chance: Rng,
}

/// A chair at a table. A spectator's has no seat, and sends no command.
#[derive(Debug)]
pub struct Chair {
    world: Rc<World>,
    place: Place,
    /// What is rung when a move may be made.
    waiting: Waiting,
    seat: Option<Seat>,
    checker: GameChecker,
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

impl Chair {
    /// Sits down. `number` is what the bell rings for.
    pub fn new(world: Rc<World>, place: Place, bell: Rc<Bell>, number: usize) -> Self {
        let checker =
            GameChecker::new(place.table.reference(place.game, Viewer::Spectator), world.check_one_in);
        let waiting = Waiting { bell, chair: number };
        Self { world, place, waiting, seat: None, checker, commands: 0, unanswered: None, own: None }
    }

    /// The game that is played, or will be as soon as the last one is left.
    pub fn game(&self) -> GameId {
        self.place.game
    }

    /// Asks for every event of the game from the first one on, so that the engine's game begins where this one did.
    pub fn join(&self, post: &mut Post) {
        post.say(&ClientMessage::Join { game: self.game(), since: Some(0) });
    }

    /// Moves if that is due; if it is not yet, the bell will ring.
    ///
    /// # Errors
    ///
    /// Where the move has no id.
    pub fn move_if_due(&mut self, now: Instant, post: &mut Post) -> Result<()> {
        let Some((ply, action)) = self.next_move() else { return Ok(()) };
        let Some(since) = self.world.hall.due(&self.place.table, now) else {
            self.place.table.wait(self.waiting.clone());
            return Ok(());
        };
        let (id, seq) = (self.command_id()?, self.checker.seq() + 1);
        post.act(self.game(), &id, ply, action);
        self.own = Some(seq);
        self.place.table.sent(seq, since);
        self.world.stats.record_sent();
        self.unanswered = Some(Sent { id, since });
        Ok(())
    }

    /// The ply that our move answers, and one of our legal actions; none if it is not our turn, or if we have moved and
    /// the event has not come.
    fn next_move(&mut self) -> Option<(u32, Action)> {
        let seat = self.seat?;
        if self.unanswered.is_some() || self.own > Some(self.checker.seq()) {
            return None;
        }
        let (ply, actions) = self.checker.turn(seat)?;
        Some((ply, *self.place.chance.choice(actions.iter())?))
    }

    /// Takes in a message about the game that came as `text`, and answers it.
    ///
    /// # Errors
    ///
    /// Where an answer has no id.
    pub fn hear(&mut self, frame: Incoming<'_>, text: &str, now: Instant, post: &mut Post) -> Result<()> {
        match frame {
            Incoming::Ack { id, .. } => self.acknowledged(id, now),
            Incoming::Move { event, .. } => self.acted(&event, text, now),
            Incoming::Other(message) => return self.hear_other(*message, text, post),
        }
        Ok(())
    }

    fn acknowledged(&mut self, id: &str, now: Instant) {
        if let Some(sent) = self.unanswered.take_if(|sent| sent.id.as_str() == id) {
            self.world.stats.record_ack(self.place.table.is_watched.get(), sent.since, now);
        }
    }

    fn acted(&mut self, event: &MoveEvent<'_>, text: &str, now: Instant) {
        self.received(event.seq, now);
        self.check(|checker| checker.check_move(event, text));
    }

    /// A move came; how long it took is measured if it is the opponent's.
    fn received(&self, seq: u64, now: Instant) {
        if self.seat.is_some()
            && self.own != Some(seq)
            && let Some(since) = self.place.table.received(seq)
        {
            self.world.stats.record_delivery(self.place.table.is_watched.get(), since, now);
        }
    }

    fn check(&mut self, follow: impl FnOnce(&mut GameChecker) -> Result<(), Mismatch>) {
        let before = self.checker.boards();
        let checked = follow(&mut self.checker);
        self.world.stats.add_boards(self.checker.boards() - before);
        if let Err(mismatch) = checked {
            self.world.stats.record_error(&format_args!("game {}: {mismatch}", self.game()));
        }
    }

    fn hear_other(&mut self, message: ServerMessage, text: &str, post: &mut Post) -> Result<()> {
        match message {
            ServerMessage::Game(snapshot) => self.begin(snapshot.role),
            ServerMessage::Event { event, .. } => {
                self.check(|checker| checker.check_event(&event, text));
                self.answer(event, post)?;
            }
            // Who is there is told too, and that a game was left.
            _ => {}
        }
        Ok(())
    }

    fn begin(&mut self, role: Role) {
        self.seat = role.seat();
        self.checker.switch_to(self.place.table.reference(self.game(), role.into()));
        self.own = None;
    }

    fn answer(&mut self, event: Event, post: &mut Post) -> Result<()> {
        match (event.what, self.seat) {
            (Happening::Rematched { rematch }, _) => self.go_on(rematch, post),
            (Happening::Seated { arrays_offered, .. }, Some(_)) => self.arrange(&arrays_offered, post)?,
            (Happening::Revealed { .. } | Happening::Begun { .. }, Some(_)) => self.stand(),
            (Happening::Ended { .. }, Some(_)) => self.offer_rematch(post)?,
            _ => {}
        }
        Ok(())
    }

    fn arrange(&mut self, offered: &[Text<Array>], post: &mut Post) -> Result<()> {
        let Some(array) = self.place.chance.choice(offered).copied() else { return Ok(()) };
        let id = self.command_id()?;
        post.arrange(&ClientMessage::Arrange { game: self.game(), id, array });
        Ok(())
    }

    fn stand(&self) {
        if self.place.table.stands() {
            self.world.hall.stand(Rc::clone(&self.place.table));
        }
    }

    fn offer_rematch(&mut self, post: &mut Post) -> Result<()> {
        if self.world.hall.leave(&self.place.table) {
            self.world.stats.record_game_end();
        }
        let id = self.command_id()?;
        post.say(&ClientMessage::OfferRematch { game: self.game(), id });
        Ok(())
    }

    fn go_on(&mut self, rematch: GameId, post: &mut Post) {
        post.say(&ClientMessage::Leave { game: self.game() });
        self.place.game = rematch;
        self.join(post);
    }

    fn command_id(&mut self) -> Result<CommandId> {
        self.commands += 1;
        Ok(format!("{}{}", self.place.mark, self.commands).parse()?)
    }
}
