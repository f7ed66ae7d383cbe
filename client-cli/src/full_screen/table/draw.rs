//! How a table looks.

mod board;
mod overlay;
mod turns;

use std::time::Duration;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::PositionView;
use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::Style as CellStyle;
use ratatui::text::{Line, Span};
use ratatui::widgets::Paragraph;

use super::{Table, TableLayout};
use crate::full_screen::command_line::draw_command_line;
use crate::full_screen::layout::{MIN_SIZE, Tab};
use crate::full_screen::small_board::seat_state;
use crate::full_screen::theme::Role;
use crate::game_view::local_game::LocalGame;
use crate::game_view::overview::{drawing, player_line};
use crate::game_view::phrases::seat_and_player;
use crate::terminal::style::Style;

/// The keys, for the help.
pub(super) const KEYS: &str = "  arrows, hjkl   choose a hole; so do capital letters and the mouse
  Enter          sow the chosen hole; without one, the only action there is
  <              the other way round; * > - are the actions without a hole
  1 2            arrange in the first or second array
  y n            accept or decline an offer
  Space . a      skip the sowing, show it again, turn it off
  ← → g G        where there is nothing to choose: an earlier turn, the next one,
                 the first position, the present one; Space plays from there
  ↑ ↓            there too: a lap back, a lap on
  b v x          the position book, the analysis; write the record to a file
  r              the rule for this moment
  f Tab          turn the board round, show another part of a narrow screen
  : t            type a word of the list below; say something
  q Ctrl-C       leave";

/// The keys, in the last line: the longest of these that fits.
const TABLE_KEY_HINTS: [&str; 3] = [
    "arrows choose  Enter sows  < other way  : words  t talk  ? help  q leave",
    "Enter sows  < other way  : words  ? help  q leave",
    ": words  ? help  q leave",
];

/// A time at which a clock is shown as running out, in milliseconds.
const ALERT: Duration = Duration::from_secs(20);

impl Table {
    /// Draws the table.
    pub fn draw(&self, frame: &mut Frame) {
        let Some(layout) = self.layout().filter(|_| frame.area().contains_all(self.screen)) else {
            let (columns, rows) = MIN_SIZE;
            let text = format!("The screen is too small: {columns} columns and {rows} rows are needed.");
            frame.render_widget(Paragraph::new(self.wrapped(&text, frame.area().width)), frame.area());
            return;
        };
        self.draw_tabs(frame, layout.tabs);
        match self.session.game() {
            Some(game) => self.draw_game(frame, &layout, game),
            None => frame.render_widget(Line::from("Connecting …"), layout.board),
        }
        self.draw_talk(frame, layout.talk);
        self.draw_prompt(frame, layout.prompt);
        self.draw_command(frame, layout.command);
        if let Some(overlay) = &self.overlay {
            self.draw_overlay(frame, overlay);
        }
    }

    /// The rows that the board needs in this many columns.
    pub(super) fn board_height(&self, width: u16) -> u16 {
        let Some(game) = self.session.game() else { return 1 };
        match &game.view.position {
            Some(position) => {
                let area = Rect::new(0, 0, width, u16::MAX);
                self.grid_in(area, game, position).size.1
            }
            None => u16::try_from(self.text_before_play(game, width).len()).unwrap_or(u16::MAX),
        }
    }

    fn draw_game(&self, frame: &mut Frame, layout: &TableLayout, game: &LocalGame) {
        let bottom = self.bottom_seat(game);
        match &game.view.position {
            Some(position) => {
                let shown = self.shown_position(position);
                self.draw_board(frame, layout.board, game, &shown);
                for (seat, area) in [(!bottom, layout.upper), (bottom, layout.lower)] {
                    self.draw_player(frame, area, game, &shown, seat);
                }
            }
            None => {
                let lines = self.text_before_play(game, layout.board.width);
                frame.render_widget(Paragraph::new(lines), layout.board);
                for (seat, area) in [(!bottom, layout.upper), (bottom, layout.lower)] {
                    frame.render_widget(Line::from(seat_and_player(game, seat)), area);
                }
            }
        }
        self.draw_turns(frame, layout.turns);
    }

    fn draw_player(&self, frame: &mut Frame, area: Rect, game: &LocalGame, shown: &PositionView, seat: Seat) {
        let is_to_move = shown.to_move.is_some_and(|to_move| *to_move == seat);
        let left = game.time_left(seat, self.moment.now).filter(|_| is_to_move && game.deadline().is_some());
        let role = match left {
            Some(left) if left <= ALERT => Role::Alert,
            _ if is_to_move => Role::Title,
            _ => Role::Count,
        };
        let text = player_line(game, shown, seat, self.moment.now);
        frame.render_widget(Line::styled(text, self.style(role)), area);
    }

    /// The text in place of the board before there is a position: the arrays that are offered, and which players have
    /// arranged. It does not depend on the array that a player has chosen.
    fn text_before_play(&self, game: &LocalGame, width: u16) -> Vec<Line<'static>> {
        let style = Style { colour: false, width: usize::from(width) };
        let mut lines: Vec<Line> = Vec::new();
        lines.extend(Seat::ALL.map(|seat| Line::from(seat_state(game, seat))));
        if let Some(arrays) = drawing(game, None, style) {
            lines.push(Line::default());
            lines.extend(arrays.lines().map(|line| Line::from(line.to_owned())));
        }
        lines
    }

    fn draw_talk(&self, frame: &mut Frame, area: Rect) {
        let rows = usize::from(area.height);
        if let Some(lines) = self.panel_lines() {
            let lines = lines.iter().flat_map(|line| self.wrapped(line, area.width)).take(rows);
            frame.render_widget(Paragraph::new(lines.collect::<Vec<_>>()), area);
            return;
        }
        let mut lines: Vec<Line> = Vec::new();
        for sentence in self.sentences.iter().rev().take(rows) {
            let wrapped = self.wrapped(sentence, area.width);
            lines.splice(0..0, wrapped);
        }
        let skipped = lines.len().saturating_sub(rows);
        frame.render_widget(Paragraph::new(lines.split_off(skipped)), area);
    }

    fn draw_prompt(&self, frame: &mut Frame, area: Rect) {
        let prompt = self.session.prompt(self.moment.is_answered).unwrap_or_else(|| "…".to_owned());
        let chosen = self.my_position().and_then(|position| self.choice.action(position));
        // A question comes before the choice.
        let chosen = chosen.filter(|_| !self.session.has_question());
        let text = match chosen {
            Some(action) => {
                let preview = self.choice_preview().map(|text| format!(" ({text})")).unwrap_or_default();
                format!("{action} is chosen: Enter sows it{preview}")
            }
            None => prompt.trim_end_matches(" >").to_owned(),
        };
        let lines: Vec<Line> = self.wrapped(&text, area.width);
        frame.render_widget(Paragraph::new(lines).style(self.style(Role::Prompt)), area);
    }

    fn draw_command(&self, frame: &mut Frame, area: Rect) {
        if !self.is_typing {
            let hint = TABLE_KEY_HINTS.into_iter().find(|hint| hint.len() <= usize::from(area.width));
            frame.render_widget(Line::styled(hint.unwrap_or_default(), self.style(Role::Faint)), area);
            return;
        }
        draw_command_line(frame, area, ":", &self.editor);
    }

    fn draw_tabs(&self, frame: &mut Frame, area: Rect) {
        if area.is_empty() {
            return;
        }
        let name = |tab: Tab| {
            if tab == self.tab {
                Span::styled(format!("[{}] ", tab.name()), self.style(Role::Title))
            } else {
                Span::styled(format!(" {}  ", tab.name()), self.style(Role::Faint))
            }
        };
        let mut spans: Vec<Span> = Tab::ALL.map(name).to_vec();
        spans.push(Span::styled("Tab", self.style(Role::Faint)));
        frame.render_widget(Line::from(spans), area);
    }

    fn style(&self, role: Role) -> CellStyle {
        self.settings.theme.style(role)
    }

    fn wrapped(&self, text: &str, width: u16) -> Vec<Line<'static>> {
        let style = Style { colour: false, width: usize::from(width) };
        style.wrap(text).lines().map(|line| Line::from(line.to_owned())).collect()
    }
}

/// Whether an area contains the whole of another one.
trait ContainsAll {
    fn contains_all(self, other: Self) -> bool;
}

impl ContainsAll for Rect {
    fn contains_all(self, other: Self) -> bool {
        self.intersection(other) == other
    }
}
