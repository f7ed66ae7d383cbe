//! How the lobby looks.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::GameSummary;
use jiff::tz::TimeZone;
use ratatui::Frame;
use ratatui::layout::{Position, Rect};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph};
use unicode_width::UnicodeWidthStr;

use super::decline_question::DeclineQuestion;
use super::new_game_form::NewGameForm;
use super::{KeyMode, Lobby, LobbyTab};
use crate::full_screen::command_line::draw_command_line;
use crate::full_screen::layout::MIN_SIZE;
use crate::full_screen::small_board::draw_small_game;
use crate::full_screen::theme::Role;
use crate::game_view::summary_text::{listed_player, rules_text, state_text, time_text};
use crate::terminal::columns::aligned;
use crate::terminal::style::Style;

/// Smallest number of columns at which the preview is beside the list.
const MIN_PREVIEW_COLUMNS: u16 = 110;

/// Columns of the preview beside the list.
const PREVIEW_WIDTH: u16 = 50;

/// Rows of the preview below the list: a board of four rows with its players.
const PREVIEW_HEIGHT: u16 = 11;

/// Smallest number of rows of the list above a preview.
const MIN_LIST_HEIGHT: u16 = 4;

/// The keys, in the last line: the longest of these that fits.
const LOBBY_KEY_HINTS: [&str; 3] = [
    "arrows choose  Enter joins or watches  w watches  n new game  / filter  r again  ? help  q leave",
    "Enter joins  w watches  n new game  / filter  ? help  q leave",
    "Enter  w  n new  /  ? help  q leave",
];

const LOBBY_HELP: &str = "  ← → Tab 1-4    open games, live ones, yours, those over
  ↑ ↓ PgUp PgDn  choose a game; its board is shown. After
                 the last row, the next page is listed
  Enter          take the free seat, come back, or watch
  w W            watch it; up to nine together from it on
  d              decline the invitation, in the tab Mine
  n              a new game
  /              only some games: the options of
                 `ikibuguzo games`, such as --rules
                 kubuguza --player Amina; an empty line
                 lists all
  r              list again; by itself every ten seconds
  q Ctrl-C       leave";

/// The areas of the lobby.
struct LobbyLayout {
    tabs: Rect,
    list: Rect,
    preview: Rect,
    message: Rect,
    command: Rect,
}

impl Lobby {
    /// Draws the lobby.
    pub fn draw(&self, frame: &mut Frame) {
        let area = frame.area().intersection(self.screen);
        let Some(layout) = self.layout() else {
            let (columns, rows) = MIN_SIZE;
            let text = format!("The screen is too small: {columns} columns and {rows} rows are needed.");
            frame.render_widget(Paragraph::new(wrapped(&text, area.width)), area);
            return;
        };
        if area != self.screen {
            return;
        }
        self.draw_tabs(frame, layout.tabs);
        self.draw_list(frame, layout.list);
        self.draw_preview(frame, layout.preview);
        self.draw_message(frame, layout.message);
        match &self.mode {
            KeyMode::Filter => draw_command_line(frame, layout.command, "/", &self.editor),
            _ => self.draw_hints(frame, layout.command),
        }
        match &self.mode {
            KeyMode::NewGame(form) => self.draw_form(frame, form),
            KeyMode::Decline(question) => self.draw_decline_question(frame, question),
            KeyMode::Help => {
                self.draw_box(frame, "Help: any key closes it", wrapped(LOBBY_HELP, area.width - 2));
            }
            KeyMode::List | KeyMode::Filter => {}
        }
    }

    /// The number of the row at a point of the screen.
    pub(super) fn row_at(&self, point: Position) -> Option<usize> {
        let list = self.layout()?.list;
        let row = usize::from(point.y.checked_sub(list.y)?) + self.first_row(list.height);
        (list.contains(point) && row < self.rows().rows.len()).then_some(row)
    }

    fn layout(&self) -> Option<LobbyLayout> {
        let screen = self.screen;
        if screen.width < MIN_SIZE.0 || screen.height < MIN_SIZE.1 {
            return None;
        }
        let line = |y| Rect::new(0, y, screen.width, 1);
        let body = Rect::new(0, 1, screen.width, screen.height - 3);
        let (list, preview) = split(body);
        Some(LobbyLayout {
            tabs: line(0),
            list,
            preview,
            message: line(screen.height - 2),
            command: line(screen.height - 1),
        })
    }

    fn draw_tabs(&self, frame: &mut Frame, area: Rect) {
        let name = |tab: LobbyTab| {
            if tab == self.tab {
                Span::styled(format!("[{}] ", tab.name()), self.theme.style(Role::Title))
            } else {
                Span::styled(format!(" {}  ", tab.name()), self.theme.style(Role::Faint))
            }
        };
        let mut spans: Vec<Span> = LobbyTab::ALL.map(name).to_vec();
        if !self.filter_text.is_empty() {
            spans.push(Span::from(format!("only {}", self.filter_text)));
        }
        frame.render_widget(Line::from(spans), area);
    }

    fn draw_list(&self, frame: &mut Frame, area: Rect) {
        let rows = self.rows();
        if rows.rows.is_empty() {
            let text = match (rows.is_loaded, self.filter_text.is_empty()) {
                (false, _) => "…",
                (true, false) => "No game was found.",
                (true, true) => "No games here. n begins one.",
            };
            frame.render_widget(Line::from(text), area);
            return;
        }
        let first = self.first_row(area.height);
        let lines = row_texts(&rows.rows, usize::from(area.width));
        for (y, (number, text)) in (area.y..area.bottom()).zip(lines.into_iter().enumerate().skip(first)) {
            let (mark, role) = if number == rows.selected {
                (">", Role::Chosen)
            } else if rows.rows[number].my_turn == Some(true) {
                (" ", Role::Legal)
            } else {
                (" ", Role::Count)
            };
            let line = Line::styled(format!("{mark} {text}"), self.theme.style(role));
            frame.render_widget(line, Rect::new(area.x, y, area.width, 1));
        }
    }

    /// The number of the first row that is shown.
    fn first_row(&self, height: u16) -> usize {
        (self.rows().selected + 1).saturating_sub(usize::from(height))
    }

    fn draw_preview(&self, frame: &mut Frame, area: Rect) {
        let selected = self.rows().selected_game().and_then(|row| self.previews.get(&row.game));
        if let Some(Some(game)) = selected {
            draw_small_game(frame, area, game, None, self.theme);
        }
    }

    fn draw_message(&self, frame: &mut Frame, area: Rect) {
        if let Some(message) = &self.message {
            frame.render_widget(Line::styled(message.as_str(), self.theme.style(Role::Prompt)), area);
        }
    }

    fn draw_hints(&self, frame: &mut Frame, area: Rect) {
        let hint = LOBBY_KEY_HINTS.into_iter().find(|hint| hint.len() <= usize::from(area.width));
        frame.render_widget(Line::styled(hint.unwrap_or_default(), self.theme.style(Role::Faint)), area);
    }

    fn draw_form(&self, frame: &mut Frame, form: &NewGameForm) {
        let mut lines: Vec<Line> = Vec::new();
        for (number, field) in form.fields().iter().enumerate() {
            let is_selected = number == form.selected();
            let (mark, role) = if is_selected { (">", Role::Chosen) } else { (" ", Role::Count) };
            let text = format!("{mark} {:<11} {}", field.name, field.value);
            lines.push(Line::styled(text, self.theme.style(role)));
            if is_selected {
                let hint = format!("              ← → {}", field.hint);
                lines.push(Line::styled(hint, self.theme.style(Role::Faint)));
            }
        }
        lines.push(Line::default());
        let width = self.screen.width.saturating_sub(2);
        match &form.fault {
            Some(fault) => lines.extend(wrapped(fault, width)),
            None => lines.extend(wrapped(&format!("The same as: {}", form.command()), width)),
        }
        self.draw_box(frame, "New game: Enter creates it, Esc closes", lines);
    }

    fn draw_decline_question(&self, frame: &mut Frame, question: &DeclineQuestion) {
        let line = |(text, is_selected)| {
            let (mark, role) = if is_selected { (">", Role::Chosen) } else { (" ", Role::Count) };
            Line::styled(format!("{mark} {text}"), self.theme.style(role))
        };
        let lines = question.answers().map(line).collect();
        self.draw_box(frame, "Decline: Enter declines, Esc closes", lines);
    }

    fn draw_box(&self, frame: &mut Frame, title: &str, lines: Vec<Line>) {
        frame.render_widget(Clear, self.screen);
        frame.render_widget(Paragraph::new(lines).block(Block::bordered().title(title)), self.screen);
    }
}

/// The areas of the list and of the preview, which has none on a small screen.
fn split(body: Rect) -> (Rect, Rect) {
    if body.width >= MIN_PREVIEW_COLUMNS {
        let list = Rect { width: body.width - PREVIEW_WIDTH, ..body };
        // There is a space between the two.
        return (list, Rect { x: list.right() + 1, width: PREVIEW_WIDTH - 1, ..body });
    }
    if body.height < MIN_LIST_HEIGHT + PREVIEW_HEIGHT {
        return (body, Rect { width: 0, ..body });
    }
    let list = Rect { height: body.height - PREVIEW_HEIGHT, ..body };
    (list, Rect { y: list.bottom(), height: PREVIEW_HEIGHT, ..body })
}

/// The lines of games in this many columns: the players, the rules, the state, and the time if it fits.
fn row_texts(games: &[GameSummary], width: usize) -> Vec<String> {
    let zone = TimeZone::system();
    let cells = |game: &GameSummary| {
        [players_text(game), rules_text(game), state_text(game), time_text(game.created_at, &zone)]
    };
    let rows: Vec<[String; 4]> = games.iter().map(cells).collect();
    // The mark before a row takes two columns.
    let room = width.saturating_sub(2);
    let whole = aligned(&rows.iter().collect::<Vec<_>>());
    if whole.iter().all(|line| line.width() <= room) {
        return whole;
    }
    let without_time: Vec<[String; 3]> =
        rows.into_iter().map(|[players, rules, state, _]| [players, rules, state]).collect();
    aligned(&without_time.iter().collect::<Vec<_>>())
}

fn players_text(game: &GameSummary) -> String {
    let name = |seat| listed_player(game, seat).unwrap_or_else(|| "…".to_owned());
    match &game.invited {
        Some(invited) => {
            let by = Seat::ALL.into_iter().find_map(|seat| listed_player(game, seat));
            format!("{} invites {invited}", by.as_deref().unwrap_or("somebody"))
        }
        None => format!("{} - {}", name(Seat::South), name(Seat::North)),
    }
}

fn wrapped(text: &str, width: u16) -> Vec<Line<'static>> {
    let style = Style { colour: false, width: usize::from(width) };
    style.wrap(text).lines().map(|line| Line::from(line.to_owned())).collect()
}
