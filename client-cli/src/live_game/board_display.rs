//! When line mode draws the board.

use std::io;

use ikibuguzo_protocol::Timestamp;

use crate::game_view::board::LEGEND;
use crate::game_view::local_game::LocalGame;
use crate::game_view::overview::drawing;
use crate::terminal::console::Console;

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

    /// Draws the board if its drawing is outdated. `now` is the server's time.
    pub fn update(
        &mut self,
        game: &LocalGame,
        now: Option<Timestamp>,
        console: &mut Console,
    ) -> io::Result<()> {
        if !std::mem::take(&mut self.is_outdated) {
            return Ok(());
        }
        let Some(drawing) = drawing(game, now, console.style()) else { return Ok(()) };
        console.write_lines(&format!("\n{drawing}\n"))?;
        if game.view.position.is_some() && !std::mem::replace(&mut self.has_shown_legend, true) {
            console.write_text(LEGEND)?;
        }
        Ok(())
    }
}
