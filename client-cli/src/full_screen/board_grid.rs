//! The positions of a board's cells on the screen.

use ikibuguzo_engine::{Hole, Seat};
use ikibuguzo_protocol::PositionView;
use ratatui::layout::{Position, Rect};

use super::choice::Coordinates;
use crate::game_view::board::{BoardLines, Cell, CellContent, Fit};

/// The largest factor by which a board is enlarged.
const MAX_SCALE: u16 = 3;

/// The usual width of a hole, in columns. Narrower ones are not enlarged.
const WIDE_CELL: usize = 4;

/// A board on the screen.
#[derive(Clone, Debug)]
pub struct BoardGrid {
    /// Each cell with its rectangle.
    pub cells: Vec<(Cell, Rect)>,
    /// The lines between the two sides.
    pub dividers: Vec<Rect>,
    /// Width and height.
    pub size: (u16, u16),
}

impl BoardGrid {
    /// A board with this many holes in a row, in an area. A board that is too wide is split into two parts; one that is
    /// too high is cut.
    pub fn new(position: &PositionView, columns: usize, bottom: Seat, area: Rect) -> Self {
        let fit = Fit::new(columns, usize::from(area.width));
        Self::with_fit(position, columns, bottom, area, &fit, 1)
    }

    /// A board as large as fits into an area, up to three times its usual size. An enlarged board takes at most `room`
    /// rows.
    pub fn scaled(position: &PositionView, columns: usize, bottom: Seat, area: Rect, room: u16) -> Self {
        let larger = |scale: u16| {
            let fit = Fit::new(columns, usize::from(area.width / scale));
            let fit = Fit { cell: fit.cell * usize::from(scale), ..fit };
            let grid = Self::with_fit(position, columns, bottom, area, &fit, scale);
            // A split board is not enlarged.
            (fit.parts.len() == 1 && fit.cell.is_multiple_of(WIDE_CELL) && grid.size.1 <= room)
                .then_some(grid)
        };
        let enlarged = (2..=MAX_SCALE).rev().find_map(larger);
        enlarged.unwrap_or_else(|| Self::new(position, columns, bottom, area))
    }

    fn with_fit(
        position: &PositionView,
        columns: usize,
        bottom: Seat,
        area: Rect,
        fit: &Fit,
        scale: u16,
    ) -> Self {
        let lines = BoardLines::new(position, columns, bottom);
        let mut grid = Self { cells: Vec::new(), dividers: Vec::new(), size: (0, 0) };
        let mut row = 0;
        for (number, part) in fit.parts.iter().enumerate() {
            row += u16::from(number > 0);
            let width = to_u16(part.len() * fit.cell);
            for line in &lines.top {
                grid.push_line(&line[part.clone()], (fit.cell, scale), row, area);
                row += scale;
            }
            grid.dividers.push(Rect::new(area.x, area.y + row, width, 1).intersection(area));
            row += 1;
            for line in &lines.bottom {
                grid.push_line(&line[part.clone()], (fit.cell, scale), row, area);
                row += scale;
            }
            grid.size = (grid.size.0.max(width), row);
        }
        grid
    }

    /// The hole at a point of the screen.
    pub fn hole_at(&self, point: Position) -> Option<Hole> {
        self.cells.iter().find(|(_, rect)| rect.contains(point)).map(|(cell, _)| cell.hole)
    }

    /// The column and the row of a hole's count.
    pub fn coordinates_of(&self, hole: Hole) -> Option<Coordinates> {
        let is_count = |cell: &Cell| cell.hole == hole && matches!(cell.content, CellContent::Count(..));
        let (_, rect) = self.cells.iter().find(|(cell, _)| is_count(cell))?;
        Some((usize::from(rect.x), usize::from(rect.y)))
    }

    fn push_line(&mut self, line: &[Cell], (width, height): (usize, u16), row: u16, area: Rect) {
        let width = to_u16(width);
        for (column, cell) in (0..).zip(line) {
            let rect = Rect::new(area.x + column * width, area.y + row, width, height).intersection(area);
            if !rect.is_empty() {
                self.cells.push((*cell, rect));
            }
        }
    }
}

fn to_u16(length: usize) -> u16 {
    u16::try_from(length).unwrap_or(u16::MAX)
}
