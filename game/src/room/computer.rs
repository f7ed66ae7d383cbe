//! The tasks of the server's own players in a game.

use std::time::Duration;

use ikibuguzo_engine::{Action, Array, BySeat, Game, Seat};
use ikibuguzo_protocol::{ComputerLevel, Offer, Timestamp};

use super::phase::Phase;
use super::state::Room;
use crate::clock::Clock;
use crate::computer::computer_level;
use crate::player::{Player, PlayerId};

/// Delay after which a game with a computer player's task is checked again, in case the server has died
/// that had it in its queue. A game that still waits there is not queued twice.
const COMPUTER_TIMEOUT: Duration = Duration::from_secs(2);

/// A task of a computer player.
#[derive(Clone, Debug)]
pub struct ComputerTask {
    /// The computer player.
    pub player: Player,
    /// Its level.
    pub level: ComputerLevel,
    /// Its seat.
    pub seat: Seat,
    /// The player in the other seat.
    pub opponent: PlayerId,
    /// The `seq` of the entry that it answers: no other task in the game has the same one.
    pub answers: u64,
    /// The `seq` of the entry that the board follows from; 0 before there is a board.
    pub position_seq: u64,
    /// The kind of the task.
    pub kind: ComputerTaskKind,
}

/// The kinds of tasks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ComputerTaskKind {
    /// Choose one of these opening arrays.
    Arrange(&'static [Array]),
    /// Play an action.
    Act,
    /// Answer a draw offer.
    AnswerDraw,
    /// Answer the opponent's request to take back a turn.
    AnswerTakeback,
    /// Answer a rematch offer.
    AnswerRematch,
}

/// The play of a game so far.
#[derive(Clone, Debug)]
pub struct Play {
    /// The game before its first action.
    pub(crate) initial: Game,
    /// The actions since then, without those taken back.
    pub(crate) actions: Vec<Action>,
    /// When the clock of the seat to move runs out; none if no clock runs.
    pub runs_out_at: Option<Timestamp>,
}

impl Room {
    /// The task of a computer player; none if no seat has a computer player, or if the game waits for none.
    pub fn computer_task(&self) -> Option<ComputerTask> {
        let tasks = Seat::ALL.into_iter().filter_map(|seat| {
            let player = self.seats[seat].as_ref()?;
            let level = computer_level(player)?;
            let opponent = self.seats[!seat].as_ref()?.id.clone();
            let (answers, kind) = self.task_of(seat)?;
            let position_seq = self.playing().map_or(0, |playing| playing.position_seq);
            Some(ComputerTask { player: player.clone(), level, seat, opponent, answers, position_seq, kind })
        });
        tasks.min_by_key(|task| task.answers)
    }

    /// Which seats have a computer player.
    pub fn computers(&self) -> BySeat<bool> {
        self.seats.as_ref().map(|player| player.as_ref().and_then(computer_level).is_some())
    }

    /// When to check the game again without a command; none if time cannot change it and no computer player has a task.
    pub fn next_check_at(&self, now: Timestamp) -> Option<Timestamp> {
        let computer = self.computer_task().map(|_| now + COMPUTER_TIMEOUT);
        [self.safe_until(now), computer].into_iter().flatten().min()
    }

    /// The task of a computer player in this seat, and the `seq` of the entry that it answers; none if the game does
    /// not wait for it.
    pub(super) fn task_of(&self, seat: Seat) -> Option<(u64, ComputerTaskKind)> {
        let of_opponent = |offer: Option<Offer>| offer.filter(|offer| *offer.seat != seat).map(|it| it.offer);
        if let Some(offer) = of_opponent(self.rematch().offer) {
            return Some((offer, ComputerTaskKind::AnswerRematch));
        }
        if let Some(offer) = of_opponent(self.takeback_offer()) {
            return Some((offer, ComputerTaskKind::AnswerTakeback));
        }
        if let Some(offer) = of_opponent(self.draw_offer()) {
            return Some((offer, ComputerTaskKind::AnswerDraw));
        }
        self.awaited_since(seat)?;
        match self.phase() {
            Phase::Arranging(_) => Some((self.head, ComputerTaskKind::Arrange(self.options.rules.arrays()))),
            Phase::Playing(playing) => Some((playing.position_seq, ComputerTaskKind::Act)),
            Phase::Seating(_) | Phase::Finished(_) => None,
        }
    }

    /// The play so far; none before the board is set up.
    pub fn play(&self) -> Option<Play> {
        let playing = self.playing()?;
        Some(Play {
            initial: playing.initial.clone(),
            actions: playing.actions.iter().map(|(_, action)| *action).collect(),
            runs_out_at: playing.clock.as_ref().and_then(Clock::runs_out_at),
        })
    }
}
