//! The engine's game, and which boards of it were found right: whoever is told the same later compares the texts.

use std::collections::VecDeque;

use ikibuguzo_engine::{Action, Actions, Game, Seat, Viewer};
use ikibuguzo_protocol::{Happening, Outcome, PositionView, ServerMessage};

use crate::check::mismatch::Fault;
use crate::net::incoming::Acted;

/// A game of the engine that goes on with the first of those who are told of a move.
#[derive(Debug)]
pub struct Umpire {
    viewer: Viewer,
    /// Whether everything is told twice, to both players.
    shared: bool,
    /// The last event that changed the board.
    seq: u64,
    game: Option<Game>,
    /// The moves that were told to one player, and found right, and that the other is still to be told.
    right: VecDeque<(u64, String)>,
    written: Vec<u8>,
}

impl Umpire {
    /// For one viewer alone.
    pub fn of_one(viewer: Viewer) -> Self {
        Self { viewer, shared: false, seq: 0, game: None, right: VecDeque::new(), written: Vec::new() }
    }

    /// For both players of a game without stores, who are told the same.
    pub fn of_both() -> Self {
        Self { shared: true, ..Self::of_one(Viewer::Spectator) }
    }

    /// What the seat may do at a ply, as far as somebody knows who has heard of events up to `seq`; none if it is not to
    /// move.
    pub fn turn(&self, seat: Seat, seq: u64) -> Option<(u32, Actions)> {
        let game = self.game.as_ref().filter(|game| self.seq <= seq && game.to_move() == Some(seat))?;
        Some((game.plies(), game.legal_actions()))
    }

    /// How the game ended, if it did.
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.as_ref().and_then(Game::outcome).map(Outcome::from)
    }

    /// Takes in the first position, and tells whether it is the one that was told.
    pub fn begin(&mut self, seq: u64, game: Game, told: &PositionView) -> bool {
        let right = PositionView::of(&game, self.viewer) == *told;
        if seq > self.seq {
            (self.seq, self.game) = (seq, Some(game));
        }
        right
    }

    /// Takes in a move that was told in `text`, and compares its board if that is asked for.
    ///
    /// # Errors
    ///
    /// What is wrong with it.
    pub fn acted(&mut self, acted: &Acted<'_>, text: &str, compare: bool) -> Result<(), Fault> {
        let (seq, first) = (acted.seq, acted.seq > self.seq);
        if first {
            self.advance(acted)?;
        }
        let right = !compare || if first { self.compare(seq, text) } else { self.was_told(seq, text) };
        if right { Ok(()) } else { Err(Fault::Board { seq }) }
    }

    fn advance(&mut self, acted: &Acted<'_>) -> Result<(), Fault> {
        let impossible = Fault::Impossible { seq: acted.seq };
        let (Some(game), Ok(action)) = (&mut self.game, acted.action.parse::<Action>()) else {
            return Err(impossible);
        };
        game.advance(action).map_err(|_| impossible)?;
        self.seq = acted.seq;
        Ok(())
    }

    fn compare(&mut self, seq: u64, text: &str) -> bool {
        let Some(game) = &self.game else { return false };
        let right = tells(text, &PositionView::of(game, self.viewer), &mut self.written);
        if right && self.shared {
            self.right.push_back((seq, text.to_owned()));
        }
        right
    }

    /// Whether the other player was told the same, and that was right.
    fn was_told(&mut self, seq: u64, text: &str) -> bool {
        self.right.pop_front_if(|(told, _)| *told == seq).is_some_and(|(_, told)| alike(&told, text))
    }
}

/// Whether a move is told with this position. Writing our own is cheaper than reading the server's; a text that does not
/// end with what we write is read.
fn tells(text: &str, ours: &PositionView, written: &mut Vec<u8>) -> bool {
    written.clear();
    written.extend_from_slice(br#","position":"#);
    let is_written = serde_json::to_writer(&mut *written, ours).is_ok();
    written.push(b'}');
    let ends_so = is_written && text.as_bytes().ends_with(written);
    ends_so || board_in(text).is_some_and(|(_, told)| told == *ours)
}

/// Whether two texts tell the same move and board.
fn alike(one: &str, other: &str) -> bool {
    one == other || board_in(one).is_some_and(|one| Some(one) == board_in(other))
}

fn board_in(text: &str) -> Option<(Action, PositionView)> {
    let Ok(ServerMessage::Event { event, .. }) = ServerMessage::parse(text) else { return None };
    let Happening::Acted { action, position, .. } = event.what else { return None };
    Some((*action, position))
}
