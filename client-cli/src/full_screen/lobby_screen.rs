//! The lobby on the terminal.

use std::time::Duration;

use anyhow::Result;
use crossterm::event::{Event, KeyCode, KeyModifiers, MouseButton, MouseEventKind};
use ratatui::layout::Position;
use tokio::sync::mpsc::{self, Receiver, Sender};
use tokio::task::spawn_blocking;
use tokio::time::Instant;

use super::lobby::{Lobby, LobbyEffect, LobbyEnd, LobbyEvent};
use super::lobby_requests::LobbyRequests;
use super::{FullScreen, due_after, sleep_until_due};
use crate::exit::Exit;

/// Answers that can wait to be shown: at a time, a list, a preview, and some outdated answers.
const MAX_QUEUED_LOBBY_ANSWERS: usize = 16;

impl FullScreen {
    /// A lobby for this screen.
    pub fn lobby(&self) -> Lobby {
        Lobby::new(self.settings.theme, (0, 0))
    }

    /// Shows the lobby until the user chooses something. `message`: the sentence that it shows first.
    ///
    /// # Errors
    ///
    /// If the terminal cannot be used.
    pub async fn run_lobby(
        &mut self,
        lobby: &mut Lobby,
        requests: &LobbyRequests,
        message: Option<String>,
    ) -> Result<LobbyEnd> {
        let (sender, mut answers) = mpsc::channel(MAX_QUEUED_LOBBY_ANSWERS);
        let size = self.terminal.size()?;
        let mut effects = lobby.enter((size.width, size.height), message);
        let mut last_event = Instant::now();
        loop {
            for effect in effects {
                match effect {
                    LobbyEffect::End(end) => return Ok(end),
                    LobbyEffect::Suspend => self.suspend()?,
                    request => send_request(request, requests.clone(), sender.clone()),
                }
            }
            self.terminal.draw(|frame| lobby.draw(frame))?;
            let event = self.next_lobby_event(&mut answers, lobby.next_tick()).await?;
            let elapsed = last_event.elapsed();
            last_event = Instant::now();
            effects = lobby.update(event, elapsed);
        }
    }

    /// Waits for something, with a sentence on the screen. The inner error says how the user has ended the wait: with
    /// Esc or `q`, or with Ctrl-C.
    ///
    /// # Errors
    ///
    /// If the terminal cannot be used.
    pub async fn wait_for<T>(
        &mut self,
        sentence: &str,
        future: impl Future<Output = T>,
    ) -> Result<Result<T, Exit>> {
        let mut future = std::pin::pin!(future);
        loop {
            self.terminal.draw(|frame| frame.render_widget(sentence, frame.area()))?;
            tokio::select! {
                result = &mut future => return Ok(Ok(result)),
                event = self.next_terminal_event() => {
                    if let Some(exit) = wait_end(event?) {
                        return Ok(Err(exit));
                    }
                }
            }
        }
    }

    async fn next_lobby_event(
        &mut self,
        answers: &mut Receiver<LobbyEvent>,
        tick: Option<Duration>,
    ) -> Result<LobbyEvent> {
        let due = due_after(tick);
        loop {
            return Ok(tokio::select! {
                Some(answer) = answers.recv() => answer,
                event = self.next_terminal_event() => match lobby_event(event?) {
                    Some(event) => event,
                    None => continue,
                },
                () = sleep_until_due(due) => LobbyEvent::Tick,
            });
        }
    }
}

/// Sends a request on a separate thread. Its answer becomes an event.
fn send_request(request: LobbyEffect, requests: LobbyRequests, answers: Sender<LobbyEvent>) {
    spawn_blocking(move || {
        let answer = match request {
            LobbyEffect::List(request) => {
                let listed = requests.list(&request);
                LobbyEvent::Listed(request, listed)
            }
            LobbyEffect::Preview(game) => LobbyEvent::Previewed(game, requests.preview(game)),
            LobbyEffect::Decline(game, reason) => LobbyEvent::Declined(requests.decline(game, reason)),
            LobbyEffect::End(_) | LobbyEffect::Suspend => return,
        };
        // The user may have left the lobby.
        let _ = answers.blocking_send(answer);
    });
}

/// How an event ends a wait; none if it does not.
fn wait_end(event: Option<Event>) -> Option<Exit> {
    let Some(event) = event else { return Some(Exit::Interrupted) };
    let key = event.as_key_press_event()?;
    match key.code {
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => Some(Exit::Interrupted),
        KeyCode::Esc | KeyCode::Char('q') => Some(Exit::Done),
        _ => None,
    }
}

/// An event of the terminal as one of the lobby; none if it means nothing. The end of the input leaves the lobby.
fn lobby_event(event: Option<Event>) -> Option<LobbyEvent> {
    match event {
        Some(Event::Key(key)) => Some(LobbyEvent::Key(key)),
        Some(Event::Paste(text)) => Some(LobbyEvent::Paste(text)),
        Some(Event::Resize(columns, rows)) => Some(LobbyEvent::Resize(columns, rows)),
        Some(Event::Mouse(mouse)) if mouse.kind == MouseEventKind::Down(MouseButton::Left) => {
            Some(LobbyEvent::Click(Position::new(mouse.column, mouse.row)))
        }
        Some(_) => None,
        None => Some(LobbyEvent::Key(super::interrupt_key())),
    }
}
