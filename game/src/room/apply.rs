//! Applying the entries of a log to a room.

use ikibuguzo_engine::{Array, BySeat, GameStart, Lap, Seat};
use ikibuguzo_protocol::{Commitment, Offer, Outcome, Receipt, Timestamp};

use super::corrupt_log::CorruptLog;
use super::options::GameOptions;
use super::phase::{Arranging, Finished, Seating, Stage};
use super::playing::Playing;
use super::state::{Room, StoredCommand};
use crate::clock::Clock;
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
        let mut room = Self::new(options, allowance, berserk, entry.at);
        room.record_entry(entry)?;
        Ok(room)
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
            Fact::Seated { seat, player, .. } => self.seat(entry, **seat, player.clone())?,
            Fact::Invited { player, open_until, .. } => self.invite(entry, player.clone(), *open_until)?,
            Fact::Declined { reason } => self.seating_mut(entry)?.declined = Some(*reason),
            Fact::Arranged { seat, array, commitment } => {
                self.arrange(entry, **seat, **array, commitment.clone())?;
            }
            Fact::Revealed {} => self.reveal(entry)?,
            Fact::Begun {} => self.begin(entry)?,
            Fact::Berserked { seat } => self.halve_clock(entry, **seat)?,
            Fact::Acted { seat, action } => {
                let played = self.playing_mut(entry)?.act(**seat, **action, entry.seq, entry.at);
                return played.map_err(|error| CorruptLog::at(entry, &error));
            }
            Fact::Excused { from, until } => self.excuse(*from, *until),
            Fact::DrawOffered { seat } => {
                let playing = self.playing_mut(entry)?;
                playing.offers.draw = Some(playing.record_offer(*seat, entry.seq));
            }
            Fact::DrawDeclined { .. } => self.playing_mut(entry)?.offers.draw = None,
            Fact::TakebackOffered { seat } => {
                let playing = self.playing_mut(entry)?;
                playing.offers.takeback = Some(playing.record_offer(*seat, entry.seq));
            }
            Fact::TakebackDeclined { .. } => self.playing_mut(entry)?.offers.takeback = None,
            Fact::TakenBack { plies, .. } => self.take_back(entry, *plies)?,
            Fact::PreviewsOffered { seat } => {
                self.previews.offer = Some(Offer { offer: entry.seq, seat: *seat });
            }
            Fact::PreviewsDeclined { seat, .. } => self.previews.decline(**seat),
            Fact::PreviewsAgreed { .. } => self.previews.agree(),
            Fact::Said { seat, .. } => self.chat_messages[**seat] += 1,
            Fact::Ended(outcome) => self.end(entry, *outcome)?,
            Fact::RematchOffered { seat } => {
                self.finished_mut(entry)?.rematch_offers.open = Some(Offer { offer: entry.seq, seat: *seat });
            }
            Fact::RematchDeclined { seat, .. } => self.finished_mut(entry)?.rematch_offers.decline(**seat),
            Fact::Rematched { rematch } => self.finished_mut(entry)?.begin_rematch(*rematch),
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

    /// The stage of a game that is not over.
    fn stage_mut(&mut self, entry: &Entry) -> Result<&mut Stage, CorruptLog> {
        match &self.finished {
            Some(_) => Err(CorruptLog::at(entry, "the game is over")),
            None => Ok(&mut self.stage),
        }
    }

    fn seating_mut(&mut self, entry: &Entry) -> Result<&mut Seating, CorruptLog> {
        match self.stage_mut(entry)? {
            Stage::Seating(seating) => Ok(seating),
            Stage::Arranging(_) | Stage::Playing(_) => Err(CorruptLog::at(entry, "no seat is free")),
        }
    }

    fn arranging_mut(&mut self, entry: &Entry) -> Result<&mut Arranging, CorruptLog> {
        match self.stage_mut(entry)? {
            Stage::Arranging(arranging) => Ok(arranging),
            Stage::Seating(_) | Stage::Playing(_) => Err(CorruptLog::at(entry, "nothing is being arranged")),
        }
    }

    fn board_mut(&mut self, entry: &Entry) -> Result<&mut Playing, CorruptLog> {
        match self.stage_mut(entry)? {
            Stage::Playing(playing) => Ok(playing),
            Stage::Seating(_) | Stage::Arranging(_) => {
                Err(CorruptLog::at(entry, "the game has no board yet"))
            }
        }
    }

    fn playing_mut(&mut self, entry: &Entry) -> Result<&mut Playing, CorruptLog> {
        let playing = self.board_mut(entry)?;
        if playing.has_begun() { Ok(playing) } else { Err(CorruptLog::at(entry, "the game has not begun")) }
    }

    fn finished_mut(&mut self, entry: &Entry) -> Result<&mut Finished, CorruptLog> {
        self.finished.as_mut().ok_or_else(|| CorruptLog::at(entry, "the game is not over"))
    }

    fn seat(&mut self, entry: &Entry, seat: Seat, player: Player) -> Result<(), CorruptLog> {
        self.seating_mut(entry)?;
        self.seats[seat] = Some(player);
        if self.seats.iter().all(Option::is_some) {
            self.stage = match self.options.rules.begin() {
                GameStart::Arrange(arrangement) => Stage::Arranging(Arranging {
                    arrangement,
                    commitments: BySeat::default(),
                    since: entry.at,
                    until: self.options.clock.start_limit().map(|limit| entry.at + limit),
                }),
                GameStart::Play(game) => {
                    Stage::Playing(Box::new(Playing::new(game, None, self.allows_berserk, entry.at)))
                }
            };
        }
        Ok(())
    }

    fn invite(
        &mut self,
        entry: &Entry,
        player: Player,
        open_until: Option<Timestamp>,
    ) -> Result<(), CorruptLog> {
        let seating = self.seating_mut(entry)?;
        seating.invited = Some(player);
        seating.open_until = open_until;
        self.has_waited_alone = open_until.is_some();
        Ok(())
    }

    fn arrange(
        &mut self,
        entry: &Entry,
        seat: Seat,
        array: Array,
        commitment: Option<Commitment>,
    ) -> Result<(), CorruptLog> {
        let arranging = self.arranging_mut(entry)?;
        arranging.arrangement.choose(seat, array).map_err(|error| CorruptLog::at(entry, &error))?;
        arranging.commitments[seat] = commitment;
        Ok(())
    }

    fn reveal(&mut self, entry: &Entry) -> Result<(), CorruptLog> {
        let arranging = self.arranging_mut(entry)?;
        let begun = arranging.arrangement.reveal().zip(arranging.revealed());
        let (game, arrays) = begun.ok_or_else(|| CorruptLog::at(entry, "a seat has not arranged"))?;
        let playing = Playing::new(game, Some(arrays), self.allows_berserk, entry.at);
        self.stage = Stage::Playing(Box::new(playing));
        self.begin(entry)
    }

    fn begin(&mut self, entry: &Entry) -> Result<(), CorruptLog> {
        let clock = Clock::new(self.options.clock, self.allowance);
        let playing = self.board_mut(entry)?;
        if playing.has_begun() {
            return Err(CorruptLog::at(entry, "the game has begun already"));
        }
        playing.begin(clock, entry.seq, entry.at);
        Ok(())
    }

    fn halve_clock(&mut self, entry: &Entry, seat: Seat) -> Result<(), CorruptLog> {
        let is_halved = self.playing_mut(entry)?.halve_clock(seat);
        is_halved.then_some(()).ok_or_else(|| CorruptLog::at(entry, "its clock cannot be halved"))
    }

    fn take_back(&mut self, entry: &Entry, left: u32) -> Result<(), CorruptLog> {
        let is_taken_back = self.playing_mut(entry)?.take_back(left as usize, entry.seq, entry.at);
        is_taken_back.then_some(()).ok_or_else(|| CorruptLog::at(entry, "fewer actions have been played"))
    }

    fn end(&mut self, entry: &Entry, outcome: Outcome) -> Result<(), CorruptLog> {
        if let Stage::Playing(playing) = self.stage_mut(entry)? {
            playing.stop(entry.at);
        }
        self.previews.offer = None;
        self.finished = Some(Finished::new(outcome, entry.at));
        Ok(())
    }
}
