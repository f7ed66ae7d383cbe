//! The screen as the picture of the README.

use ratatui::style::{Modifier, Style};

use super::*;

#[test]
fn the_picture_of_the_readme_shows_the_screen_as_it_is() {
    let mut table = played("kubuguza", 12, Theme::TrueColour, (80, 24));
    press(&mut table, KeyCode::Right);
    assert_file("../docs/terminal.svg", &svg(&draw(&table)));
}

/// Columns and rows of a cell in a picture, in its units.
const CELL: (u16, u16) = (9, 19);

/// The colour of the screen in a picture.
const PAPER: &str = "#1d1a16";

/// A screen as SVG. Each word has its own position, so that no font moves it.
fn svg(terminal: &Terminal<TestBackend>) -> String {
    let buffer = terminal.backend().buffer();
    let width = buffer.area.width * CELL.0 + 20;
    let height = buffer.area.height * CELL.1 + 20;
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" font-family=\"monospace\" \
         font-size=\"15\">\n<rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{PAPER}\"/>\n"
    );
    for y in 0..buffer.area.height {
        let mut x = 0;
        while x < buffer.area.width {
            let cell = &buffer[(x, y)];
            let is_same_word = |next: &u16| {
                let next = &buffer[(*next, y)];
                next.style() == cell.style() && next.symbol() != " "
            };
            let length = (x..buffer.area.width).take_while(is_same_word).count();
            let word: String = (x..).take(length).map(|column| buffer[(column, y)].symbol()).collect();
            picture.push_str(&svg_word(&word, cell.style(), (10 + x * CELL.0, 10 + y * CELL.1)));
            x += u16::try_from(length.max(1)).expect("a row");
        }
    }
    picture + "</svg>\n"
}

fn svg_word(word: &str, style: Style, (x, y): (u16, u16)) -> String {
    if word.is_empty() {
        return String::new();
    }
    let colour = match style.fg {
        Some(Color::Rgb(red, green, blue)) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => "#d8d2c4".to_owned(),
    };
    let has = |modifier| style.add_modifier.contains(modifier);
    let weight = if has(Modifier::BOLD) { " font-weight=\"bold\"" } else { "" };
    let opacity = if has(Modifier::DIM) { " opacity=\"0.55\"" } else { "" };
    let width = u16::try_from(word.chars().count()).expect("a row") * CELL.0;
    let height = CELL.1;
    let (paper, ink) = if has(Modifier::REVERSED) {
        (
            format!("<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"{colour}\"/>"),
            PAPER,
        )
    } else {
        (String::new(), colour.as_str())
    };
    let escaped = word.replace('&', "&amp;").replace('<', "&lt;");
    let baseline = y + height - 5;
    format!(
        "{paper}<text x=\"{x}\" y=\"{baseline}\" fill=\"{ink}\" textLength=\"{width}\"{weight}{opacity}>{escaped}</text>\n"
    )
}
