//! The wall: up to nine games on one screen, as state. Events come in, effects go out; `draw` shows the state.

mod draw;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crossterm::event::{KeyCode, KeyEvent, KeyEventKind, KeyModifiers};
use ikibuguzo_protocol::{EventKind, GameId, Timestamp};
use ratatui::layout::{Position, Rect};

use super::theme::Theme;
use crate::connection::game_connection::update::GameUpdate;
use crate::game_view::local_game::LocalGame;

/// Largest number of games on a wall.
pub const MAX_GAMES: usize = 9;

/// What happens on a wall.
#[derive(Debug)]
pub enum WallEvent {
    /// The connection of the game in a tile reports something.
    Update(usize, GameUpdate),
    /// A key.
    Key(KeyEvent),
    /// The mouse was pressed at this point.
    Click(Position),
    /// The terminal has another size.
    Resize(u16, u16),
    /// Only time has passed.
    Tick,
}

/// What follows from an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallEffect {
    /// Another game is followed in this tile.
    Follow(usize, GameId),
    /// No more updates come in this tile.
    Forget(usize),
    /// The wall ends.
    End(WallEnd),
    /// Ctrl-Z.
    Suspend,
}

/// How the wall ends; the user may come back to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WallEnd {
    /// A game is shown alone.
    Enlarge(GameId),
    /// The user leaves.
    Leave,
    /// Ctrl-C.
    Interrupt,
}

/// A tile of the wall: a game.
#[derive(Debug)]
struct WallTile {
    id: GameId,
    game: Option<LocalGame>,
    /// Why there is no game.
    fault: Option<String>,
}

/// Up to nine games on one screen.
pub struct Wall {
    theme: Theme,
    screen: Rect,
    tiles: Vec<WallTile>,
    selected: usize,
    /// The server's time.
    now: Option<Timestamp>,
    /// What went wrong with the game that was shown alone.
    message: Option<String>,
}

impl Wall {
    /// A wall of these games; it shows the first nine.
    pub fn new(theme: Theme, games: &[GameId]) -> Self {
        let tile = |id: &GameId| WallTile { id: *id, game: None, fault: None };
        let tiles = games.iter().take(MAX_GAMES).map(tile).collect();
        Self { theme, screen: Rect::default(), tiles, selected: 0, now: None, message: None }
    }

    /// Enters the wall, or returns to it, on a screen of this many columns and rows. Returns the games to follow.
    pub fn enter(&mut self, (columns, rows): (u16, u16)) -> Vec<GameId> {
        self.screen = Rect::new(0, 0, columns, rows);
        self.tiles.iter().map(|tile| tile.id).collect()
    }

    /// Says what went wrong with the game that was shown alone, until the next key.
    pub fn say(&mut self, message: String) {
        self.message = Some(message);
    }

    /// Handles an event. `now`: the server's time.
    pub fn update(&mut self, event: WallEvent, now: Option<Timestamp>) -> Option<WallEffect> {
        self.now = now;
        match event {
            WallEvent::Update(index, update) => self.take_update(index, update),
            WallEvent::Key(key) if key.kind == KeyEventKind::Release => None,
            WallEvent::Key(key) => self.handle_key(key),
            WallEvent::Click(point) => self.click(point),
            WallEvent::Resize(columns, rows) => {
                self.screen = Rect::new(0, 0, columns, rows);
                None
            }
            WallEvent::Tick => None,
        }
    }

    /// How long until a clock shows another second; none while no clock runs.
    pub fn next_tick(&self) -> Option<Duration> {
        let is_running = |tile: &WallTile| tile.game.as_ref().is_some_and(|game| game.deadline().is_some());
        let now = self.now.filter(|_| self.tiles.iter().any(is_running))?;
        Some(Duration::from_millis(1_000 - now.as_millis() % 1_000))
    }

    fn take_update(&mut self, number: usize, update: GameUpdate) -> Option<WallEffect> {
        let tile = self.tiles.get_mut(number)?;
        match update {
            GameUpdate::Snapshot(snapshot, _) => {
                // A rematch may have begun before the wall was opened.
                let rematch = snapshot.view.as_ref().and_then(|view| view.rematch.game);
                tile.game = LocalGame::from_snapshot(*snapshot);
                rematch.and_then(|rematch| self.follow(number, rematch))
            }
            GameUpdate::Event(event, _) => {
                if let Some(game) = &mut tile.game {
                    game.apply(&event);
                }
                match event.kind {
                    EventKind::Rematched { rematch } => self.follow(number, rematch),
                    _ => None,
                }
            }
            GameUpdate::Failed(failure) => {
                tile.fault = Some(failure.message);
                Some(WallEffect::Forget(number))
            }
            _ => None,
        }
    }

    fn follow(&mut self, number: usize, rematch: GameId) -> Option<WallEffect> {
        let tile = self.tiles.get_mut(number)?;
        tile.id = rematch;
        Some(WallEffect::Follow(number, rematch))
    }

    fn handle_key(&mut self, key: KeyEvent) -> Option<WallEffect> {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        let columns = self.columns();
        self.message = None;
        match key.code {
            KeyCode::Char('c') if is_control => return Some(WallEffect::End(WallEnd::Interrupt)),
            KeyCode::Char('z') if is_control => return Some(WallEffect::Suspend),
            KeyCode::Char('q') => return Some(WallEffect::End(WallEnd::Leave)),
            KeyCode::Enter => return self.enlarge(self.selected),
            KeyCode::Char(digit @ '1'..='9') => return self.enlarge(digit as usize - '1' as usize),
            KeyCode::Left | KeyCode::Char('h') => self.select(self.selected.checked_sub(1)),
            KeyCode::Right | KeyCode::Char('l') | KeyCode::Tab => self.select(Some(self.selected + 1)),
            KeyCode::Up | KeyCode::Char('k') => self.select(self.selected.checked_sub(columns)),
            KeyCode::Down | KeyCode::Char('j') => self.select(Some(self.selected + columns)),
            _ => {}
        }
        None
    }

    fn select(&mut self, number: Option<usize>) {
        if let Some(number) = number.filter(|number| *number < self.tiles.len()) {
            self.selected = number;
        }
    }

    fn enlarge(&self, number: usize) -> Option<WallEffect> {
        let tile = self.tiles.get(number)?;
        Some(WallEffect::End(WallEnd::Enlarge(tile.id)))
    }

    /// Selects the game that was clicked; a click on the selected game enlarges it.
    fn click(&mut self, point: Position) -> Option<WallEffect> {
        let number = self.tile_at(point)?;
        if number == self.selected {
            return self.enlarge(number);
        }
        self.selected = number;
        None
    }
}
