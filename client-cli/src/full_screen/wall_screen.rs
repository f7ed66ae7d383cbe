//! The wall on the terminal.

use std::time::Duration;

use anyhow::Result;
use crossterm::event::{Event, MouseButton, MouseEventKind};
use futures_util::future::select_all;
use ikibuguzo_protocol::{GameId, Timestamp};
use ratatui::layout::Position;
use tokio::time::{Instant, sleep_until};

use super::wall::{Wall, WallEffect, WallEnd, WallEvent};
use super::{FullScreen, due_after, sleep_until_due};
use crate::connection::game_connection::GameConnection;
use crate::connection::game_connection::update::GameUpdate;
use crate::connection::server_address::ServerAddress;

/// The shortest time between two drawings. A terminal draws slowly, and nobody sees more drawings.
const MIN_FRAME_TIME: Duration = Duration::from_millis(100);

/// The connections of a wall, with the indexes of their tiles.
struct WallConnections<'a> {
    server: &'a ServerAddress,
    open: Vec<(usize, GameConnection)>,
}

impl FullScreen {
    /// A wall of these games for this screen.
    pub fn wall(&self, games: &[GameId]) -> Wall {
        Wall::new(self.settings.theme, games)
    }

    /// Shows the wall until the user enlarges a game or leaves. The games are followed as a spectator.
    ///
    /// # Errors
    ///
    /// If the terminal cannot be used.
    pub async fn run_wall(&mut self, wall: &mut Wall, server: &ServerAddress) -> Result<WallEnd> {
        let mut connections = WallConnections { server, open: Vec::new() };
        let size = self.terminal.size()?;
        for (index, game) in wall.enter((size.width, size.height)).into_iter().enumerate() {
            connections.follow(index, game);
        }
        let mut is_outdated = true;
        let mut next_frame = Instant::now();
        let mut due = due_after(wall.next_tick());
        loop {
            if is_outdated && Instant::now() >= next_frame {
                self.terminal.draw(|frame| wall.draw(frame))?;
                is_outdated = false;
                next_frame = Instant::now() + MIN_FRAME_TIME;
            }
            let event = tokio::select! {
                (index, update) = connections.next_update() => Some(WallEvent::Update(index, update)),
                event = self.next_terminal_event() => wall_event(event?.as_ref()),
                () = sleep_until_due(due) => Some(WallEvent::Tick),
                () = sleep_until(next_frame), if is_outdated => None,
            };
            let Some(event) = event else { continue };
            is_outdated = true;
            match wall.update(event, connections.server_time()) {
                Some(WallEffect::Follow(index, game)) => connections.follow(index, game),
                Some(WallEffect::Forget(index)) => connections.forget(index),
                Some(WallEffect::End(end)) => return Ok(end),
                Some(WallEffect::Suspend) => self.suspend()?,
                None => {}
            }
            due = due_after(wall.next_tick());
        }
    }
}

impl WallConnections<'_> {
    /// Follows a game in a tile, instead of the one that was there.
    fn follow(&mut self, index: usize, game: GameId) {
        self.forget(index);
        self.open.push((index, GameConnection::open(self.server, None, game)));
    }

    fn forget(&mut self, index: usize) {
        self.open.retain(|(open, _)| *open != index);
    }

    /// The next update of any game, with the index of its tile. Never returns if no connection is open.
    async fn next_update(&mut self) -> (usize, GameUpdate) {
        if self.open.is_empty() {
            return std::future::pending().await;
        }
        select_all(self.open.iter_mut().map(|open| Box::pin(next_update(open)))).await.0
    }

    fn server_time(&self) -> Option<Timestamp> {
        self.open.iter().find_map(|(_, connection)| connection.server_time())
    }
}

/// The next update of a connection. The future only borrows it, so that dropping the future loses no update.
async fn next_update((index, connection): &mut (usize, GameConnection)) -> (usize, GameUpdate) {
    (*index, connection.next_update().await)
}

/// An event of the terminal as one of the wall; none if it means nothing. The end of the input is an interruption.
fn wall_event(event: Option<&Event>) -> Option<WallEvent> {
    match event {
        Some(Event::Key(key)) => Some(WallEvent::Key(*key)),
        Some(Event::Resize(columns, rows)) => Some(WallEvent::Resize(*columns, *rows)),
        Some(Event::Mouse(mouse)) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            Some(WallEvent::Click(Position::new(mouse.column, mouse.row)))
        }
        Some(_) => None,
        None => Some(WallEvent::Key(super::interrupt_key())),
    }
}
