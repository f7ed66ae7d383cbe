//! The pure room: one game as a fold over its log. No I/O, no clock, no chance; all three are arguments.

mod absence;
mod captured;
mod decide;
mod offers;
mod time;
#[cfg(test)]
mod tests;

use foldhash::HashMap;
use ikibuguzo_engine::{Action, Arrangement, Array, BySeat, Game, Lap, Ruleset, Seat, Start};
use ikibuguzo_protocol::{
    ClockView, CommandId, GameId, Offer, Outcome, Receipt, Rematch, Role, State, Text, TimeControl,
};
use thiserror::Error;

pub use absence::DecisionContext;
pub use captured::Captured;
pub use decide::{Answer, Command, CommandKind, NewRematch, Rejection, begin_facts};

use crate::clock::Clock;
use crate::fact::{Entry, Fact};
use crate::player::{Player, PlayerId};
use offers::Offers;

/// A game at one moment: what its log up to [`Room::head`] amounts to.
#[derive(Clone, Debug)]
pub struct Room {
    terms: GameOptions,
    created_at: u64,
    head: u64,
    last_at: u64,
    seats: BySeat<Option<Player>>,
    phase: Phase,
    arrays: Option<BySeat<Array>>,
    /// When both players were there.
    seated_at: u64,
    arrange_by: Option<u64>,
    clock: Option<Clock>,
    /// Absences of the server until then have been taken off.
    excused_until: u64,
    /// The first position, and what has been played since.
    first: Option<Game>,
    acts: Vec<(Seat, Action)>,
    /// What each of these has captured.
    captured: Vec<Captured>,
    offers: Offers,
    said: BySeat<u32>,
    next: Option<GameId>,
    outcome: Option<Outcome>,
    ended_at: Option<u64>,
    commands: HashMap<CommandId, (PlayerId, u64)>,
}

/// What a game is created with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GameOptions {
    /// The game and its options.
    pub rules: Ruleset,
    /// The version of the rules that it is played under.
    pub rules_version: u32,
    /// Listed and open to all, or only for those who know its id.
    pub public: bool,
    /// How much time the seats have.
    pub clock: TimeControl,
}

/// What an entry made happen that it does not say itself.
#[derive(Clone, Debug, Default)]
pub struct Effect {
    /// The laps of an action.
    pub laps: Vec<Lap>,
    /// What an action has cost, in games with clocks.
    pub receipt: Option<Receipt>,
}

/// What can be done next, apart from the end, which may come in any phase.
#[derive(Clone, Debug)]
pub enum Phase {
    /// A seat is free.
    Seating,
    /// The seats arrange their counters, unseen by each other.
    Arranging(Arrangement),
    /// The game is played, or has been.
    Playing(Game),
}

/// The log of a game cannot be what a room wrote.
#[derive(Debug, Error)]
#[error("entry {seq} of the log does not follow: {why}")]
pub struct CorruptLog {
    /// The entry.
    pub seq: u64,
    /// What is wrong with it.
    pub why: String,
}

impl Room {
    /// The room that a whole log amounts to.
    ///
    /// # Errors
    ///
    /// Where an entry cannot follow those before it.
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
    /// Where that entry does not create a game.
    pub fn create(entry: &Entry) -> Result<Self, CorruptLog> {
        let Fact::Created { rules, rules_version, public, clock, .. } = entry.fact else {
            return Err(corrupt(entry, "a log begins with `created`"));
        };
        let mut room = Self {
            terms: GameOptions { rules: *rules, rules_version, public, clock: *clock },
            created_at: entry.at,
            head: 0,
            last_at: entry.at,
            seats: BySeat::default(),
            phase: Phase::Seating,
            arrays: None,
            seated_at: entry.at,
            arrange_by: None,
            clock: None,
            excused_until: 0,
            first: None,
            acts: Vec::new(),
            captured: Vec::new(),
            offers: Offers::default(),
            said: BySeat::default(),
            next: None,
            outcome: None,
            ended_at: None,
            commands: HashMap::default(),
        };
        room.count(entry)?;
        Ok(room)
    }

    /// Takes one more entry of the log, and tells what it made happen.
    ///
    /// # Errors
    ///
    /// Where the entry cannot follow; the room must not be used any more then.
    pub fn apply(&mut self, entry: &Entry) -> Result<Effect, CorruptLog> {
        self.count(entry)?;
        match &entry.fact {
            Fact::Created { .. } => return Err(corrupt(entry, "a game is created once")),
            Fact::Seated { seat, player } => self.seat(**seat, player.clone(), entry.at),
            Fact::Arranged { seat, array } => self.arrange(entry, **seat, **array)?,
            Fact::Revealed {} => self.reveal(entry)?,
            Fact::Begun {} => self.begin(entry)?,
            Fact::Acted { seat, action } => return self.act(entry, **seat, **action),
            Fact::Excused { from, until } => self.excuse(*from, *until),
            Fact::DrawOffered { seat } => self.offers.draw = Some(self.offered(entry.seq, *seat)),
            Fact::DrawDeclined { .. } => self.offers.draw = None,
            Fact::TakebackOffered { seat } => self.offers.takeback = Some(self.offered(entry.seq, *seat)),
            Fact::TakebackDeclined { .. } => self.offers.takeback = None,
            Fact::TakenBack { plies, .. } => self.take_back(entry, *plies)?,
            Fact::Said { seat, .. } => self.said[**seat] += 1,
            Fact::Ended(outcome) => self.end(*outcome, entry.at),
            Fact::RematchOffered { seat } => {
                self.offers.rematch = Some(Offer { offer: entry.seq, seat: *seat });
            }
            Fact::RematchDeclined { seat, .. } => self.offers.turn_down_rematch(**seat),
            Fact::Rematched { rematch } => (self.offers.rematch, self.next) = (None, Some(*rematch)),
        }
        Ok(Effect::default())
    }

    /// The `seq` of the newest entry.
    pub fn head(&self) -> u64 {
        self.head
    }

    /// What the game was created with.
    pub fn terms(&self) -> GameOptions {
        self.terms
    }

    /// When it was created.
    pub fn created_at(&self) -> u64 {
        self.created_at
    }

    /// When it ended.
    pub fn ended_at(&self) -> Option<u64> {
        self.ended_at
    }

    /// Who sits where.
    pub fn seats(&self) -> &BySeat<Option<Player>> {
        &self.seats
    }

    /// What can be done next.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The arrays of both seats, once revealed.
    pub fn arrays(&self) -> Option<BySeat<Array>> {
        self.arrays
    }

    /// Until when both seats have to arrange, in games with a clock.
    pub fn arrange_by(&self) -> Option<u64> {
        self.arrange_by.filter(|_| matches!(self.phase, Phase::Arranging(_)) && self.outcome.is_none())
    }

    /// The clocks, once the game has begun.
    pub fn clocks(&self) -> Option<ClockView> {
        self.clock.as_ref().map(Clock::view)
    }

    /// When the newest entry was heard.
    pub fn last_at(&self) -> u64 {
        self.last_at
    }

    /// The draw offer that stands.
    pub fn draw_offer(&self) -> Option<Offer> {
        self.offers.draw
    }

    /// The offer to take back a turn that stands.
    pub fn takeback_offer(&self) -> Option<Offer> {
        self.offers.takeback
    }

    /// What became of a rematch.
    pub fn rematch(&self) -> Rematch {
        Rematch { offer: self.offers.rematch, game: self.next }
    }

    /// How it ended.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The game of the engine, once there is one.
    pub fn game(&self) -> Option<&Game> {
        match &self.phase {
            Phase::Playing(game) => Some(game),
            Phase::Seating | Phase::Arranging(_) => None,
        }
    }

    /// The game of the engine after so many of the actions that have been played; none where there are not so many.
    pub fn game_after(&self, plies: usize) -> Option<Game> {
        self.replayed(self.acts.get(..plies)?)
    }

    /// The first position, once there is one.
    pub fn first(&self) -> Option<&Game> {
        self.first.as_ref()
    }

    /// What has been played, and by whom; without what was taken back.
    pub fn acts(&self) -> &[(Seat, Action)] {
        &self.acts
    }

    /// What has been captured in all; without what was taken back.
    pub fn captured(&self) -> Captured {
        self.captured.iter().copied().sum()
    }

    /// How far it is.
    pub fn state(&self) -> State {
        match self.phase {
            _ if self.outcome.is_some() => State::Finished,
            Phase::Seating => State::Open,
            Phase::Arranging(_) => State::Arranging,
            Phase::Playing(_) => State::Playing,
        }
    }

    /// The seat of a player.
    pub fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        let sits = |seat: &Seat| self.seats[*seat].as_ref().is_some_and(|sitting| sitting.id == *player);
        Seat::ALL.into_iter().find(sits)
    }

    /// What somebody is to this game.
    pub fn role(&self, player: Option<&PlayerId>) -> Role {
        player.and_then(|player| self.seat_of(player)).into()
    }

    fn count(&mut self, entry: &Entry) -> Result<(), CorruptLog> {
        if entry.seq != self.head + 1 {
            return Err(corrupt(entry, "its number is not the next one"));
        }
        self.head = entry.seq;
        self.last_at = entry.at;
        if let Some((player, id)) = &entry.command {
            self.commands.insert(id.clone(), (player.clone(), entry.seq));
        }
        Ok(())
    }

    fn seat(&mut self, seat: Seat, player: Player, at: u64) {
        self.seats[seat] = Some(player);
        if self.seats.iter().any(Option::is_none) {
            return;
        }
        self.seated_at = at;
        self.phase = match self.terms.rules.begin() {
            Start::Arrange(arrangement) => {
                self.arrange_by = self.terms.clock.arrangement().map(|limit| at + limit);
                Phase::Arranging(arrangement)
            }
            Start::Play(game) => Phase::Playing(game),
        };
    }

    fn arrange(&mut self, entry: &Entry, seat: Seat, array: Array) -> Result<(), CorruptLog> {
        let Phase::Arranging(arrangement) = &mut self.phase else {
            return Err(corrupt(entry, "nothing is being arranged"));
        };
        arrangement.choose(seat, array).map_err(|error| corrupt(entry, &error))
    }

    fn reveal(&mut self, entry: &Entry) -> Result<(), CorruptLog> {
        let Phase::Arranging(arrangement) = &self.phase else {
            return Err(corrupt(entry, "nothing was arranged"));
        };
        let game = arrangement.reveal().ok_or_else(|| corrupt(entry, "a seat has not arranged"))?;
        let chosen = BySeat::from_fn(|seat| arrangement.chosen(seat));
        self.arrays = chosen.south.zip(chosen.north).map(|(south, north)| BySeat::new(south, north));
        self.phase = Phase::Playing(game);
        self.start(entry.at);
        Ok(())
    }

    fn begin(&mut self, entry: &Entry) -> Result<(), CorruptLog> {
        if self.game().is_none() {
            return Err(corrupt(entry, "there is no board yet"));
        }
        self.start(entry.at);
        Ok(())
    }

    fn start(&mut self, now: u64) {
        self.clock = Clock::new(self.terms.clock);
        self.first = self.game().cloned();
        let to_move = self.game().and_then(Game::to_move);
        if let (Some(clock), Some(seat)) = (&mut self.clock, to_move) {
            clock.start(seat, now);
        }
    }

    /// What the seat that has just acted is charged.
    fn charge(&mut self, seat: Seat, now: u64) -> Option<Receipt> {
        let next = self.game().and_then(Game::to_move);
        let clock = self.clock.as_mut()?;
        match next {
            Some(next) if next != seat => clock.pass(now),
            Some(_) => clock.charge(now),
            None => {
                let receipt = clock.charge(now);
                clock.stop();
                receipt
            }
        }
    }

    fn act(&mut self, entry: &Entry, seat: Seat, action: Action) -> Result<Effect, CorruptLog> {
        let Phase::Playing(game) = &mut self.phase else {
            return Err(corrupt(entry, "the game has not begun"));
        };
        let laps = game.play(action).map_err(|error| corrupt(entry, &error))?;
        self.acts.push((seat, action));
        self.captured.push(Captured::of(&laps));
        self.offers.pass_over(seat);
        Ok(Effect { laps, receipt: self.charge(seat, entry.at) })
    }

    fn offered(&mut self, seq: u64, seat: Text<Seat>) -> Offer {
        let plies = self.game().map_or(0, Game::plies);
        self.offers.note(*seat, plies);
        Offer { offer: seq, seat }
    }

    fn take_back(&mut self, entry: &Entry, plies: u32) -> Result<(), CorruptLog> {
        let left = usize::try_from(plies).ok().filter(|left| *left < self.acts.len());
        let left = left.ok_or_else(|| corrupt(entry, "so many actions have not been played"))?;
        let game = self.replayed(&self.acts[..left]);
        let game = game.ok_or_else(|| corrupt(entry, "there is no board to go back to"))?;
        self.take_back_time(left, entry.at);
        if let (Some(clock), Some(seat)) = (&mut self.clock, game.to_move()) {
            clock.start(seat, entry.at);
        }
        self.acts.truncate(left);
        self.captured.truncate(left);
        self.phase = Phase::Playing(game);
        self.offers.take_back();
        Ok(())
    }

    /// Charges the seat that has the turn, and takes what the seats have got for the turns after so many actions.
    fn take_back_time(&mut self, left: usize, now: u64) {
        let to_move = self.game().and_then(Game::to_move);
        let Some(clock) = &mut self.clock else { return };
        clock.break_off(now);
        let turns = self.acts[left..].chunk_by(|one, next| one.0 == next.0).map(|turn| turn[0].0);
        let mut turns: Vec<Seat> = turns.collect();
        // Whoever acted last and is still to move has not completed that turn.
        turns.pop_if(|last| Some(*last) == to_move);
        turns.into_iter().for_each(|seat| clock.take_back(seat));
    }

    fn end(&mut self, outcome: Outcome, at: u64) {
        self.outcome = Some(outcome);
        self.ended_at = Some(at);
        if let Some(clock) = &mut self.clock {
            clock.charge(at);
            clock.stop();
        }
        self.offers.close();
    }
}

fn corrupt(entry: &Entry, why: &(impl ToString + ?Sized)) -> CorruptLog {
    CorruptLog { seq: entry.seq, why: why.to_string() }
}
