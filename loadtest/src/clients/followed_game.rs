//! The game that a reconnecting client plays or watches: handles its messages and says what to send.

use std::cell::Cell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use anyhow::Result;
use fastrand::Rng;
use ikibuguzo_engine::{Action, Array, Seat, Viewer};
use ikibuguzo_protocol::{
    ClientMessage, CommandId, Event, EventKind, GameId, Receipt, Refusal, ServerMessage, Snapshot, Text,
};

use crate::check::checker::GameChecker;
use crate::check::mismatch::Mismatch;
use crate::clients::pace::GamePace;
use crate::clients::shared_state::{ClientProgress, ClientsState};
use crate::clients::turn_timer::TurnTimer;
use crate::clients::unanswered::{PacedMove, UnansweredCommand, UnansweredCommands};
use crate::net::incoming::MoveEvent;
use crate::players::series::GameSeries;

/// The time until a command that was refused temporarily is sent again.
const RESEND_DELAY: Duration = Duration::from_secs(1);

/// What a client plays or watches.
#[derive(Clone, Debug)]
pub struct FollowedPair {
    /// The first game.
    pub game: GameId,
    /// The games of the pair. A spectator has its own series, because only players share reference games.
    pub series: Rc<GameSeries>,
    /// The pace of the games.
    pub pace: Rc<GamePace>,
    /// The prefix of command ids. It differs from the opponent's.
    pub id_prefix: char,
    /// The source of random moves and arrangements.
    pub rng: Rng,
}

/// The game that a client plays or watches, and the messages that it still has to send.
#[derive(Debug)]
pub struct FollowedGame {
    run: Rc<ClientsState>,
    pair: FollowedPair,
    progress: Rc<Cell<ClientProgress>>,
    checker: GameChecker,
    seat: Option<Seat>,
    has_joined: bool,
    /// The newest event when the game was joined over the current connection.
    head: u64,
    /// The newest event that happened while this client had lost its connection.
    missed_until: u64,
    /// When the connection was lost, until the game is joined again.
    lost_at: Option<Instant>,
    /// Whether the client has joined the game again after a loss.
    has_returned: bool,
    /// When the connection was lost in this player's turn, until its next move is accepted.
    awaits_move_since: Option<Instant>,
    turn: Option<OwnTurn>,
    /// The event number of the last own move.
    own_seq: u64,
    commands: u64,
    unanswered: UnansweredCommands,
    outgoing: Vec<String>,
}

/// The turn of this player.
#[derive(Clone, Copy, Debug)]
struct OwnTurn {
    /// When the move became possible.
    ready_at: Instant,
    timer: TurnTimer,
    /// Whether the move is due as soon as it is possible, because the connection was lost in this turn.
    is_urgent: bool,
}

impl FollowedGame {
    /// Creates a game that has not been joined.
    pub fn new(run: Rc<ClientsState>, pair: FollowedPair) -> Self {
        let reference = pair.series.reference(pair.game, Viewer::Spectator);
        Self {
            checker: GameChecker::new(reference, run.compare_every),
            progress: run.add_progress(pair.game),
            run,
            pair,
            seat: None,
            has_joined: false,
            head: 0,
            missed_until: 0,
            lost_at: None,
            has_returned: false,
            awaits_move_since: None,
            turn: None,
            own_seq: 0,
            commands: 0,
            unanswered: UnansweredCommands::default(),
            outgoing: Vec::new(),
        }
    }

    /// The id of the game.
    pub fn id(&self) -> GameId {
        self.pair.game
    }

    /// Joins the game over a new connection, and sends the unanswered commands again.
    pub fn join_again(&mut self) {
        self.outgoing.clear();
        self.join();
        self.outgoing.extend(self.unanswered.take_all());
    }

    fn join(&mut self) {
        self.send(&ClientMessage::Join { game: self.id(), since: Some(self.checker.seq()), compact: false });
    }

    fn send(&mut self, message: &ClientMessage) {
        self.outgoing.push(message.to_json());
    }

    /// Takes the messages to send.
    pub fn take_outgoing(&mut self) -> Vec<String> {
        std::mem::take(&mut self.outgoing)
    }

    /// Whether this client is a player, or may be one.
    pub fn can_play(&self) -> bool {
        self.seat.is_some() || !self.has_joined
    }

    /// When to call [`act`](Self::act): a move is due, or a command is to be sent again.
    pub fn next_action_at(&self) -> Option<Instant> {
        let times = [self.move_due_at(), self.unanswered.next_resend_at().filter(|_| self.has_joined)];
        times.into_iter().flatten().min()
    }

    /// Makes the move that is due, and sends again the commands that were refused temporarily.
    ///
    /// # Errors
    ///
    /// If the command id is invalid.
    pub fn act(&mut self, now: Instant) -> Result<()> {
        self.outgoing.extend(self.unanswered.take_scheduled(now));
        match self.move_due_at() {
            Some(due) if due <= now => self.make_move(due, now),
            _ => Ok(()),
        }
    }

    fn move_due_at(&self) -> Option<Instant> {
        let start = self.run.play_from()?;
        let turn = self.turn.as_ref()?;
        let has_all_events = self.has_joined && self.checker.seq() >= self.head.max(self.own_seq);
        if !has_all_events || self.unanswered.has_move() {
            return None;
        }
        Some(if turn.is_urgent { turn.ready_at } else { self.pair.pace.due(start, turn.ready_at) })
    }

    fn make_move(&mut self, due: Instant, now: Instant) -> Result<()> {
        let Some((after, action)) = self.choose_move() else { return Ok(()) };
        let message = |game, id| ClientMessage::Act { game, id, after, action: action.to_string() };
        self.send_command(message, Some(PacedMove { action, due }))?;
        self.run.stats.record_sent_move();
        if let Some(start) = self.run.play_from() {
            self.pair.pace.record_move(start, now);
        }
        if let Some(turn) = &mut self.turn {
            turn.timer.stop(now);
        }
        Ok(())
    }

    /// Chooses a legal action at random.
    fn choose_move(&mut self) -> Option<(u64, Action)> {
        let (after, actions) = self.checker.turn(self.seat?)?;
        Some((after, *self.pair.rng.choice(actions.iter())?))
    }

    fn send_command(
        &mut self,
        message: impl FnOnce(GameId, CommandId) -> ClientMessage,
        sent_move: Option<PacedMove>,
    ) -> Result<()> {
        self.commands += 1;
        let id: CommandId = format!("{}{}", self.pair.id_prefix, self.commands).parse()?;
        let text = message(self.id(), id.clone()).to_json();
        self.outgoing.push(text.clone());
        self.unanswered.push(id, text, sent_move);
        Ok(())
    }

    /// Records that the connection is lost. `is_expected` says whether the node was stopping.
    pub fn handle_loss(&mut self, is_expected: bool, lost_at: Instant, now: Instant) {
        let is_to_move = self.is_to_move();
        if is_expected {
            self.run.stats.record_loss(is_to_move);
        }
        self.lost_at = Some(lost_at);
        if is_to_move {
            self.awaits_move_since = Some(lost_at);
        }
        self.has_joined = false;
        if let Some(turn) = &mut self.turn {
            turn.timer.pause(now);
        }
    }

    fn is_to_move(&self) -> bool {
        let is_open = self.turn.is_some() && self.own_seq <= self.checker.seq();
        self.run.play_from().is_some() && (is_open || self.unanswered.has_move())
    }

    /// Handles the acknowledgement of a command.
    pub fn handle_ack(&mut self, id: &str, seq: u64, now: Instant) {
        let Some(UnansweredCommand { sent_move: Some(sent), was_resent, .. }) = self.unanswered.remove(id)
        else {
            return;
        };
        self.own_seq = seq;
        let stats = &self.run.stats;
        stats.record_answered_move();
        stats.record_accepted_move();
        self.run.acknowledged.borrow_mut().insert(self.id(), seq, sent.action);
        match self.awaits_move_since.take() {
            Some(lost_at) => stats.record_next_move(lost_at, now),
            None if was_resent => {}
            None => stats.record_own_ack(self.has_returned, sent.due, now),
        }
    }

    /// Handles a move, which arrived as `text`.
    pub fn handle_move(&mut self, event: &MoveEvent<'_>, text: &str, now: Instant) {
        self.check(|checker| checker.check_move(event, text));
        if let Some(turn) = self.turn.take() {
            self.compare_charge(&turn.timer, text);
        }
        self.begin_turn(now);
    }

    fn check(&mut self, check: impl FnOnce(&mut GameChecker) -> Result<(), Mismatch>) {
        let before = self.checker.boards();
        let result = check(&mut self.checker);
        let boards = self.checker.boards() - before;
        self.run.stats.count(|counts| counts.boards = counts.boards + boards);
        if let Err(mismatch) = result {
            self.run.stats.record_mismatch(&mismatch, &self.id());
        }
        self.progress.set(ClientProgress { game: self.id(), seq: self.checker.seq() });
    }

    /// Compares the charge for an own move with the time that this player has counted.
    fn compare_charge(&self, timer: &TurnTimer, text: &str) {
        let Some(receipt) = parse_receipt(text) else { return };
        let overcharge = (receipt.charge + receipt.allowance).saturating_sub(timer.counted());
        self.run.stats.record_overcharge(overcharge, timer.was_interrupted());
    }

    /// Begins the turn of this player, if it is to move.
    fn begin_turn(&mut self, now: Instant) {
        let is_to_move = self.seat.is_some_and(|seat| self.checker.turn(seat).is_some());
        let was_away = self.checker.seq() <= self.missed_until;
        let begin = || OwnTurn { ready_at: now, timer: TurnTimer::start(now, was_away), is_urgent: was_away };
        self.turn = is_to_move.then(begin);
    }

    /// Handles the answer to `join`.
    pub fn handle_snapshot(&mut self, snapshot: &Snapshot, now: Instant) {
        self.has_joined = true;
        self.head = snapshot.head;
        if self.checker.seq() == 0 {
            self.seat = snapshot.role.seat();
            self.checker.switch_to(self.pair.series.reference(self.id(), snapshot.role.into()));
        }
        if let Some(lost_at) = self.lost_at.take() {
            self.has_returned = true;
            self.missed_until = snapshot.head;
            self.run.stats.record_join_again(lost_at, now);
        }
        if let Some(turn) = &mut self.turn {
            turn.timer.resume(now);
            turn.ready_at = now;
            turn.is_urgent = true;
        }
    }

    /// Handles an event other than a move, which arrived as `text`.
    ///
    /// # Errors
    ///
    /// If the command id of a reply is invalid.
    pub fn handle_event(&mut self, event: Event, text: &str, now: Instant) -> Result<()> {
        self.check(|checker| checker.check_event(&event, text));
        match (event.kind, self.seat) {
            (EventKind::Rematched { rematch }, _) => self.switch_to(rematch),
            (EventKind::Seated { arrays_offered, .. }, Some(_)) => self.arrange(&arrays_offered)?,
            (EventKind::Revealed { .. } | EventKind::Begun { .. } | EventKind::Acted { .. }, Some(_)) => {
                self.begin_turn(now);
            }
            (EventKind::Ended { .. }, Some(_)) => self.offer_rematch()?,
            // One of the two players counts it.
            (EventKind::Excused { .. }, Some(Seat::South)) => {
                self.run.stats.count(|counts| counts.excused_downtimes += 1);
            }
            _ => {}
        }
        Ok(())
    }

    fn arrange(&mut self, offered: &[Text<Array>]) -> Result<()> {
        let Some(array) = self.pair.rng.choice(offered).copied() else { return Ok(()) };
        self.send_command(|game, id| ClientMessage::Arrange { game, id, array }, None)
    }

    fn offer_rematch(&mut self) -> Result<()> {
        self.turn = None;
        self.send_command(|game, id| ClientMessage::OfferRematch { game, id }, None)
    }

    fn switch_to(&mut self, rematch: GameId) {
        self.send(&ClientMessage::Leave { game: self.id() });
        if self.unanswered.has_move() {
            self.run.stats.record_answered_move();
        }
        self.unanswered.clear();
        self.pair.game = rematch;
        self.checker.switch_to(self.pair.series.reference(rematch, Viewer::Spectator));
        self.progress.set(ClientProgress { game: rematch, seq: 0 });
        self.turn = None;
        self.has_joined = false;
        self.own_seq = 0;
        self.head = 0;
        self.missed_until = 0;
        self.join();
    }

    /// Handles a refusal. Returns whether the connection can be used further: not if `join` was refused.
    pub fn handle_refusal(&mut self, refusal: &Refusal, text: &str, now: Instant) -> bool {
        self.run.stats.record_refusal(refusal.code, text);
        let Some(id) = &refusal.id else { return false };
        let delay = refusal.retry_after.map_or(RESEND_DELAY, Duration::from_millis);
        let is_resent =
            refusal.code.is_temporary() && self.unanswered.schedule_resend(id.as_str(), now + delay);
        if !is_resent
            && self.unanswered.remove(id.as_str()).is_some_and(|command| command.sent_move.is_some())
        {
            self.run.stats.record_answered_move();
        }
        true
    }
}

/// The receipt of a move, if its game has a clock.
fn parse_receipt(text: &str) -> Option<Receipt> {
    if !text.contains(r#""receipt":"#) {
        return None;
    }
    let Ok(ServerMessage::Event { event, .. }) = ServerMessage::parse(text) else { return None };
    let EventKind::Acted { receipt, .. } = event.kind else { return None };
    receipt
}

#[cfg(test)]
mod tests;
