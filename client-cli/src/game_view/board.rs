//! The board as text, seen from one seat, with the letter of every hole.

use std::ops::Range;

use ikibuguzo_engine::{Action, Direction, Hole, Seat};
use ikibuguzo_protocol::{PositionView, Text};

use crate::terminal::style::Style;

/// Widths of a hole in columns: the first is used if the board fits, otherwise the second.
const CELL_WIDTHS: [usize; 2] = [4, 3];

/// The meaning of the marks around a hole's count.
pub const LEGEND: &str = "[3] can be sown, <3> can be sown clockwise, <3] both ways; . is an empty hole";

/// A board as lines of cells, the rows of one seat at the bottom.
#[derive(Clone, Debug)]
pub struct BoardLines {
    /// The lines of the upper side, from the top.
    pub top: Vec<Vec<Cell>>,
    /// The lines of the lower side, from the middle.
    pub bottom: Vec<Vec<Cell>>,
}

/// One hole of a line: its letter, or its count between two marks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The hole.
    pub hole: Hole,
    /// What is written.
    pub content: CellContent,
}

/// What is written in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellContent {
    /// The letter of the hole.
    Letter,
    /// The count of its counters, between marks.
    Count(u8, [char; 2]),
}

/// How the columns of a board fit into a width.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fit {
    /// The width of a cell.
    pub cell: usize,
    /// The columns of each part: all of them, or the halves of a board that is too wide.
    pub parts: Vec<Range<usize>>,
}

impl Fit {
    /// How this many columns fit into a width.
    pub fn new(columns: usize, width: usize) -> Self {
        let narrowest = CELL_WIDTHS[CELL_WIDTHS.len() - 1];
        let length = if columns * narrowest <= width { columns } else { columns.div_ceil(2) };
        let cell = CELL_WIDTHS.into_iter().find(|cell| length * cell <= width).unwrap_or(narrowest);
        let parts = (0..columns).step_by(length.max(1)).map(|start| start..(start + length).min(columns));
        Self { cell, parts: parts.collect() }
    }
}

impl BoardLines {
    /// The lines of a board with this many holes in a row.
    pub fn new(position: &PositionView, columns: usize, bottom: Seat) -> Self {
        let lines = |seat: Seat| side_lines(position.holes.get(seat), &position.legal, seat, columns);
        let mut top = lines(!bottom);
        rotate_half_turn(&mut top);
        Self { top, bottom: lines(bottom) }
    }
}

/// Draws a board with this many holes in a row and the rows of `bottom` at the bottom. Holes that can be sown are
/// marked.
///
/// A board that is too wide is drawn in two parts, the left one first.
pub fn draw_board(position: &PositionView, columns: usize, bottom: Seat, style: Style) -> String {
    let lines = BoardLines::new(position, columns, bottom);
    let fit = Fit::new(columns, style.width);
    let part = |range: &Range<usize>| {
        let divider = style.faint(&"-".repeat(range.len() * fit.cell));
        let [top, bottom] = [&lines.top, &lines.bottom].map(|side| draw_lines(side, range, fit.cell, style));
        [top, divider, bottom].join("\n")
    };
    fit.parts.iter().map(part).collect::<Vec<_>>().join("\n\n")
}

/// Draws an opening array on one seat's side, as that seat sees it.
pub fn draw_array(holes: &[u8], seat: Seat, columns: usize, style: Style) -> String {
    let (lines, fit) = (side_lines(holes, &[], seat, columns), Fit::new(columns, style.width));
    let part = |range: &Range<usize>| draw_lines(&lines, range, fit.cell, style);
    fit.parts.iter().map(part).collect::<Vec<_>>().join("\n\n")
}

/// The lines of a side as its player sees it: the inner row below its letters, then the outer row above its letters.
/// A server may send another number of holes than the game has: missing ones are empty, others are not drawn.
fn side_lines(holes: &[u8], legal: &[Text<Action>], seat: Seat, columns: usize) -> Vec<Vec<Cell>> {
    let rows = if holes.len() > columns { 2 } else { 1 };
    let mut holes = holes.to_vec();
    holes.resize(rows * columns, 0);
    let counts_by_hole = || (0..=u8::MAX).zip(&holes).map(|(index, &count)| (Hole::new(seat, index), count));
    let letters = counts_by_hole().map(|(hole, _)| Cell { hole, content: CellContent::Letter });
    let content = |hole, count| CellContent::Count(count, marks(hole, legal));
    let counts = counts_by_hole().map(|(hole, count)| Cell { hole, content: content(hole, count) });
    let (letters, counts): (Vec<Cell>, Vec<Cell>) = letters.zip(counts).unzip();
    let reversed = |row: &[Cell]| row.iter().rev().copied().collect::<Vec<Cell>>();
    let mut lines = vec![counts[..columns].to_vec(), letters[..columns].to_vec()];
    if holes.len() > columns {
        lines.splice(0..0, [reversed(&letters[columns..]), reversed(&counts[columns..])]);
    }
    lines
}

/// Rotates lines to how they look from the other side of the board.
fn rotate_half_turn(lines: &mut [Vec<Cell>]) {
    lines.reverse();
    lines.iter_mut().for_each(|line| line.reverse());
}

/// The marks of the directions in which a hole can be sown; see [`LEGEND`].
fn marks(hole: Hole, legal: &[Text<Action>]) -> [char; 2] {
    let can_sow = |direction| legal.contains(&Text(Action::Sow { hole, direction }));
    match (can_sow(Direction::Anticlockwise), can_sow(Direction::Clockwise)) {
        (true, true) => ['<', ']'],
        (true, false) => ['[', ']'],
        (false, true) => ['<', '>'],
        (false, false) => [' ', ' '],
    }
}

fn draw_lines(lines: &[Vec<Cell>], range: &Range<usize>, width: usize, style: Style) -> String {
    let line = |cells: &Vec<Cell>| {
        cells[range.clone()].iter().map(|cell| cell.draw(width, style)).collect::<String>()
    };
    lines.iter().map(|cells| line(cells).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

impl Cell {
    /// The cell in `width` columns. The last two are the count's last digit and its closing mark.
    pub fn text(self, width: usize) -> String {
        match self.content {
            CellContent::Letter => format!("{:>1$} ", self.hole.letter(), width - 1),
            CellContent::Count(0, marks) => marked(".", marks, width),
            CellContent::Count(count, marks) => marked(&count.to_string(), marks, width),
        }
    }

    fn draw(self, width: usize, style: Style) -> String {
        let text = self.text(width);
        match self.content {
            CellContent::Letter | CellContent::Count(0, _) => style.faint(&text),
            CellContent::Count(_, [' ', _]) => text,
            CellContent::Count(..) => style.bold(&text),
        }
    }
}

/// A count between its marks, right-aligned: the opening mark is before the first digit. If the width is too small,
/// the opening mark is left out.
fn marked(count: &str, [open, close]: [char; 2], width: usize) -> String {
    let text = format!("{open}{count}{close}");
    let text = if text.len() > width { &text[1..] } else { &text };
    format!("{text:>width$}")
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::{Game, Viewer};
    use ikibuguzo_protocol::Seats;

    use super::*;

    fn start() -> PositionView {
        PositionView::of(&Game::from_rulespec("ikibuguzo:first").expect("rules"), Viewer::Spectator)
    }

    fn drawn(position: &PositionView, bottom: Seat, style: Style) -> String {
        format!("\n{}", draw_board(position, 8, bottom, style))
    }

    #[test]
    fn the_viewers_side_is_at_the_bottom() {
        let south = "
  h   g   f   e   d   c   b   a
 17   .   .   .   .   .   6   .
  .   3   .   3   .   3   .   .
  i   j   k   l   m   n   o   p
--------------------------------
  P   O   N   M   L   K   J   I
  .   .  [3]  .   3   .   3   .
  .   6   .   .   .   .   .  17
  A   B   C   D   E   F   G   H";
        assert_eq!(drawn(&start(), Seat::South, Style::PLAIN), south);
        let north = drawn(&start(), Seat::North, Style::PLAIN);
        assert!(north.starts_with("\n  H   G   F   E   D   C   B   A\n 17 "), "{north}");
        assert!(north.contains("\n  I   J   K   L   M   N   O   P\n"), "{north}");
        assert!(north.contains("\n  .   3   .   3   .  [3]  .   .\n"), "{north}");
    }

    #[test]
    fn marks_show_the_directions() {
        let mut position = start();
        position.legal = ["B", "H", "B<", "J<"].map(|text| Text(text.parse().expect("an action"))).to_vec();
        position.holes = Seats { south: vec![12; 16], north: vec![1; 16] };
        let board = drawn(&position, Seat::South, Style::PLAIN);
        assert!(board.contains(" 12  12  12  12  12  12 <12> 12\n"), "{board}");
        assert!(board.contains(" 12 <12] 12  12  12  12  12 [12]\n"), "{board}");
    }

    #[test]
    fn a_board_with_a_wrong_number_of_holes_is_drawn() {
        let whole = drawn(&start(), Seat::South, Style::PLAIN).lines().count();
        for (holes, missing_lines) in [(0, 4), (3, 4), (8, 4), (9, 0), (20, 0), (300, 0)] {
            let mut position = start();
            position.holes = Seats { south: vec![1; holes], north: vec![1; holes] };
            let board = drawn(&position, Seat::South, Style::PLAIN);
            assert_eq!(board.lines().count(), whole - missing_lines, "{holes} holes: {board}");
        }
    }

    #[test]
    fn a_narrow_terminal_gets_narrow_holes() {
        let mut position = start();
        position.legal.push(Text("H".parse().expect("an action")));
        let board = drawn(&position, Seat::South, Style { width: 30, ..Style::PLAIN });
        assert!(board.contains("\n .  6  .  .  .  .  . 17]\n A  B  C  D  E  F  G  H"), "{board}");
        assert!(board.lines().all(|line| line.len() <= 24), "{board}");
    }

    #[test]
    fn two_rows_of_twenty_are_folded_in_tens_on_a_narrow_terminal() {
        let start = PositionView::of(&Game::from_rulespec("azigo").expect("rules"), Viewer::Spectator);
        let board = draw_board(&start, 20, Seat::South, Style { width: 40, ..Style::PLAIN });
        let lines: Vec<&str> = board.lines().collect();
        assert!(lines.iter().all(|line| line.len() <= 40), "{board}");
        assert_eq!(lines[0], "  t   s   r   q   p   o   n   m   l   k", "{board}");
        assert_eq!(lines[4], "  A   B   C   D   E   F   G   H   I   J", "{board}");
        assert_eq!(
            (lines[6].trim_start().chars().next(), lines[10].trim_start().chars().next()),
            (Some('j'), Some('K'))
        );
    }

    #[test]
    fn an_array_is_drawn_as_its_owner_sees_it() {
        let second = ikibuguzo_engine::Array::Second.holes();
        let drawn = draw_array(&second, Seat::North, 8, Style::PLAIN);
        assert!(
            drawn.ends_with("  4   4   4   4   4   4   4   4\n  a   b   c   d   e   f   g   h"),
            "{drawn}"
        );
    }
}
