use std::time::Duration;

use ikibuguzo_engine::{Action, BySeat, Game, IllegalAction, Seat};
use ikibuguzo_protocol::{Offer, Receipt, Text, Timestamp};

use super::apply::Effect;
use super::captured::Captured;
use super::offers::Offers;
use super::phase::RevealedArrays;
use crate::clock::{Clock, FIRST_TURNS};

/// A game that has a board.
#[derive(Clone, Debug)]
pub struct Playing {
    pub(super) game: Game,
    /// The game before its first action.
    pub(super) initial: Game,
    /// The opening arrays, in games with an arrangement.
    pub(super) arrays: Option<RevealedArrays>,
    /// The `seq` of the entry that brought the current position; 0 before the game has begun.
    pub(super) position_seq: u64,
    /// The time since which the seat to move has been to move.
    pub(super) turn_since: Timestamp,
    pub(super) clock: Option<Clock>,
    /// Whether each seat may still halve its clock. A seat that has acted may not, even if the action was taken back.
    pub(super) may_berserk: BySeat<bool>,
    /// The actions, without those taken back.
    pub(super) actions: Vec<(Seat, Action)>,
    /// The captures of each action.
    pub(super) captured: Vec<Captured>,
    pub(super) offers: Offers,
}

impl Playing {
    pub(super) fn new(
        game: Game,
        arrays: Option<RevealedArrays>,
        allows_berserk: bool,
        now: Timestamp,
    ) -> Self {
        Self {
            initial: game.clone(),
            game,
            arrays,
            position_seq: 0,
            turn_since: now,
            clock: None,
            may_berserk: BySeat::new(allows_berserk, allows_berserk),
            actions: Vec::new(),
            captured: Vec::new(),
            offers: Offers::default(),
        }
    }

    /// Whether the first turn has begun.
    pub(super) fn has_begun(&self) -> bool {
        self.position_seq > 0
    }

    /// Begins the first turn.
    pub(super) fn begin(&mut self, clock: Option<Clock>, seq: u64, now: Timestamp) {
        self.clock = clock;
        self.set_position(seq, now);
        self.start_clock(now);
    }

    /// Halves the clock of a seat. False if the seat may not do so.
    pub(super) fn halve_clock(&mut self, seat: Seat) -> bool {
        let Some(clock) = self.clock.as_mut().filter(|_| self.may_berserk[seat]) else { return false };
        clock.go_berserk(seat);
        self.may_berserk[seat] = false;
        true
    }

    /// Plays an action.
    ///
    /// # Errors
    ///
    /// If it is illegal.
    pub(super) fn act(
        &mut self,
        seat: Seat,
        action: Action,
        seq: u64,
        now: Timestamp,
    ) -> Result<Effect, IllegalAction> {
        let laps = self.game.play(action)?;
        self.position_seq = seq;
        self.may_berserk[seat] = false;
        self.actions.push((seat, action));
        self.captured.push(Captured::of(&laps));
        self.offers.record_action(seat);
        if self.game.to_move() != Some(seat) {
            self.turn_since = now;
        }
        Ok(Effect { laps, receipt: self.charge(seat, now) })
    }

    /// Charges the seat that has just acted.
    fn charge(&mut self, seat: Seat, now: Timestamp) -> Option<Receipt> {
        let clock = self.clock.as_mut()?;
        match self.game.to_move() {
            Some(next) if next != seat => clock.end_turn(self.game.turns(), now),
            Some(_) => clock.charge(now),
            None => {
                let receipt = clock.charge(now);
                clock.stop();
                receipt
            }
        }
    }

    /// Records an offer of a draw or a takeback.
    pub(super) fn record_offer(&mut self, seat: Text<Seat>, seq: u64) -> Offer {
        self.offers.record_offer(*seat, self.game.plies());
        Offer { offer: seq, seat }
    }

    /// Takes back all actions but the first `left`. False if fewer have been played.
    pub(super) fn take_back(&mut self, left: usize, seq: u64, now: Timestamp) -> bool {
        let game = self.game_after(left).filter(|_| left < self.actions.len());
        let Some(game) = game else { return false };
        self.take_back_time(left, game.turns(), now);
        self.game = game;
        self.start_clock(now);
        self.actions.truncate(left);
        self.captured.truncate(left);
        self.set_position(seq, now);
        self.offers.record_takeback();
        true
    }

    /// Charges the seat to move, and takes back the increments of the turns after the first `left` actions, which are
    /// `left_turns` turns. First turns had no increment.
    fn take_back_time(&mut self, left: usize, left_turns: u32, now: Timestamp) {
        let Some(clock) = &mut self.clock else { return };
        clock.interrupt_turn(now);
        let turns = self.actions[left..].chunk_by(|one, next| one.0 == next.0).map(|turn| turn[0].0);
        let mut turns: Vec<Seat> = turns.collect();
        // A seat that acted last and is still to move has not completed that turn.
        turns.pop_if(|last| Some(*last) == self.game.to_move());
        let first_turns = FIRST_TURNS.saturating_sub(left_turns) as usize;
        turns.into_iter().skip(first_turns).for_each(|seat| clock.take_back_increment(seat));
    }

    fn set_position(&mut self, seq: u64, now: Timestamp) {
        self.position_seq = seq;
        self.turn_since = now;
    }

    fn start_clock(&mut self, now: Timestamp) {
        if let (Some(clock), Some(seat)) = (&mut self.clock, self.game.to_move()) {
            clock.start(seat, self.game.turns(), now);
        }
    }

    /// Excuses some time of the running clock: it is charged to no seat.
    pub(super) fn excuse(&mut self, time: Duration) {
        if let Some(clock) = &mut self.clock {
            clock.excuse(time);
        }
    }

    /// Stops the clock and closes the offers: the game is over.
    pub(super) fn stop(&mut self, now: Timestamp) {
        if let Some(clock) = &mut self.clock {
            clock.charge(now);
            clock.stop();
        }
        self.offers.close();
    }

    /// The engine's game after a number of actions; none if fewer have been played.
    pub(super) fn game_after(&self, plies: usize) -> Option<Game> {
        let mut game = self.initial.clone();
        self.actions.get(..plies)?.iter().try_for_each(|(_, action)| game.advance(*action)).ok()?;
        Some(game)
    }
}
