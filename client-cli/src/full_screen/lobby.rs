//! The lobby: the games of a server on the whole screen, as state. Events come in, effects go out; `draw` shows the
//! state.

mod decline_question;
mod draw;
mod keys;
mod new_game_form;
pub mod tab;
#[cfg(test)]
mod tests;

use std::collections::HashMap;
use std::time::Duration;

use crossterm::event::{KeyEvent, KeyEventKind};
use ikibuguzo_protocol::{DeclineReason, GameId, GameSummary, Snapshot};
use ratatui::layout::{Position, Rect};

use super::theme::Theme;
use crate::args::games_options::GamesOptions;
use crate::args::play_options::PlayOptions;
use crate::game_view::local_game::LocalGame;
use crate::terminal::line_editor::LineEditor;
use decline_question::DeclineQuestion;
use new_game_form::NewGameForm;
use tab::{GameRows, LobbyTab};

/// The time after which the list is requested again.
const REFRESH_TIME: Duration = Duration::from_secs(10);

/// Largest number of boards that are remembered.
const MAX_PREVIEWS: usize = 100;

/// What happens in the lobby.
#[derive(Debug)]
pub enum LobbyEvent {
    /// A key.
    Key(KeyEvent),
    /// Text was pasted.
    Paste(String),
    /// The mouse was pressed at this point.
    Click(Position),
    /// The terminal has another size.
    Resize(u16, u16),
    /// Only time has passed.
    Tick,
    /// A list has arrived, or a sentence that says why not.
    Listed(Box<ListRequest>, Result<ListedGames, String>),
    /// A game has arrived for its preview. None if it cannot be loaded.
    Previewed(GameId, Option<Box<Snapshot>>),
    /// An invitation was declined, or a sentence says why not.
    Declined(Result<(), String>),
}

/// A page of a list to request.
#[derive(Clone, Debug)]
pub struct ListRequest {
    /// The tab.
    pub tab: LobbyTab,
    /// The options of `games`.
    pub options: GamesOptions,
    /// The cursor of the page; none for the first one.
    pub cursor: Option<String>,
    /// The number of the search. Answers to earlier ones are outdated.
    pub search: u64,
}

/// A page of a list.
#[derive(Debug, Default)]
pub struct ListedGames {
    /// The games.
    pub games: Vec<GameSummary>,
    /// Those of them to which the user is invited.
    pub invitations: Vec<GameId>,
    /// The cursor of the next page.
    pub next: Option<String>,
    /// What the user should know about the list.
    pub warning: Option<String>,
}

/// What follows from an event.
#[derive(Debug)]
pub enum LobbyEffect {
    /// A list is requested.
    List(Box<ListRequest>),
    /// A game is requested.
    Preview(GameId),
    /// An invitation is declined, with a reason or without.
    Decline(GameId, Option<DeclineReason>),
    /// The lobby ends.
    End(LobbyEnd),
    /// Ctrl-Z.
    Suspend,
}

/// How the lobby ends, until the user comes back to it.
#[derive(Debug)]
pub enum LobbyEnd {
    /// The user takes the seat of a game.
    Join(GameId),
    /// The user watches games.
    Watch(Vec<GameId>),
    /// The user creates a game.
    Create(Box<PlayOptions>),
    /// The user leaves.
    Leave,
    /// Ctrl-C.
    Interrupt,
}

/// What keys do.
#[derive(Debug, Default)]
enum KeyMode {
    /// They move in the list.
    #[default]
    List,
    /// They type a filter.
    Filter,
    /// They fill in a form.
    NewGame(NewGameForm),
    /// They answer why an invitation is declined.
    Decline(DeclineQuestion),
    /// Any key closes the help.
    Help,
}

/// The games of a server on the whole screen.
pub struct Lobby {
    theme: Theme,
    screen: Rect,
    tab: LobbyTab,
    lists: [GameRows; LobbyTab::ALL.len()],
    /// The games to which the user is invited.
    invitations: Vec<GameId>,
    mode: KeyMode,
    filter: GamesOptions,
    editor: LineEditor,
    /// The filter as it was typed.
    filter_text: String,
    /// The number of the newest search.
    search: u64,
    /// Whether an answer to the newest search is awaited.
    is_searching: bool,
    /// The time since the list was requested.
    since_search: Duration,
    /// The games of previews; none for one that cannot be loaded.
    previews: HashMap<GameId, Option<LocalGame>>,
    /// The game whose preview is awaited.
    awaited_preview: Option<GameId>,
    message: Option<String>,
}

impl Lobby {
    /// A lobby before its first list, on a screen of this many columns and rows.
    pub fn new(theme: Theme, (columns, rows): (u16, u16)) -> Self {
        Self {
            theme,
            screen: Rect::new(0, 0, columns, rows),
            tab: LobbyTab::default(),
            lists: Default::default(),
            invitations: Vec::new(),
            mode: KeyMode::default(),
            filter: GamesOptions::default(),
            editor: LineEditor::default(),
            filter_text: String::new(),
            search: 0,
            is_searching: false,
            since_search: Duration::ZERO,
            previews: HashMap::new(),
            awaited_preview: None,
            message: None,
        }
    }

    /// Enters the lobby, or returns to it with a sentence about what happened meanwhile. Requests the list.
    pub fn enter(&mut self, (columns, rows): (u16, u16), message: Option<String>) -> Vec<LobbyEffect> {
        self.screen = Rect::new(0, 0, columns, rows);
        self.mode = KeyMode::List;
        self.message = message;
        self.awaited_preview = None;
        self.list()
    }

    /// Handles an event. `elapsed`: the time since the last one.
    pub fn update(&mut self, event: LobbyEvent, elapsed: Duration) -> Vec<LobbyEffect> {
        self.since_search += elapsed;
        let mut effects = match event {
            LobbyEvent::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
            LobbyEvent::Key(key) => self.handle_key(key),
            LobbyEvent::Paste(text) => {
                if matches!(self.mode, KeyMode::Filter) {
                    self.editor.paste(&text);
                }
                Vec::new()
            }
            LobbyEvent::Click(point) => self.click(point),
            LobbyEvent::Resize(columns, rows) => {
                self.screen = Rect::new(0, 0, columns, rows);
                Vec::new()
            }
            LobbyEvent::Tick => Vec::new(),
            LobbyEvent::Listed(request, result) => self.take_list(&request, result),
            LobbyEvent::Previewed(game, snapshot) => {
                self.take_preview(game, snapshot);
                self.preview()
            }
            LobbyEvent::Declined(result) => self.take_declined(result),
        };
        if self.is_refresh_due() {
            effects.extend(self.list());
        }
        effects
    }

    /// How long until the list is requested again; none while an answer is awaited.
    pub fn next_tick(&self) -> Option<Duration> {
        // A list with later pages stays as it is.
        let is_waiting = !self.is_searching && !self.rows().has_later_pages;
        is_waiting.then(|| REFRESH_TIME.saturating_sub(self.since_search))
    }

    fn is_refresh_due(&self) -> bool {
        self.next_tick().is_some_and(|left| left.is_zero())
    }

    fn rows(&self) -> &GameRows {
        &self.lists[self.tab as usize]
    }

    fn rows_mut(&mut self) -> &mut GameRows {
        &mut self.lists[self.tab as usize]
    }

    /// Requests the first page of the tab.
    fn list(&mut self) -> Vec<LobbyEffect> {
        self.search += 1;
        self.request_page(None)
    }

    fn request_page(&mut self, cursor: Option<String>) -> Vec<LobbyEffect> {
        self.is_searching = true;
        self.since_search = Duration::ZERO;
        let options = self.tab.options(&self.filter);
        let request = ListRequest { tab: self.tab, options, cursor, search: self.search };
        vec![LobbyEffect::List(Box::new(request))]
    }

    fn take_list(&mut self, request: &ListRequest, result: Result<ListedGames, String>) -> Vec<LobbyEffect> {
        if request.search != self.search {
            return Vec::new();
        }
        self.is_searching = false;
        match result {
            Ok(ListedGames { games, invitations, next, warning }) => {
                self.message = warning.or_else(|| self.message.take());
                let rows = &mut self.lists[request.tab as usize];
                match request.cursor {
                    None => {
                        rows.replace(games, next);
                        self.invitations = invitations;
                    }
                    Some(_) => rows.append(games, next),
                }
            }
            Err(fault) => self.message = Some(fault),
        }
        self.preview_again()
    }

    fn take_preview(&mut self, game: GameId, snapshot: Option<Box<Snapshot>>) {
        self.awaited_preview = None;
        if self.previews.len() >= MAX_PREVIEWS {
            self.previews.clear();
        }
        let local = snapshot.and_then(|snapshot| LocalGame::from_snapshot(*snapshot));
        self.previews.insert(game, local);
    }

    /// Requests the selected game, unless it is known.
    fn preview(&mut self) -> Vec<LobbyEffect> {
        match self.rows().selected_game().map(|row| row.game) {
            Some(game) if !self.previews.contains_key(&game) => self.preview_again(),
            _ => Vec::new(),
        }
    }

    /// Requests the selected game, one request at a time.
    fn preview_again(&mut self) -> Vec<LobbyEffect> {
        let game = self.rows().selected_game().map(|row| row.game);
        let Some(game) = game.filter(|_| self.awaited_preview.is_none()) else { return Vec::new() };
        self.awaited_preview = Some(game);
        vec![LobbyEffect::Preview(game)]
    }
}
