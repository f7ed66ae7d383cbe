//! How the wall looks.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{Text, Timestamp};
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::Line;

use super::{Wall, WallTile};
use crate::full_screen::theme::Role;
use crate::game_view::board::{BoardLines, Cell, CellContent};
use crate::game_view::event_text::outcome_text;
use crate::game_view::local_game::LocalGame;
use crate::game_view::phrases::{clock_time, seated_player};

/// Columns of a hole.
const CELL_WIDTH: u16 = 3;

/// Largest number of holes in a line. A longer row is split in two.
const MAX_LINE_HOLES: usize = 10;

/// Rows of a game: the players, four rows of holes, and the clocks.
const GAME_HEIGHT: u16 = 6;

/// The keys, in the last line: the longest of these that fits.
const WALL_KEY_HINTS: [&str; 2] =
    ["arrows choose  Enter or a digit enlarges  q leave", "Enter enlarges  q leave"];

impl Wall {
    /// Draws the wall. It scrolls if there is no room for all games; the chosen one is always shown.
    pub fn draw(&self, frame: &mut Frame) {
        let screen = self.screen.intersection(frame.area());
        if screen != self.screen || screen.height < 2 {
            return;
        }
        for (number, tile) in self.tiles.iter().enumerate() {
            if let Some(area) = self.area(number) {
                self.draw_tile(frame, area, number, tile);
            }
        }
        let hint = WALL_KEY_HINTS.into_iter().find(|hint| hint.len() <= usize::from(screen.width));
        let last = Rect::new(0, screen.height - 1, screen.width, 1);
        let line = match &self.message {
            Some(message) => Line::styled(message.as_str(), self.theme.style(Role::Prompt)),
            None => Line::styled(hint.unwrap_or_default(), self.theme.style(Role::Faint)),
        };
        frame.render_widget(line, last);
    }

    /// The number of the game at a point of the screen.
    pub(super) fn tile_at(&self, point: Position) -> Option<usize> {
        (0..self.tiles.len()).find(|number| self.area(*number).is_some_and(|area| area.contains(point)))
    }

    /// Number of games beside each other.
    pub(super) fn columns(&self) -> usize {
        let fitting = usize::from((self.screen.width + 1) / (self.game_width() + 1));
        // As many rows as columns, if there is room for all.
        let square = (1..).find(|side| side * side >= self.tiles.len()).unwrap_or(1);
        fitting.min(square).max(1)
    }

    /// Columns of the widest board.
    fn game_width(&self) -> u16 {
        let holes = |tile: &WallTile| {
            let columns = tile.game.as_ref().map_or(0, |game| game.view.rules.columns());
            if columns > MAX_LINE_HOLES { columns.div_ceil(2) } else { columns }
        };
        let widest = self.tiles.iter().map(holes).max().unwrap_or_default().max(8);
        u16::try_from(widest).unwrap_or(u16::MAX / CELL_WIDTH) * CELL_WIDTH
    }

    /// The area of a game; none if it is not on the screen.
    fn area(&self, number: usize) -> Option<Rect> {
        let columns = self.columns();
        let height = self.screen.height.saturating_sub(1);
        let rows = self.tiles.len().div_ceil(columns);
        let shown = usize::from(height / GAME_HEIGHT).clamp(1, rows.max(1));
        let first = (self.selected / columns + 1).saturating_sub(shown);
        let row = (number / columns).checked_sub(first).filter(|row| *row < shown)?;
        let [row, shown, column, columns] = [row, shown, number % columns, columns].map(to_u16);
        let width = self.screen.width / columns;
        let height = height / shown;
        // There is a free column between two games.
        let area = Rect::new(column * width, row * height, width.saturating_sub(1), height);
        Some(area.intersection(self.screen))
    }

    fn draw_tile(&self, frame: &mut Frame, area: Rect, number: usize, tile: &WallTile) {
        let (mark, role) = if number == self.selected { (">", Role::Chosen) } else { (" ", Role::Title) };
        let players = tile.game.as_ref().map_or_else(|| tile.id.to_string(), players_text);
        let title = Line::styled(format!("{mark}{} {players}", number + 1), self.theme.style(role));
        frame.render_widget(title, row(area, 0));
        let Some(game) = &tile.game else {
            frame.render_widget(Line::from(tile.fault.as_deref().unwrap_or("…")), row(area, 1));
            return;
        };
        let height = self.draw_board(frame, Rect { y: area.y + 1, ..area }.intersection(area), game);
        frame.render_widget(Line::from(state_text(game, self.now)), row(area, height + 1));
    }

    /// Draws the counts of a board. Returns how many rows it has.
    fn draw_board(&self, frame: &mut Frame, area: Rect, game: &LocalGame) -> u16 {
        let Some(position) = &game.view.position else { return 1 };
        let columns = game.view.rules.columns();
        let lines = BoardLines::new(position, columns, game.bottom_seat());
        let folded = if columns > MAX_LINE_HOLES { columns.div_ceil(2) } else { columns };
        let mut y = 0;
        for start in (0..columns).step_by(folded) {
            for line in lines.top.iter().chain(&lines.bottom) {
                let cells = &line[start..(start + folded).min(columns)];
                if cells.iter().all(|cell| matches!(cell.content, CellContent::Count(..))) {
                    self.draw_cells(frame, row(area, y), cells);
                    y += 1;
                }
            }
        }
        y
    }

    fn draw_cells(&self, frame: &mut Frame, area: Rect, cells: &[Cell]) {
        for (column, cell) in (0..).zip(cells) {
            let text = cell.text(usize::from(CELL_WIDTH));
            let role = match cell.content {
                CellContent::Letter | CellContent::Count(0, _) => Role::Faint,
                CellContent::Count(_, [' ', ' ']) => Role::Count,
                CellContent::Count(..) => Role::Legal,
            };
            let cell = Rect::new(area.x + column * CELL_WIDTH, area.y, CELL_WIDTH, area.height);
            frame.render_widget(Line::styled(text, self.theme.style(role)), cell.intersection(area));
        }
    }
}

/// One row of an area; an empty one below it.
fn row(area: Rect, number: u16) -> Rect {
    Rect::new(area.x, area.y.saturating_add(number), area.width, 1).intersection(area)
}

/// The players; a star marks the player who is to move.
fn players_text(game: &LocalGame) -> String {
    let player = |seat: Seat| {
        let is_to_move = game.view.position.as_ref().is_some_and(|it| it.to_move == Some(Text(seat)));
        let star = if is_to_move { "*" } else { "" };
        format!("{star}{}", seated_player(game, seat).as_deref().unwrap_or("…"))
    };
    format!("{} - {}", player(Seat::South), player(Seat::North))
}

/// The state of the game: the outcome, or the turns and the clocks.
fn state_text(game: &LocalGame, now: Option<Timestamp>) -> String {
    if let Some(outcome) = game.view.outcome {
        return outcome_text(outcome);
    }
    let clocks: Vec<String> =
        Seat::ALL.into_iter().filter_map(|seat| game.time_left(seat, now)).map(clock_time).collect();
    match &game.view.position {
        Some(position) if clocks.is_empty() => format!("turn {}", position.turns + 1),
        Some(position) => format!("turn {}, {}", position.turns + 1, clocks.join(" - ")),
        None => game.view.state.as_str().to_owned(),
    }
}

fn to_u16(count: usize) -> u16 {
    u16::try_from(count).unwrap_or(u16::MAX)
}
