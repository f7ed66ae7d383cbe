//! A board without input.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{PositionView, Text, Timestamp};
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::text::Line;

use super::board_grid::BoardGrid;
use super::theme::{Role, Theme};
use crate::game_view::board::CellContent;
use crate::game_view::local_game::LocalGame;
use crate::game_view::overview::player_line;
use crate::game_view::phrases::{seat_and_player, seat_name};

/// Draws a game: a line for each player, and between them the board, or, before there is one, which players have
/// arranged. Parts that do not fit are cut. `now` is the server's time.
pub fn draw_small_game(
    frame: &mut Frame,
    area: Rect,
    game: &LocalGame,
    now: Option<Timestamp>,
    theme: Theme,
) {
    let bottom = game.bottom_seat();
    let line = |row: u16| Rect::new(area.x, area.y.saturating_add(row), area.width, 1).intersection(area);
    let height = match &game.view.position {
        Some(position) => {
            let below = Rect { y: area.y + 1, height: area.height.saturating_sub(1), ..area };
            draw_cells(frame, below.intersection(area), game, position, theme)
        }
        None => {
            for (row, seat) in (1..).zip(Seat::ALL) {
                frame.render_widget(Line::from(seat_state(game, seat)), line(row));
            }
            2
        }
    };
    for (seat, row) in [(!bottom, 0), (bottom, height + 1)] {
        let is_to_move = game.view.position.as_ref().is_some_and(|it| it.to_move == Some(Text(seat)));
        let text = match &game.view.position {
            Some(position) => player_line(game, position, seat, now),
            None => seat_and_player(game, seat),
        };
        let role = if is_to_move { Role::Title } else { Role::Count };
        frame.render_widget(Line::styled(text, theme.style(role)), line(row));
    }
}

/// The text in place of the board before there is a position. It does not depend on the array that a player has chosen.
pub fn seat_state(game: &LocalGame, seat: Seat) -> String {
    let state = match (game.player_name(seat).is_some(), *game.view.arranged.get(seat)) {
        (false, _) => "a free seat",
        (true, true) => "[======] arranged and sealed",
        (true, false) => "[      ] not arranged yet",
    };
    format!("{:<6} {state}", seat_name(seat))
}

/// Draws the cells of a board. Returns how many rows the board has.
fn draw_cells(frame: &mut Frame, area: Rect, game: &LocalGame, position: &PositionView, theme: Theme) -> u16 {
    let grid = BoardGrid::new(position, game.view.rules.columns(), game.bottom_seat(), area);
    for divider in &grid.dividers {
        let line = "-".repeat(usize::from(divider.width));
        frame.render_widget(Line::styled(line, theme.style(Role::Faint)), *divider);
    }
    for (cell, rect) in &grid.cells {
        let role = match cell.content {
            CellContent::Letter | CellContent::Count(0, [' ', ' ']) => Role::Faint,
            CellContent::Count(_, [' ', ' ']) => Role::Count,
            CellContent::Count(..) => Role::Legal,
        };
        frame.render_widget(Line::styled(cell.text(usize::from(rect.width)), theme.style(role)), *rect);
    }
    grid.size.1
}
