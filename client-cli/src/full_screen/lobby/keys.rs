//! What keys and the mouse do in the lobby.

use clap::Parser;
use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ikibuguzo_protocol::{GameId, GameSummary, State};
use ratatui::layout::Position;

use super::new_game_form::{FormEdit, NewGameForm};
use super::tab::LobbyTab;
use super::{KeyMode, Lobby, LobbyEffect, LobbyEnd};
use crate::args::games_options::FilterLine;
use crate::full_screen::wall::MAX_GAMES;
use crate::terminal::line_editor::Edit;

/// Rows that a page key moves by.
const PAGE_ROWS: usize = 10;

impl Lobby {
    pub(super) fn handle_key(&mut self, key: KeyEvent) -> Vec<LobbyEffect> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return vec![LobbyEffect::End(LobbyEnd::Interrupt)],
                KeyCode::Char('z') => return vec![LobbyEffect::Suspend],
                _ => {}
            }
        }
        match &mut self.mode {
            KeyMode::List => self.press(key.code),
            KeyMode::Filter => self.type_filter(key),
            KeyMode::Decline(_) => self.answer_decline_question(key),
            KeyMode::Help => {
                self.mode = KeyMode::List;
                Vec::new()
            }
            KeyMode::NewGame(form) => match form.handle_key(key) {
                FormEdit::Changed => Vec::new(),
                FormEdit::Closed => {
                    self.mode = KeyMode::List;
                    Vec::new()
                }
                FormEdit::Submitted(options) => vec![LobbyEffect::End(LobbyEnd::Create(options))],
            },
        }
    }

    fn press(&mut self, code: KeyCode) -> Vec<LobbyEffect> {
        self.message = None;
        match code {
            KeyCode::Char('q') => return vec![LobbyEffect::End(LobbyEnd::Leave)],
            KeyCode::Tab | KeyCode::Right | KeyCode::Char('l') => {
                return self.show_tab(self.tab.neighbour(true));
            }
            KeyCode::BackTab | KeyCode::Left | KeyCode::Char('h') => {
                return self.show_tab(self.tab.neighbour(false));
            }
            KeyCode::Char(digit @ '1'..='4') => {
                return self.show_tab(LobbyTab::ALL[digit as usize - '1' as usize]);
            }
            KeyCode::Down | KeyCode::Char('j') => return self.select(self.rows().selected + 1),
            KeyCode::Up | KeyCode::Char('k') => return self.select(self.rows().selected.saturating_sub(1)),
            KeyCode::PageDown => return self.select(self.rows().selected + PAGE_ROWS),
            KeyCode::PageUp => return self.select(self.rows().selected.saturating_sub(PAGE_ROWS)),
            KeyCode::Home | KeyCode::Char('g') => return self.select(0),
            KeyCode::End | KeyCode::Char('G') => {
                return self.select(self.rows().rows.len().saturating_sub(1));
            }
            KeyCode::Enter => return self.open_selected(),
            KeyCode::Char('w') => return self.watch_selected(),
            KeyCode::Char('W') => return self.watch_all(),
            KeyCode::Char('r') => return self.list(),
            KeyCode::Char('d') => return self.ask_to_decline(),
            KeyCode::Char('n') => self.mode = KeyMode::NewGame(NewGameForm::default()),
            KeyCode::Char('/') => {
                self.editor.set_text(&self.filter_text);
                self.mode = KeyMode::Filter;
            }
            KeyCode::Char('?') => self.mode = KeyMode::Help,
            _ => {}
        }
        Vec::new()
    }

    fn show_tab(&mut self, tab: LobbyTab) -> Vec<LobbyEffect> {
        self.tab = tab;
        self.list()
    }

    /// Selects a row. Selecting the last one requests the next page.
    fn select(&mut self, row: usize) -> Vec<LobbyEffect> {
        let is_searching = self.is_searching;
        let rows = self.rows_mut();
        let last = rows.rows.len().saturating_sub(1);
        rows.selected = row.min(last);
        if row <= last || is_searching {
            return self.preview();
        }
        match rows.next.clone() {
            Some(cursor) => self.request_page(Some(cursor)),
            None => self.preview(),
        }
    }

    /// Joins the selected game, or watches it if the user cannot play in it.
    fn open_selected(&mut self) -> Vec<LobbyEffect> {
        let Some(game) = self.rows().selected_game() else { return Vec::new() };
        let can_play = match game.state {
            State::Open => true,
            State::Arranging | State::Playing => game.my_turn.is_some(),
            State::Finished => false,
        };
        let end = if can_play { LobbyEnd::Join(game.game) } else { LobbyEnd::Watch(vec![game.game]) };
        vec![LobbyEffect::End(end)]
    }

    fn watch_selected(&self) -> Vec<LobbyEffect> {
        let game = self.rows().selected_game().map(|row| row.game);
        game.map(|game| LobbyEffect::End(LobbyEnd::Watch(vec![game]))).into_iter().collect()
    }

    /// Watches the live games of the list, from the selected one, as many as a wall shows.
    fn watch_all(&mut self) -> Vec<LobbyEffect> {
        let rows = self.rows();
        let is_live = |row: &&GameSummary| matches!(row.state, State::Arranging | State::Playing);
        let live = rows.rows.iter().skip(rows.selected).filter(is_live);
        let games: Vec<GameId> = live.take(MAX_GAMES).map(|row| row.game).collect();
        if games.is_empty() {
            self.message = Some("No live game follows in this list.".to_owned());
            return Vec::new();
        }
        vec![LobbyEffect::End(LobbyEnd::Watch(games))]
    }

    fn type_filter(&mut self, key: KeyEvent) -> Vec<LobbyEffect> {
        if key.code == KeyCode::Esc {
            self.mode = KeyMode::List;
            return Vec::new();
        }
        match self.editor.handle_key(key, &[]) {
            Edit::Submitted(line) => self.set_filter(&line),
            _ => Vec::new(),
        }
    }

    /// Filters by the options of `games` in a line.
    fn set_filter(&mut self, line: &str) -> Vec<LobbyEffect> {
        match FilterLine::try_parse_from(line.split_whitespace()) {
            Ok(FilterLine { options }) => {
                self.filter = options;
                self.filter_text = line.trim().to_owned();
                self.mode = KeyMode::List;
                self.message = None;
                self.lists = Default::default();
                self.list()
            }
            Err(error) => {
                let text = error.to_string();
                self.message =
                    Some(text.lines().next().unwrap_or_default().trim_start_matches("error: ").to_owned());
                self.editor.set_text(line);
                Vec::new()
            }
        }
    }

    /// Selects the row that was clicked; a click on the selected row opens it.
    pub(super) fn click(&mut self, point: Position) -> Vec<LobbyEffect> {
        if !matches!(self.mode, KeyMode::List) {
            return Vec::new();
        }
        match self.row_at(point) {
            Some(row) if row == self.rows().selected => self.open_selected(),
            Some(row) => self.select(row),
            None => Vec::new(),
        }
    }
}
