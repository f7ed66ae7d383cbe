//! The engine's copy of a game.
//!
//! The tool shares the machine with the server, so the check must cost little. In a game without stores both players
//! receive the same events, so they share one copy. The first player's event is compared with the engine's position;
//! the second player's event is compared with the first one as text. The engine's position is written as JSON and
//! compared with the end of the server's text, because writing is faster than parsing. Only a text that differs is
//! parsed, so the order of fields and unknown fields do not matter.

use std::collections::VecDeque;

use ikibuguzo_engine::{Action, Actions, Game, Position, Seat, Viewer};
use ikibuguzo_protocol::{EventKind, Outcome, PositionView, ServerMessage};

use crate::check::mismatch::Mismatch;
use crate::net::incoming::MoveEvent;

/// The engine's copy of a game. It advances with the first viewer that receives a move.
#[derive(Debug)]
pub struct ReferenceGame {
    viewer: Viewer,
    /// Whether both players use this copy, so that every event arrives twice.
    is_shared: bool,
    /// The number of the last event that changed the board.
    seq: u64,
    game: Option<Game>,
    /// Correct moves that only one player has received so far: event number and text.
    verified: VecDeque<(u64, String)>,
    /// Holds the engine's position as JSON during a comparison.
    buffer: Vec<u8>,
}

impl ReferenceGame {
    /// Creates the copy for a single viewer.
    pub fn for_viewer(viewer: Viewer) -> Self {
        Self { viewer, is_shared: false, seq: 0, game: None, verified: VecDeque::new(), buffer: Vec::new() }
    }

    /// Creates the copy for both players of a game without stores, who receive the same events.
    pub fn for_both_players() -> Self {
        Self { is_shared: true, ..Self::for_viewer(Viewer::Spectator) }
    }

    /// The `seq` of the event that brought the position, and the legal actions of a seat, if the seat is to move and
    /// has received every move. `received` is the number of the last event that the seat has received.
    pub fn turn(&self, seat: Seat, received: u64) -> Option<(u64, Actions)> {
        let game = self.game.as_ref().filter(|game| self.seq <= received && game.to_move() == Some(seat))?;
        Some((self.seq, game.legal_actions()))
    }

    /// The position, once the game has begun.
    pub fn position(&self) -> Option<Position> {
        self.game.as_ref().map(|game| *game.position())
    }

    /// The outcome, if the game is over.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.as_ref().and_then(Game::outcome).map(Outcome::from)
    }

    /// Starts with the first position, and returns whether the server's position equals it.
    pub fn start(&mut self, seq: u64, game: Game, received: &PositionView) -> bool {
        let is_equal = PositionView::of(&game, self.viewer) == *received;
        if seq > self.seq {
            self.seq = seq;
            self.game = Some(game);
        }
        is_equal
    }

    /// Plays a move that arrived as `text`, and compares its board if `compare` is set.
    ///
    /// # Errors
    ///
    /// If the move is impossible, or its board differs.
    pub fn check_move(&mut self, event: &MoveEvent<'_>, text: &str, compare: bool) -> Result<(), Mismatch> {
        let seq = event.seq;
        let is_first = event.seq > self.seq;
        if is_first {
            self.play(event)?;
        }
        let is_equal = !compare
            || if is_first { self.equals_engine(seq, text) } else { self.equals_first_copy(seq, text) };
        if is_equal { Ok(()) } else { Err(Mismatch::Board { seq }) }
    }

    fn play(&mut self, event: &MoveEvent<'_>) -> Result<(), Mismatch> {
        let impossible = Mismatch::Impossible { seq: event.seq };
        let (Some(game), Ok(action)) = (&mut self.game, event.action.parse::<Action>()) else {
            return Err(impossible);
        };
        game.advance(action).map_err(|_| impossible)?;
        self.seq = event.seq;
        Ok(())
    }

    fn equals_engine(&mut self, seq: u64, text: &str) -> bool {
        let Some(game) = &self.game else { return false };
        let is_equal = has_position(text, &PositionView::of(game, self.viewer), &mut self.buffer);
        if is_equal && self.is_shared {
            self.verified.push_back((seq, text.to_owned()));
        }
        is_equal
    }

    /// Whether the other player received the same event, and it was correct.
    fn equals_first_copy(&mut self, seq: u64, text: &str) -> bool {
        let first = self.verified.pop_front_if(|(verified, _)| *verified == seq);
        first.is_some_and(|(_, first)| is_same_move(&first, text))
    }
}

/// Whether a move event has this position.
fn has_position(text: &str, expected: &PositionView, buffer: &mut Vec<u8>) -> bool {
    buffer.clear();
    buffer.extend_from_slice(br#","position":"#);
    let is_written = serde_json::to_writer(&mut *buffer, expected).is_ok();
    buffer.push(b'}');
    let is_suffix = is_written && text.as_bytes().ends_with(buffer);
    is_suffix || parse_move(text).is_some_and(|(_, received)| received == *expected)
}

/// Whether two texts have the same action and the same position.
fn is_same_move(one: &str, other: &str) -> bool {
    one == other || parse_move(one).is_some_and(|one| Some(one) == parse_move(other))
}

fn parse_move(text: &str) -> Option<(Action, PositionView)> {
    let Ok(ServerMessage::Event { event, .. }) = ServerMessage::parse(text) else { return None };
    let EventKind::Acted { action, position, .. } = event.kind else { return None };
    Some((*action, position))
}
