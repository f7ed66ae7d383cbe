//! The board as text, seen from one seat, with the letter of every hole.

use ikibuguzo_engine::{Action, Direction, Hole, Seat};
use ikibuguzo_protocol::{PositionView, Text};

use crate::terminal::style::Style;

/// Widths of a hole in columns: the first is used if the board fits, else the second.
const CELL_WIDTHS: [usize; 2] = [4, 3];

/// The meaning of the marks around a hole's count.
pub const LEGEND: &str = "[3] can be sown, <3> can be sown clockwise, <3] both ways; . is an empty hole";

/// Draws a board with this many holes in a row and the rows of `bottom` at the bottom. Holes that can be sown are marked.
pub fn draw_board(position: &PositionView, columns: usize, bottom: Seat, style: Style) -> String {
    let rows = |seat: Seat| side_lines(position.holes.get(seat), &position.legal, seat, columns);
    let mut top = rows(!bottom);
    rotate_half_turn(&mut top);
    let divider = style.faint(&"-".repeat(columns * cell_width(columns, style)));
    [draw_lines(&top, columns, style), divider, draw_lines(&rows(bottom), columns, style)].join("\n")
}

/// Draws an opening array on one seat's side, as that seat sees it.
pub fn draw_array(holes: &[u8], seat: Seat, columns: usize, style: Style) -> String {
    draw_lines(&side_lines(holes, &[], seat, columns), columns, style)
}

/// One hole of a line: its letter, or its count between two marks.
#[derive(Clone, Copy, Debug)]
enum Cell {
    Letter(char),
    Count(u8, [char; 2]),
}

/// The lines of a side as its owner sees it: the inner row below its letters, then the outer row above its letters.
fn side_lines(holes: &[u8], legal: &[Text<Action>], seat: Seat, columns: usize) -> Vec<Vec<Cell>> {
    let counts_by_hole = || (0..=u8::MAX).zip(holes).map(|(index, &count)| (Hole::new(seat, index), count));
    let letters = counts_by_hole().map(|(hole, _)| Cell::Letter(hole.letter()));
    let counts = counts_by_hole().map(|(hole, count)| Cell::Count(count, marks(hole, legal)));
    let (letters, counts): (Vec<Cell>, Vec<Cell>) = letters.zip(counts).unzip();
    let reversed = |row: &[Cell]| row.iter().rev().copied().collect::<Vec<Cell>>();
    let mut lines = vec![counts[..columns].to_vec(), letters[..columns].to_vec()];
    if holes.len() > columns {
        lines.splice(0..0, [reversed(&letters[columns..]), reversed(&counts[columns..])]);
    }
    lines
}

/// Turns lines to how they look from the other side of the board.
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

fn cell_width(columns: usize, style: Style) -> usize {
    let fits = |width: &usize| columns * width <= style.width;
    CELL_WIDTHS.into_iter().find(fits).unwrap_or(CELL_WIDTHS[1])
}

fn draw_lines(lines: &[Vec<Cell>], columns: usize, style: Style) -> String {
    let width = cell_width(columns, style);
    let line = |cells: &Vec<Cell>| cells.iter().map(|cell| cell.draw(width, style)).collect::<String>();
    lines.iter().map(|cells| line(cells).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

impl Cell {
    /// The cell in `width` columns. The last two are the count's last digit and its closing mark.
    fn draw(self, width: usize, style: Style) -> String {
        match self {
            Self::Letter(letter) => style.faint(&format!("{letter:>0$} ", width - 1)),
            Self::Count(0, marks) => style.faint(&marked(".", marks, width)),
            Self::Count(count, marks @ [' ', _]) => marked(&count.to_string(), marks, width),
            Self::Count(count, marks) => style.bold(&marked(&count.to_string(), marks, width)),
        }
    }
}

/// A count between its marks, right-aligned: the opening mark stands before the first digit. If the width is too small,
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
    fn a_narrow_terminal_gets_narrow_holes() {
        let mut position = start();
        position.legal.push(Text("H".parse().expect("an action")));
        let board = drawn(&position, Seat::South, Style { width: 30, ..Style::PLAIN });
        assert!(board.contains("\n .  6  .  .  .  .  . 17]\n A  B  C  D  E  F  G  H"), "{board}");
        assert!(board.lines().all(|line| line.len() <= 24), "{board}");
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
