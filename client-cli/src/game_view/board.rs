//! The board as text, drawn from one seat's side, with the letter of every hole.

use ikibuguzo_engine::{Action, Direction, Hole, Seat};
use ikibuguzo_protocol::{PositionView, Text};

use crate::terminal::style::Style;

/// Columns of a hole where there is room, and where there is not.
const CELLS: [usize; 2] = [4, 3];

/// What the marks around a hole's count mean.
pub const LEGEND: &str = "[3] can be sown, <3> can be sown clockwise, <3] both ways; . is an empty hole";

/// Draws a board of so many holes side by side, with the rows of `below` at the bottom. What may be sown is marked.
pub fn board(position: &PositionView, columns: usize, below: Seat, style: Style) -> String {
    let rows = |seat: Seat| side(position.holes.get(seat), &position.legal, seat, columns);
    let mut above = rows(!below);
    turn_round(&mut above);
    let line = style.faint(&"-".repeat(columns * cell_width(columns, style)));
    [draw(&above, columns, style), line, draw(&rows(below), columns, style)].join("\n")
}

/// Draws one seat's side as its owner sees it: an array that it may adopt.
pub fn array(holes: &[u8], seat: Seat, columns: usize, style: Style) -> String {
    draw(&side(holes, &[], seat, columns), columns, style)
}

/// A hole's letter, or its count between two marks.
#[derive(Clone, Copy, Debug)]
enum Cell {
    Letter(char),
    Count(u8, [char; 2]),
}

/// The lines of a side as its owner sees it: the inner row under its letters, then the outer row over its own.
fn side(holes: &[u8], legal: &[Text<Action>], seat: Seat, columns: usize) -> Vec<Vec<Cell>> {
    let all = || (0..=u8::MAX).zip(holes).map(|(index, &held)| (Hole::new(seat, index), held));
    let letters = all().map(|(hole, _)| Cell::Letter(hole.letter()));
    let counts = all().map(|(hole, held)| Cell::Count(held, marks(hole, legal)));
    let (letters, counts): (Vec<Cell>, Vec<Cell>) = letters.zip(counts).unzip();
    let backwards = |row: &[Cell]| row.iter().rev().copied().collect::<Vec<Cell>>();
    let mut lines = vec![counts[..columns].to_vec(), letters[..columns].to_vec()];
    if holes.len() > columns {
        lines.splice(0..0, [backwards(&letters[columns..]), backwards(&counts[columns..])]);
    }
    lines
}

/// Shows lines as they look from the other side of the board.
fn turn_round(lines: &mut [Vec<Cell>]) {
    lines.reverse();
    lines.iter_mut().for_each(|line| line.reverse());
}

fn marks(hole: Hole, legal: &[Text<Action>]) -> [char; 2] {
    let may = |direction| legal.contains(&Text(Action::Sow { hole, direction }));
    match (may(Direction::Anticlockwise), may(Direction::Clockwise)) {
        (true, true) => ['<', ']'],
        (true, false) => ['[', ']'],
        (false, true) => ['<', '>'],
        (false, false) => [' ', ' '],
    }
}

fn cell_width(columns: usize, style: Style) -> usize {
    let fits = |cell: &usize| columns * cell <= style.width;
    CELLS.into_iter().find(fits).unwrap_or(CELLS[1])
}

fn draw(lines: &[Vec<Cell>], columns: usize, style: Style) -> String {
    let width = cell_width(columns, style);
    let line = |cells: &Vec<Cell>| cells.iter().map(|cell| cell.draw(width, style)).collect::<String>();
    lines.iter().map(|cells| line(cells).trim_end().to_owned()).collect::<Vec<_>>().join("\n")
}

impl Cell {
    /// The cell in so many columns: the count's last digit and its closing mark are always the last two.
    fn draw(self, width: usize, style: Style) -> String {
        match self {
            Self::Letter(letter) => style.faint(&format!("{letter:>0$} ", width - 1)),
            Self::Count(0, marks) => style.faint(&marked(".", marks, width)),
            Self::Count(held, marks @ [' ', _]) => marked(&held.to_string(), marks, width),
            Self::Count(held, marks) => style.bold(&marked(&held.to_string(), marks, width)),
        }
    }
}

/// `[3]` rather than `[ 3]`: the opening mark stands before the first digit. Where two digits leave no room for it,
/// the closing mark alone has to do.
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

    fn drawn(position: &PositionView, below: Seat, style: Style) -> String {
        format!("\n{}", board(position, 8, below, style))
    }

    #[test]
    fn the_players_own_side_is_below() {
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
    fn marks_tell_the_directions() {
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
        let drawn = array(&second, Seat::North, 8, Style::PLAIN);
        assert!(
            drawn.ends_with("  4   4   4   4   4   4   4   4\n  a   b   c   d   e   f   g   h"),
            "{drawn}"
        );
    }
}
