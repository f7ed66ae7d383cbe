//! Each screen on a real terminal, in each size and theme: the same text in all themes, and no colour in one of them.

use std::fs;
use std::path::Path;

use ikibuguzo_protocol::GameId;
use vt100::{Color, Screen};

use crate::support::{Pty, Server};

/// The columns and rows of the terminals.
const SIZES: [(u16, u16); 3] = [(60, 20), (80, 24), (200, 60)];

const THEMES: [&str; 4] = ["16-colours", "true-colour", "high-contrast", MONOCHROME];

const MONOCHROME: &str = "monochrome";

const PASSPHRASE: &str = "four words and a comma";

/// A terminal of one size in one theme, without the sowing.
struct Case {
    size: (u16, u16),
    theme: &'static str,
}

impl Case {
    fn all() -> impl Iterator<Item = Self> {
        SIZES.into_iter().flat_map(|size| THEMES.map(|theme| Self { size, theme }))
    }

    fn run(&self, server: &str, home: &Path, arguments: &[&str]) -> Pty {
        let folder = home.join("ikibuguzo");
        fs::create_dir_all(&folder).expect("a folder");
        let settings = format!("theme = \"{}\"\nsowing = false\n", self.theme);
        fs::write(folder.join("config.toml"), settings).expect("written");
        let (columns, rows) = self.size;
        Pty::run(server, home, arguments, (rows, columns))
    }

    /// Waits until the screen is that of the stored file, and has colours if the theme has them. A help has none.
    /// `UPDATE_SNAPSHOTS=1 cargo test -p ikibuguzo-cli screens` writes the files.
    fn assert_screen(&self, name: &str, terminal: &Pty) {
        let (columns, rows) = self.size;
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/snapshots");
        let file = folder.join(format!("{name}-{columns}x{rows}.txt"));
        if std::env::var_os("UPDATE_SNAPSHOTS").is_some() && self.theme == THEMES[0] {
            fs::create_dir_all(folder).expect("a folder");
            fs::write(&file, fixed_text(&terminal.settled_screen())).expect("written");
        }
        let expected = fs::read_to_string(&file).unwrap_or_default();
        let what = format!("{} in the theme {}:\n{expected}\nbut", file.display(), self.theme);
        terminal.wait_until_drawn(&what, |screen| {
            let is_coloured = has_colour(screen);
            assert!(!is_coloured || self.theme != MONOCHROME, "{name}: a colour");
            let needs_colour = self.theme != MONOCHROME && !name.ends_with("help");
            fixed_text(&screen.contents()) == expected && (is_coloured || !needs_colour)
        });
    }
}

fn has_colour(screen: &Screen) -> bool {
    let (rows, columns) = screen.size();
    let mut cells = (0..rows.get())
        .flat_map(|row| (0..columns.get()).map(move |column| (row, column)))
        .filter_map(|(row, column)| screen.cell(row, column));
    cells.any(|cell| cell.fgcolor() != Color::Default || cell.bgcolor() != Color::Default)
}

/// A screen in which the codes of games and the times are always the same.
fn fixed_text(screen: &str) -> String {
    let lines = screen.lines().map(|line| format!("{}\n", fixed_line(line.trim_end())));
    lines.collect::<String>().trim_end().to_owned() + "\n"
}

fn fixed_line(line: &str) -> String {
    let words = line.split_inclusive(' ').map(|word| {
        let (text, rest) = word.split_at(word.find([' ', '.', ':', ',']).unwrap_or(word.len()));
        let is_code = text.parse::<GameId>().is_ok_and(|game| game.as_str() == text);
        if is_code {
            return format!("05cdv44x7ekv{rest}");
        }
        if is_time(word.trim()) {
            return word.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
        }
        word.to_owned()
    });
    words.collect()
}

/// Whether a word is a date or a time of day: `2026-12-01`, `18:30`.
fn is_time(word: &str) -> bool {
    let pattern: String = word.chars().map(|c| if c.is_ascii_digit() { '0' } else { c }).collect();
    ["0000-00-00", "00:00"].contains(&pattern.as_str())
}

#[test]
fn a_table_its_help_and_its_replay_look_the_same_in_all_themes() {
    let home = tempfile::tempdir().expect("a folder");
    let config = home.path().join("config");
    let offline = ["play", "--offline", "--tui", "--opponent", "Amina", "--starts", "me"];
    for case in Case::all() {
        let arguments = [&offline[..], &["--rules", "kubuguza"]].concat();
        let mut table = case.run("http://127.0.0.1:1", &config, &arguments);
        table.wait_for("your turn: ");
        table.press(":N\r");
        table.wait_for("North (Amina), your turn");
        table.press(":n\r");
        table.wait_for("South (player), your turn");
        table.press("O");
        case.assert_screen("table", &table);
        table.press("?");
        case.assert_screen("table-help", &table);
        table.press("\x1b");
        table.wait_for("O is chosen");
        table.press(":resign\ry");
        table.wait_for("rematch or quit");
        table.press("\x1b[D");
        case.assert_screen("replay", &table);
        table.press("q");
        assert_eq!(table.end().0, 0);
    }
}

/// Creates two players with claimed names, and an open game, a live one and one that is over. Returns the codes of the last two.
async fn play_some_games(server: &Server) -> [String; 2] {
    for (name, number) in [("Amina", "1"), ("Hassan", "2")] {
        let mut claim = server.run(&["claim", name, "--player", number]);
        claim.type_line(PASSPHRASE).await;
        assert_eq!(claim.end().await.0, Some(0));
    }
    let mut codes = Vec::new();
    for rules in ["kubuguza", "njombwa"] {
        let new = ["play", "--new", "--public", "--starts", "me", "--player", "1", "--rules", rules];
        let mut south = server.run(&new);
        let line = south.wait_for("In a terminal").await;
        let code = line.split(' ').next_back().expect("a code").to_owned();
        let mut north = server.run(&["play", &code, "--player", "2"]);
        south.wait_for("your turn: ").await;
        if rules == "njombwa" {
            north.type_line("resign").await;
            north.type_line("yes").await;
            south.wait_for("South wins: ").await;
        } else {
            south.type_line("N").await;
            north.wait_for("your turn: ").await;
        }
        codes.push(code);
        south.end().await;
        north.end().await;
    }
    server
        .run(&["play", "--new", "--public", "--player", "2", "--starts", "me", "--rules", "azigo"])
        .end()
        .await;
    codes.try_into().expect("two codes")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn the_lobby_its_help_and_the_wall_look_the_same_in_all_themes() {
    let server = Server::start().await;
    let codes = play_some_games(&server).await;
    let url = server.url();
    let home = server.config_home();
    for case in Case::all() {
        let mut lobby = case.run(&url, &home, &[]);
        case.assert_screen("lobby", &lobby);
        lobby.press("3");
        case.assert_screen("lobby-mine", &lobby);
        lobby.press("?");
        case.assert_screen("lobby-help", &lobby);
        lobby.press("qq");
        assert_eq!(lobby.end().0, 0);
        let mut wall = case.run(&url, &home, &["watch", &codes[0], &codes[1]]);
        case.assert_screen("wall", &wall);
        wall.press("q");
        assert_eq!(wall.end().0, 0);
    }
}
