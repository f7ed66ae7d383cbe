//! The tabs of the lobby, and the games of each.

use ikibuguzo_protocol::{GameId, GameSummary, State};

use crate::args::games_options::{GamesOptions, StateFilter};

/// A tab of the lobby.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum LobbyTab {
    /// Games that wait for a player.
    #[default]
    Open,
    /// Games that are being played.
    Live,
    /// The player's own games; those that wait for the player come first.
    Mine,
    /// Games that are over.
    History,
}

impl LobbyTab {
    /// Every tab, in their order.
    pub const ALL: [Self; 4] = [Self::Open, Self::Live, Self::Mine, Self::History];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Open => "Open",
            Self::Live => "Live",
            Self::Mine => "Mine",
            Self::History => "History",
        }
    }

    /// The tab after this one, or before it.
    pub fn neighbour(self, is_next: bool) -> Self {
        let count = Self::ALL.len();
        let distance = if is_next { 1 } else { count - 1 };
        Self::ALL[(self as usize + distance) % count]
    }

    /// The options of `games` that list this tab: those of the filter, with the state of the tab.
    pub fn options(self, filter: &GamesOptions) -> GamesOptions {
        let state = match self {
            Self::Open => Some(StateFilter::Open),
            Self::Live => Some(StateFilter::Live),
            Self::Mine => filter.state,
            Self::History => Some(StateFilter::Finished),
        };
        GamesOptions { state, ..filter.clone() }
    }
}

/// The games of a tab.
#[derive(Debug, Default)]
pub struct GameRows {
    /// The games, in the order of the screen.
    pub rows: Vec<GameSummary>,
    /// The cursor of the next page.
    pub next: Option<String>,
    /// The number of the selected row.
    pub selected: usize,
    /// Whether the list has arrived.
    pub is_loaded: bool,
    /// Whether later pages were added.
    pub has_later_pages: bool,
}

impl GameRows {
    /// The selected game.
    pub fn selected_game(&self) -> Option<&GameSummary> {
        self.rows.get(self.selected)
    }

    /// Shows a new list. The selection stays on its game, if that is still there.
    pub fn replace(&mut self, rows: Vec<GameSummary>, next: Option<String>) {
        let selected = self.selected_game().map(|row| row.game);
        let index_of = |game: GameId| rows.iter().position(|row| row.game == game);
        let kept = selected.and_then(index_of).unwrap_or(self.selected);
        self.selected = kept.min(rows.len().saturating_sub(1));
        self.rows = rows;
        self.next = next;
        self.is_loaded = true;
        self.has_later_pages = false;
    }

    /// Adds the next page.
    pub fn append(&mut self, rows: Vec<GameSummary>, next: Option<String>) {
        self.rows.extend(rows);
        self.next = next;
        self.has_later_pages = true;
    }
}

/// Sorts the player's own games: first those that wait for the player, then the invitations, the games that are being
/// played, those without an opponent, and those that are over.
pub fn sort_own_games(games: &mut [GameSummary]) {
    games.sort_by_key(|game| match (game.my_turn, game.state) {
        (Some(true), _) => 0,
        (_, State::Open) if game.invited.is_some() => 1,
        (_, State::Arranging | State::Playing) => 2,
        (_, State::Open) => 3,
        (_, State::Finished) => 4,
    });
}
