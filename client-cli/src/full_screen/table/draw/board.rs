//! The board of a table.

use ikibuguzo_protocol::PositionView;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style as CellStyle};
use ratatui::text::Line;

use crate::full_screen::table::Table;
use crate::full_screen::theme::Role;
use crate::game_view::board::{Cell, CellContent};
use crate::game_view::local_game::LocalGame;
use crate::game_view::sowing::Sowing;

impl Table {
    pub(super) fn draw_board(&self, frame: &mut Frame, area: Rect, game: &LocalGame, shown: &PositionView) {
        let grid = self.grid_in(area, game, shown);
        for divider in &grid.dividers {
            let line = "-".repeat(usize::from(divider.width));
            frame.render_widget(Line::styled(line, self.style(Role::Faint)), *divider);
        }
        for (cell, rect) in &grid.cells {
            let text = self.cell_text(*cell, usize::from(rect.width), shown);
            let style = self.cell_style(*cell, shown);
            if style.add_modifier.contains(Modifier::REVERSED) {
                frame.buffer_mut().set_style(*rect, style);
            }
            // In the middle of a hole that is higher than one row.
            let middle = Rect { y: rect.y + (rect.height - 1) / 2, height: 1, ..*rect };
            frame.render_widget(Line::styled(text, style), middle);
        }
    }

    /// The text of a cell. Counters in hand are shown at their hole.
    fn cell_text(&self, cell: Cell, width: usize, shown: &PositionView) -> String {
        let in_hand = shown.pending.filter(|pending| *pending.hole == cell.hole);
        match (cell.content, in_hand) {
            (CellContent::Letter, _) | (CellContent::Count(..), None) => cell.text(width),
            (CellContent::Count(..), Some(pending)) => format!("{:>width$}", format!("+{}", pending.hand)),
        }
    }

    fn cell_style(&self, cell: Cell, shown: &PositionView) -> CellStyle {
        let is_chosen = self.sowings.is_empty()
            && self.my_position().is_some_and(|position| self.choice.hole(position) == Some(cell.hole));
        let sown = self.sowings.front().and_then(Sowing::place);
        let is_falling =
            sown == Some(cell.hole) || shown.pending.is_some_and(|pending| *pending.hole == cell.hole);
        self.style(match cell.content {
            _ if is_chosen => Role::Chosen,
            CellContent::Count(..) if is_falling => Role::Falling,
            CellContent::Count(_, marks) if marks != [' ', ' '] => Role::Legal,
            CellContent::Letter | CellContent::Count(0, [' ', ' ']) => Role::Faint,
            CellContent::Count(..) => Role::Count,
        })
    }
}
