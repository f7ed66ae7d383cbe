use std::time::Duration;

use foldhash::HashMap;
use ikibuguzo_engine::{Action, Array, BySeat, Game, Outcome as RulesOutcome, Seat};
use ikibuguzo_protocol::{
    ClockView, CommandId, DeclineReason, Offer, Outcome, Rematch, Role, State, Timestamp,
};

use super::captured::Captured;
use super::offers::Previews;
use super::options::GameOptions;
use super::phase::{Arranging, Finished, Phase, RevealedArrays, Seating, Stage};
use super::playing::Playing;
use super::revealed_game::RevealedGame;
use crate::clock::Clock;
use crate::origin::CommandHash;
use crate::player::{Player, PlayerId};

/// The state of a game after the entries of its log up to [`Room::head`].
#[derive(Clone, Debug)]
pub struct Room {
    pub(super) options: GameOptions,
    /// The time of each action that is not charged.
    pub(super) allowance: Duration,
    /// Whether clocks can be halved in this game.
    pub(super) allows_berserk: bool,
    pub(super) created_at: Timestamp,
    pub(super) head: u64,
    pub(super) last_at: Timestamp,
    pub(super) seats: BySeat<Option<Player>>,
    /// Whether the game was a challenge that stayed open whether or not its maker was there.
    pub(super) has_waited_alone: bool,
    pub(super) stage: Stage,
    /// Present once the game is over.
    pub(super) finished: Option<Finished>,
    pub(super) previews: Previews,
    /// Period before this time has been excused.
    pub(super) excused_until: Timestamp,
    /// Whether a downtime of some length has been excused.
    pub(super) had_outage: bool,
    /// Number of chat messages of each seat.
    pub(super) chat_messages: BySeat<u32>,
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
    /// A game without players and without entries.
    pub(super) fn new(
        options: GameOptions,
        allowance: Duration,
        allows_berserk: bool,
        created_at: Timestamp,
    ) -> Self {
        Self {
            options,
            allowance,
            allows_berserk,
            created_at,
            head: 0,
            last_at: created_at,
            seats: BySeat::default(),
            has_waited_alone: false,
            stage: Stage::Seating(Seating::default()),
            finished: None,
            previews: Previews::default(),
            excused_until: Timestamp::ZERO,
            had_outage: false,
            chat_messages: BySeat::default(),
            commands: HashMap::default(),
        }
    }

    /// The phase.
    pub fn phase(&self) -> Phase<'_> {
        match (&self.finished, &self.stage) {
            (Some(finished), _) => Phase::Finished(finished),
            (None, Stage::Seating(seating)) => Phase::Seating(seating),
            (None, Stage::Arranging(arranging)) => Phase::Arranging(arranging),
            (None, Stage::Playing(playing)) => Phase::Playing(playing),
        }
    }

    /// The game with a free seat; also after its end, if it ended so.
    fn seating(&self) -> Option<&Seating> {
        if let Stage::Seating(seating) = &self.stage { Some(seating) } else { None }
    }

    /// The arrangement; also after the end of the game, if it ended in this phase.
    pub(crate) fn arranging(&self) -> Option<&Arranging> {
        if let Stage::Arranging(arranging) = &self.stage { Some(arranging) } else { None }
    }

    /// The play, once there is a board; also after the end of the game.
    pub(super) fn playing(&self) -> Option<&Playing> {
        if let Stage::Playing(playing) = &self.stage { Some(playing) } else { None }
    }

    /// The `seq` of the newest entry.
    pub fn head(&self) -> u64 {
        self.head
    }

    /// The reason of the invited player for declining; none if it gave none.
    pub fn declined(&self) -> Option<DeclineReason> {
        self.seating()?.declined
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
        self.finished.map(|finished| finished.ended_at)
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
        self.seating()?.invited.as_ref()
    }

    /// When the invitation ends, if its maker has chosen that; none if the seat is taken.
    pub fn open_until(&self) -> Option<Timestamp> {
        self.seating()?.open_until
    }

    /// Whether the game was a challenge that stayed open whether or not its maker was there.
    pub fn has_waited_alone(&self) -> bool {
        self.has_waited_alone
    }

    /// The role of a viewer: the seat of a player, or spectator.
    pub fn role(&self, player: Option<&PlayerId>) -> Role {
        player.and_then(|player| self.seat_of(player)).into()
    }

    /// The state that lists show.
    pub fn state(&self) -> State {
        match self.phase() {
            Phase::Seating(_) => State::Open,
            Phase::Arranging(_) => State::Arranging,
            Phase::Playing(_) => State::Playing,
            Phase::Finished(_) => State::Finished,
        }
    }

    /// Whether servers failed during the game for so long that a player may have left because of it.
    pub fn had_outage(&self) -> bool {
        self.had_outage
    }

    /// The outcome, once the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.finished.map(|finished| finished.outcome)
    }

    /// The opening arrays of both seats, once revealed.
    pub fn arrays(&self) -> Option<BySeat<Array>> {
        self.revealed_arrays().map(|revealed| revealed.arrays)
    }

    /// The opening arrays of both seats and the commitments to them, once revealed.
    pub(crate) fn revealed_arrays(&self) -> Option<&RevealedArrays> {
        self.playing()?.arrays.as_ref()
    }

    /// The time limit of the arrangement, in games with a clock.
    pub fn arrange_by(&self) -> Option<Timestamp> {
        if let Phase::Arranging(arranging) = self.phase() { arranging.until } else { None }
    }

    /// The clocks, once the game has begun.
    pub fn clocks(&self) -> Option<ClockView> {
        self.clock().map(Clock::view)
    }

    /// Whether each seat may still halve its clock, as soon as the game has begun.
    pub fn may_berserk(&self) -> BySeat<bool> {
        match self.phase() {
            Phase::Seating(_) | Phase::Arranging(_) => BySeat::from_fn(|_| self.allows_berserk),
            Phase::Playing(playing) => playing.may_berserk,
            Phase::Finished(_) => BySeat::default(),
        }
    }

    /// Whether each seat has halved its clock.
    pub fn is_berserk(&self) -> BySeat<bool> {
        self.clock().map(Clock::is_berserk).unwrap_or_default()
    }

    /// The open draw offer.
    pub fn draw_offer(&self) -> Option<Offer> {
        self.playing()?.offers.draw
    }

    /// The open takeback offer.
    pub fn takeback_offer(&self) -> Option<Offer> {
        self.playing()?.offers.takeback
    }

    /// The open offer of previews.
    pub fn previews_offer(&self) -> Option<Offer> {
        self.previews.offer
    }

    /// Whether both players have agreed to previews.
    pub fn previews_agreed(&self) -> bool {
        self.previews.are_agreed
    }

    /// The open rematch offer, and the rematch itself.
    pub fn rematch(&self) -> Rematch {
        let finished = self.finished.as_ref();
        Rematch {
            offer: finished.and_then(|finished| finished.rematch_offers.open),
            game: finished.and_then(|finished| finished.rematch_game),
        }
    }

    /// The engine's game, once there is a board.
    pub(crate) fn game(&self) -> Option<&Game> {
        self.playing().map(|playing| &playing.game)
    }

    /// Whether there is a board.
    pub fn has_board(&self) -> bool {
        self.playing().is_some()
    }

    /// The seat to move; none if there is no board, or if the rules have ended the game.
    pub fn to_move(&self) -> Option<Seat> {
        self.game().and_then(Game::to_move)
    }

    /// The outcome by the rules alone, without resignation, time and agreement.
    pub fn outcome_by_rules(&self) -> Option<RulesOutcome> {
        self.game().and_then(Game::outcome)
    }

    /// The whole game, if nothing of it is concealed: it has a board, and it is over or its rules have no stores.
    pub fn revealed(&self) -> Option<RevealedGame<'_>> {
        let is_revealed = self.finished.is_some() || !self.options.rules.has_stores();
        self.playing().filter(|_| is_revealed).map(RevealedGame::new)
    }

    pub(super) fn clock(&self) -> Option<&Clock> {
        self.playing()?.clock.as_ref()
    }

    /// Number of turns that both seats have completed together.
    pub fn turns(&self) -> u32 {
        self.game().map_or(0, Game::turns)
    }

    /// The engine's game after a number of actions; none if fewer have been played.
    pub(crate) fn game_after(&self, plies: usize) -> Option<Game> {
        self.playing()?.game_after(plies)
    }

    /// The actions played and their seats, without those taken back.
    pub fn actions(&self) -> &[(Seat, Action)] {
        self.playing().map_or(&[], |playing| &playing.actions)
    }

    /// The captures of all actions, without those taken back.
    pub fn captured(&self) -> Captured {
        self.playing().map(|playing| playing.captured.iter().copied().sum()).unwrap_or_default()
    }
}
