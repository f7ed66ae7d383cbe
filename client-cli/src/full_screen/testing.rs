//! Screens without a terminal, for tests.

use std::fs;
use std::path::Path;

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use fastrand::Rng;
use ratatui::backend::TestBackend;
use ratatui::{Frame, Terminal};

/// The screens on which everything is drawn.
pub const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (200, 60)];

/// What is drawn on a screen of this many columns and rows.
pub fn drawn((columns, rows): (u16, u16), draw: impl FnOnce(&mut Frame)) -> Terminal<TestBackend> {
    let mut terminal = Terminal::new(TestBackend::new(columns, rows)).expect("a backend");
    terminal.draw(draw).expect("drawn");
    terminal
}

/// The text on a screen, without the spaces at the ends of its lines.
pub fn text_of(terminal: &Terminal<TestBackend>) -> String {
    let buffer = terminal.backend().buffer();
    let row = |y| (0..buffer.area.width).map(|x| buffer[(x, y)].symbol()).collect::<String>();
    (0..buffer.area.height).map(|y| format!("{}\n", row(y).trim_end())).collect()
}

/// Compares a text with a file of this crate. `UPDATE_SNAPSHOTS=1 cargo test -p ikibuguzo-cli full_screen` updates
/// the files.
pub fn assert_file(path: &str, shown: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(path);
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        fs::create_dir_all(path.parent().expect("a folder")).expect("written");
        fs::write(&path, shown).expect("written");
    }
    let expected = fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(shown, expected, "{} differs; UPDATE_SNAPSHOTS=1 accepts it", path.display());
}

/// A random key, for tests of arbitrary input.
pub fn random_key(rng: &mut Rng) -> KeyEvent {
    let codes =
        [KeyCode::Enter, KeyCode::Esc, KeyCode::Tab, KeyCode::Backspace, KeyCode::Left, KeyCode::Right];
    let more = [KeyCode::Up, KeyCode::Down, KeyCode::Home, KeyCode::End, KeyCode::Delete, KeyCode::F(5)];
    let code = match rng.u8(..4) {
        0 => codes[rng.usize(..codes.len())],
        1 => more[rng.usize(..more.len())],
        _ => KeyCode::Char(rng.char('\u{20}'..='\u{2ff}')),
    };
    let modifiers = if rng.u8(..8) == 0 { KeyModifiers::CONTROL } else { KeyModifiers::NONE };
    KeyEvent::new(code, modifiers)
}
