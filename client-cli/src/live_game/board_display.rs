//! When line mode draws the board.

use std::io;

use ikibuguzo_protocol::EventKind;

use crate::game_view::board::LEGEND;
use crate::game_view::event_text::changes_board;
use crate::game_view::local_game::LocalGame;
use crate::game_view::overview::drawing;
use crate::terminal::screen::Screen;

/// Draws the board after it has changed, and explains its marks the first time.
#[derive(Debug, Default)]
pub struct BoardDisplay {
    is_outdated: bool,
    has_shown_legend: bool,
}

impl BoardDisplay {
    /// Notes that the board is to be drawn again.
    pub fn invalidate(&mut self) {
        self.is_outdated = true;
    }

    /// Notes an event, after which the drawing may be outdated.
    pub fn note(&mut self, event: &EventKind) {
        self.is_outdated |= changes_drawing(event);
    }

    /// Draws the board if its drawing is outdated. `now` is the server's time.
    pub fn update(&mut self, game: &LocalGame, now: Option<u64>, screen: &mut Screen) -> io::Result<()> {
        if !std::mem::take(&mut self.is_outdated) {
            return Ok(());
        }
        let Some(drawing) = drawing(game, now, screen.style) else { return Ok(()) };
        screen.write_lines(&format!("\n{drawing}\n"))?;
        if game.view.position.is_some() && !std::mem::replace(&mut self.has_shown_legend, true) {
            screen.write_text(LEGEND)?;
        }
        Ok(())
    }
}

fn changes_drawing(event: &EventKind) -> bool {
    match event {
        EventKind::Seated { arrays_offered, .. } => !arrays_offered.is_empty(),
        // The stores are shown at the end.
        EventKind::Ended { stores, .. } => stores.is_some(),
        event => changes_board(event),
    }
}
