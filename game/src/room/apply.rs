//! Applying the entries of a log to a room.

use std::time::Duration;

use foldhash::HashMap;
use ikibuguzo_engine::{Action, Array, BySeat, Game, GameStart, Lap, Seat};
use ikibuguzo_protocol::{Offer, Outcome, Receipt, Text, Timestamp};

use super::captured::Captured;
use super::corrupt_log::CorruptLog;
use super::offers::Offers;
use super::options::GameOptions;
use super::phase::Phase;
use super::state::{Room, StoredCommand};
use crate::clock::{Clock, FIRST_TURNS};
use crate::fact::{Entry, Fact};
use crate::origin::Origin;
use crate::player::Player;

/// The consequences of an entry that the entry does not contain itself.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// The laps of an action.
    pub laps: Vec<Lap>,
    /// The time charged for an action, in games with clocks.
    pub receipt: Option<Receipt>,
}

impl Room {
    /// The room at the end of a log.
    ///
    /// # Errors
    ///
    /// If the log is empty, or an entry cannot follow those before it.
    pub fn replay(entries: &[Entry]) -> Result<Self, CorruptLog> {
        let (first, rest) =
            entries.split_first().ok_or_else(|| CorruptLog { seq: 0, why: "it is empty".to_owned() })?;
        let mut room = Self::create(first)?;
        for entry in rest {
            room.apply(entry)?;
        }
        Ok(room)
    }

    /// The room after the first entry of its log.
    ///
    /// # Errors
    ///
    /// If the entry does not create a game.
    pub fn create(entry: &Entry) -> Result<Self, CorruptLog> {
        let Fact::Created { rules, rules_version, public, clock, allowance, rated, berserk, .. } = entry.fact
        else {
            return Err(CorruptLog::at(entry, "a log begins with `created`"));
        };
        let options = GameOptions { rules: *rules, rules_version, public, clock: *clock, rated };
        let mut room = Self::new(options, allowance, entry.at);
        (room.allows_berserk, room.may_berserk) = (berserk, BySeat::new(berserk, berserk));
        room.record_entry(entry)?;
        Ok(room)
    }

    fn new(options: GameOptions, allowance: Duration, created_at: Timestamp) -> Self {
        Self {
            options,
            allowance,
            allows_berserk: false,
            may_berserk: BySeat::default(),
            created_at,
            head: 0,
            last_at: created_at,
            seats: BySeat::default(),
            invited: None,
            open_until: None,
            declined: None,
            phase: Phase::Seating,
            arrays: None,
            array_commitments: BySeat::default(),
            seated_at: created_at,
            arrange_by: None,
            turn_since: created_at,
            clock: None,
            excused_until: Timestamp::ZERO,
            had_outage: false,
            position_seq: 0,
            initial_game: None,
            actions: Vec::new(),
            captured: Vec::new(),
            offers: Offers::default(),
            chat_messages: BySeat::default(),
            rematch_game: None,
            outcome: None,
            ended_at: None,
            commands: HashMap::default(),
        }
    }

    /// Applies the next entry of the log, and returns its effect.
    ///
    /// # Errors
    ///
    /// If the entry cannot follow. Do not use the room after an error.
    pub fn apply(&mut self, entry: &Entry) -> Result<Effect, CorruptLog> {
        self.record_entry(entry)?;
        match &entry.fact {
            Fact::Created { .. } => return Err(CorruptLog::at(entry, "a game is created once")),
            Fact::Seated { seat, player, .. } => self.seat(**seat, player.clone(), entry.at),
            Fact::Invited { player, open_until, .. } => {
                (self.invited, self.open_until) = (Some(player.clone()), *open_until);
            }
            Fact::Declined { reason } => self.declined = Some(*reason),
            Fact::Arranged { seat, array, commitment } => {
                self.arrange(entry, **seat, **array)?;
                self.array_commitments[**seat].clone_from(commitment);
            }
            Fact::Revealed {} => self.reveal(entry)?,
            Fact::Begun {} => self.begin(entry)?,
            Fact::Berserked { seat } => self.halve_clock(entry, **seat)?,
            Fact::Acted { seat, action } => return self.act(entry, **seat, **action),
            Fact::Excused { from, until } => self.excuse(*from, *until),
            Fact::DrawOffered { seat } => self.offers.draw = Some(self.record_offer(entry.seq, *seat)),
            Fact::DrawDeclined { .. } => self.offers.draw = None,
            Fact::TakebackOffered { seat } => {
                self.offers.takeback = Some(self.record_offer(entry.seq, *seat));
            }
            Fact::TakebackDeclined { .. } => self.offers.takeback = None,
            Fact::TakenBack { plies, .. } => self.take_back(entry, *plies)?,
            Fact::PreviewsOffered { seat } => {
                self.offers.previews = Some(Offer { offer: entry.seq, seat: *seat });
            }
            Fact::PreviewsDeclined { seat, .. } => self.offers.decline_previews(**seat),
            Fact::PreviewsAgreed { .. } => self.offers.agree_to_previews(),
            Fact::Said { seat, .. } => self.chat_messages[**seat] += 1,
            Fact::Ended(outcome) => self.end(*outcome, entry.at),
            Fact::RematchOffered { seat } => {
                self.offers.rematch = Some(Offer { offer: entry.seq, seat: *seat });
            }
            Fact::RematchDeclined { seat, .. } => self.offers.decline_rematch(**seat),
            Fact::Rematched { rematch } => {
                (self.offers.rematch, self.rematch_game) = (None, Some(*rematch));
            }
        }
        Ok(Effect::default())
    }

    /// Notes an entry that changes neither the board nor the clocks.
    ///
    /// # Errors
    ///
    /// If its number is not the next one.
    pub(crate) fn pass_over(&mut self, seq: u64, at: Timestamp) -> Result<(), CorruptLog> {
        if seq != self.head + 1 {
            return Err(CorruptLog::new(seq, "its number is not the next one"));
        }
        self.head = seq;
        self.last_at = at;
        Ok(())
    }

    fn record_entry(&mut self, entry: &Entry) -> Result<(), CorruptLog> {
        self.pass_over(entry.seq, entry.at)?;
        if let Some(Origin { player, id, hash }) = &entry.origin {
            let stored = StoredCommand { player: player.clone(), hash: *hash, seq: entry.seq };
            self.commands.insert(id.clone(), stored);
        }
        Ok(())
    }

    fn seat(&mut self, seat: Seat, player: Player, at: Timestamp) {
        self.seats[seat] = Some(player);
        if self.seats.iter().any(Option::is_none) {
            return;
        }
        (self.seated_at, self.turn_since) = (at, at);
        self.phase = match self.options.rules.begin() {
            GameStart::Arrange(arrangement) => {
                self.arrange_by = self.options.clock.start_limit().map(|limit| at + limit);
                Phase::Arranging(arrangement)
            }
            GameStart::Play(game) => Phase::Playing(game),
        };
    }

    fn arrange(&mut self, entry: &Entry, seat: Seat, array: Array) -> Result<(), CorruptLog> {
        let Phase::Arranging(arrangement) = &mut self.phase else {
            return Err(CorruptLog::at(entry, "nothing is being arranged"));
        };
        arrangement.choose(seat, array).map_err(|error| CorruptLog::at(entry, &error))
    }

    fn reveal(&mut self, entry: &Entry) -> Result<(), CorruptLog> {
        let Phase::Arranging(arrangement) = &self.phase else {
            return Err(CorruptLog::at(entry, "nothing was arranged"));
        };
        let game = arrangement.reveal().ok_or_else(|| CorruptLog::at(entry, "a seat has not arranged"))?;
        let chosen = BySeat::from_fn(|seat| arrangement.chosen(seat));
        self.arrays = chosen.south.zip(chosen.north).map(|(south, north)| BySeat::new(south, north));
        self.phase = Phase::Playing(game);
        self.start_play(entry);
        Ok(())
    }

    fn begin(&mut self, entry: &Entry) -> Result<(), CorruptLog> {
        if self.game().is_none() {
            return Err(CorruptLog::at(entry, "there is no board yet"));
        }
        self.start_play(entry);
        Ok(())
    }

    fn start_play(&mut self, entry: &Entry) {
        (self.position_seq, self.turn_since) = (entry.seq, entry.at);
        self.clock = Clock::new(self.options.clock, self.allowance);
        self.initial_game = self.game().cloned();
        let to_move = self.to_move();
        if let (Some(clock), Some(seat)) = (&mut self.clock, to_move) {
            clock.start(seat, 0, entry.at);
        }
    }

    fn halve_clock(&mut self, entry: &Entry, seat: Seat) -> Result<(), CorruptLog> {
        let clock = self.clock.as_mut().filter(|_| self.may_berserk[seat]);
        clock.ok_or_else(|| CorruptLog::at(entry, "its clock cannot be halved"))?.go_berserk(seat);
        self.may_berserk[seat] = false;
        Ok(())
    }

    fn act(&mut self, entry: &Entry, seat: Seat, action: Action) -> Result<Effect, CorruptLog> {
        let Phase::Playing(game) = &mut self.phase else {
            return Err(CorruptLog::at(entry, "the game has not begun"));
        };
        let laps = game.play(action).map_err(|error| CorruptLog::at(entry, &error))?;
        self.position_seq = entry.seq;
        self.may_berserk[seat] = false;
        self.actions.push((seat, action));
        self.captured.push(Captured::of(&laps));
        self.offers.record_action(seat);
        if self.to_move() != Some(seat) {
            self.turn_since = entry.at;
        }
        Ok(Effect { laps, receipt: self.charge(seat, entry.at) })
    }

    /// Charges the seat that has just acted.
    fn charge(&mut self, seat: Seat, now: Timestamp) -> Option<Receipt> {
        let (next, turns) = (self.to_move(), self.turns());
        let clock = self.clock.as_mut()?;
        match next {
            Some(next) if next != seat => clock.end_turn(turns, now),
            Some(_) => clock.charge(now),
            None => {
                let receipt = clock.charge(now);
                clock.stop();
                receipt
            }
        }
    }

    fn record_offer(&mut self, seq: u64, seat: Text<Seat>) -> Offer {
        let plies = self.game().map_or(0, Game::plies);
        self.offers.record_offer(*seat, plies);
        Offer { offer: seq, seat }
    }

    fn take_back(&mut self, entry: &Entry, plies: u32) -> Result<(), CorruptLog> {
        let left = usize::try_from(plies).ok().filter(|left| *left < self.actions.len());
        let left = left.ok_or_else(|| CorruptLog::at(entry, "fewer actions have been played"))?;
        let game = self.game_after(left);
        let game = game.ok_or_else(|| CorruptLog::at(entry, "there is no board to go back to"))?;
        self.take_back_time(left, game.turns(), entry.at);
        if let (Some(clock), Some(seat)) = (&mut self.clock, game.to_move()) {
            clock.start(seat, game.turns(), entry.at);
        }
        self.actions.truncate(left);
        self.captured.truncate(left);
        self.phase = Phase::Playing(game);
        (self.position_seq, self.turn_since) = (entry.seq, entry.at);
        self.offers.record_takeback();
        Ok(())
    }

    /// Charges the seat to move, and takes back the increments of the turns after the first `left` actions, which are
    /// `left_turns` turns. First turns had no increment.
    fn take_back_time(&mut self, left: usize, left_turns: u32, now: Timestamp) {
        let to_move = self.to_move();
        let Some(clock) = &mut self.clock else { return };
        clock.interrupt_turn(now);
        let turns = self.actions[left..].chunk_by(|one, next| one.0 == next.0).map(|turn| turn[0].0);
        let mut turns: Vec<Seat> = turns.collect();
        // A seat that acted last and is still to move has not completed that turn.
        turns.pop_if(|last| Some(*last) == to_move);
        let first_turns = FIRST_TURNS.saturating_sub(left_turns) as usize;
        turns.into_iter().skip(first_turns).for_each(|seat| clock.take_back_increment(seat));
    }

    fn end(&mut self, outcome: Outcome, at: Timestamp) {
        self.outcome = Some(outcome);
        self.ended_at = Some(at);
        if let Some(clock) = &mut self.clock {
            clock.charge(at);
            clock.stop();
        }
        self.offers.close();
    }
}
