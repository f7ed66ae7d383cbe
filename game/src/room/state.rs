use std::time::Duration;

use foldhash::HashMap;
use ikibuguzo_engine::{Action, Array, BySeat, Game, Seat};
use ikibuguzo_protocol::{
    ClockView, CommandId, Commitment, DeclineReason, GameId, Offer, Outcome, Rematch, Role, State, Timestamp,
};

use super::captured::Captured;
use super::offers::Offers;
use super::options::GameOptions;
use super::phase::Phase;
use crate::clock::Clock;
use crate::origin::CommandHash;
use crate::player::{Player, PlayerId};

/// The state of a game after the entries of its log up to [`Room::head`].
#[derive(Clone, Debug)]
pub struct Room {
    pub(super) options: GameOptions,
    /// The time of each action that is not charged, in milliseconds.
    pub(super) allowance: Duration,
    /// Whether clocks can be halved in this game.
    pub(super) allows_berserk: bool,
    /// Whether each seat may still halve its clock. A seat that has acted may not, even if the action was taken back.
    pub(super) may_berserk: BySeat<bool>,
    pub(super) created_at: Timestamp,
    pub(super) head: u64,
    pub(super) last_at: Timestamp,
    pub(super) seats: BySeat<Option<Player>>,
    /// The player for whom the free seat is kept.
    pub(super) invited: Option<Player>,
    /// When the invitation ends, if its maker has chosen that.
    pub(super) open_until: Option<Timestamp>,
    /// Why that player declined.
    pub(super) declined: Option<DeclineReason>,
    pub(super) phase: Phase,
    pub(super) arrays: Option<BySeat<Array>>,
    /// The commitment to the array of each seat.
    pub(super) array_commitments: BySeat<Option<Commitment>>,
    /// When the second player sat down.
    pub(super) seated_at: Timestamp,
    pub(super) arrange_by: Option<Timestamp>,
    /// The time since which the seat to move has been to move.
    pub(super) turn_since: Timestamp,
    pub(super) clock: Option<Clock>,
    /// Downtime before this time has been excused.
    pub(super) excused_until: Timestamp,
    /// Whether a downtime of some length has been excused.
    pub(super) had_outage: bool,
    /// The `seq` of the entry that brought the current position; 0 before there is one.
    pub(super) position_seq: u64,
    /// The game before its first action.
    pub(super) initial_game: Option<Game>,
    /// The actions since then, without those taken back.
    pub(super) actions: Vec<(Seat, Action)>,
    /// The captures of each action.
    pub(super) captured: Vec<Captured>,
    pub(super) offers: Offers,
    /// Number of chat messages of each seat.
    pub(super) chat_messages: BySeat<u32>,
    pub(super) rematch_game: Option<GameId>,
    pub(super) outcome: Option<Outcome>,
    pub(super) ended_at: Option<Timestamp>,
    /// The commands that had an effect.
    pub(super) commands: HashMap<CommandId, StoredCommand>,
}

/// A command that had an effect.
#[derive(Clone, Debug)]
pub(super) struct StoredCommand {
    pub(super) player: PlayerId,
    /// The hash of its content; none if it is not known.
    pub(super) hash: Option<CommandHash>,
    /// The `seq` of its first entry.
    pub(super) seq: u64,
}

impl Room {
    /// The `seq` of the newest entry.
    pub fn head(&self) -> u64 {
        self.head
    }

    /// Why the invited player declined; none if the player has not said so.
    pub fn declined(&self) -> Option<DeclineReason> {
        self.declined
    }

    /// The options with which the game was created.
    pub fn options(&self) -> GameOptions {
        self.options
    }

    /// When the game was created.
    pub fn created_at(&self) -> Timestamp {
        self.created_at
    }

    /// The time of the newest entry.
    pub fn last_at(&self) -> Timestamp {
        self.last_at
    }

    /// When the game ended.
    pub fn ended_at(&self) -> Option<Timestamp> {
        self.ended_at
    }

    /// The player of each seat.
    pub fn seats(&self) -> &BySeat<Option<Player>> {
        &self.seats
    }

    /// The seat of a player.
    pub fn seat_of(&self, player: &PlayerId) -> Option<Seat> {
        let has_player = |seat: &Seat| self.seats[*seat].as_ref().is_some_and(|seated| seated.id == *player);
        Seat::ALL.into_iter().find(has_player)
    }

    /// The seats of bots.
    pub fn bots(&self) -> impl Iterator<Item = Seat> {
        let has_bot = |seat: &Seat| self.seats[*seat].as_ref().is_some_and(|player| player.bot);
        Seat::ALL.into_iter().filter(has_bot)
    }

    /// The player for whom the free seat is kept; none if the seat is taken.
    pub fn invited(&self) -> Option<&Player> {
        self.invited.as_ref().filter(|_| matches!(self.phase, Phase::Seating))
    }

    /// When the invitation ends, if its maker has chosen that; none if the seat is taken.
    pub fn open_until(&self) -> Option<Timestamp> {
        self.open_until.filter(|_| matches!(self.phase, Phase::Seating))
    }

    /// Whether the game was a challenge that stayed open whether or not its maker was there.
    pub fn has_waited_alone(&self) -> bool {
        self.open_until.is_some()
    }

    /// The role of a viewer: the seat of a player, or spectator.
    pub fn role(&self, player: Option<&PlayerId>) -> Role {
        player.and_then(|player| self.seat_of(player)).into()
    }

    /// The phase.
    pub fn phase(&self) -> &Phase {
        &self.phase
    }

    /// The state that lists show.
    pub fn state(&self) -> State {
        match self.phase {
            _ if self.outcome.is_some() => State::Finished,
            Phase::Seating => State::Open,
            Phase::Arranging(_) => State::Arranging,
            Phase::Playing(_) => State::Playing,
        }
    }

    /// Whether servers failed during the game for so long that a player may have left because of it.
    pub fn had_outage(&self) -> bool {
        self.had_outage
    }

    /// The outcome, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    /// The opening arrays of both seats, once revealed.
    pub fn arrays(&self) -> Option<BySeat<Array>> {
        self.arrays
    }

    /// The commitment to the array of each seat, with its salt; none if the seat has not arranged.
    pub(crate) fn array_commitments(&self) -> &BySeat<Option<Commitment>> {
        &self.array_commitments
    }

    /// The time limit of the arrangement, in games with a clock.
    pub fn arrange_by(&self) -> Option<Timestamp> {
        self.arrange_by.filter(|_| matches!(self.phase, Phase::Arranging(_)) && self.outcome.is_none())
    }

    /// The clocks, once the game has begun.
    pub fn clocks(&self) -> Option<ClockView> {
        self.clock.as_ref().map(Clock::view)
    }

    /// Whether each seat may still halve its clock, as soon as the game has begun.
    pub fn may_berserk(&self) -> BySeat<bool> {
        if self.outcome.is_some() { BySeat::default() } else { self.may_berserk }
    }

    /// Whether each seat has halved its clock.
    pub fn is_berserk(&self) -> BySeat<bool> {
        self.clock.map(|clock| clock.is_berserk()).unwrap_or_default()
    }

    /// The open draw offer.
    pub fn draw_offer(&self) -> Option<Offer> {
        self.offers.draw
    }

    /// The open takeback offer.
    pub fn takeback_offer(&self) -> Option<Offer> {
        self.offers.takeback
    }

    /// The open offer of previews.
    pub fn previews_offer(&self) -> Option<Offer> {
        self.offers.previews
    }

    /// Whether both players have agreed to previews.
    pub fn previews_agreed(&self) -> bool {
        self.offers.previews_agreed
    }

    /// The open rematch offer, and the rematch itself.
    pub fn rematch(&self) -> Rematch {
        Rematch { offer: self.offers.rematch, game: self.rematch_game }
    }

    /// The engine's game, once there is a board.
    pub fn game(&self) -> Option<&Game> {
        match &self.phase {
            Phase::Playing(game) => Some(game),
            Phase::Seating | Phase::Arranging(_) => None,
        }
    }

    /// The seat to move by the rules.
    pub(super) fn to_move(&self) -> Option<Seat> {
        self.game().and_then(Game::to_move)
    }

    /// Number of turns that both seats have completed together.
    pub fn turns(&self) -> u32 {
        self.game().map_or(0, Game::turns)
    }

    /// The engine's game after a number of actions; none if fewer have been played.
    pub fn game_after(&self, plies: usize) -> Option<Game> {
        let mut game = self.initial_game.clone()?;
        self.actions.get(..plies)?.iter().try_for_each(|(_, action)| game.advance(*action)).ok()?;
        Some(game)
    }

    /// The actions played and their seats, without those taken back.
    pub fn actions(&self) -> &[(Seat, Action)] {
        &self.actions
    }

    /// The captures of all actions, without those taken back.
    pub fn captured(&self) -> Captured {
        self.captured.iter().copied().sum()
    }
}
