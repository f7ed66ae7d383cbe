//! The question why the user declines an invitation. The user need not give a reason.

use crossterm::event::{KeyCode, KeyEvent};
use ikibuguzo_protocol::{DeclineReason, GameId};

use super::{KeyMode, Lobby, LobbyEffect};
use crate::game_view::event_text::decline_text;

/// The question why an invitation is declined.
#[derive(Debug)]
pub struct DeclineQuestion {
    game: GameId,
    selected: usize,
}

impl DeclineQuestion {
    /// The answers, and whether each is the selected one.
    pub fn answers(&self) -> impl Iterator<Item = (&'static str, bool)> {
        let reasons = DeclineReason::ALL.iter().map(|reason| decline_text(*reason));
        let texts = std::iter::once("without a reason").chain(reasons);
        texts.enumerate().map(|(number, text)| (text, number == self.selected))
    }

    /// The selected reason; none for the answer without one.
    fn reason(&self) -> Option<DeclineReason> {
        DeclineReason::ALL.get(self.selected.checked_sub(1)?).copied()
    }
}

impl Lobby {
    /// Asks why the selected game is declined, if the user is invited to it.
    pub(super) fn ask_to_decline(&mut self) -> Vec<LobbyEffect> {
        let selected = self.rows().selected_game().map(|row| row.game);
        match selected.filter(|game| self.invitations.contains(game)) {
            Some(game) => self.mode = KeyMode::Decline(DeclineQuestion { game, selected: 0 }),
            None => self.message = Some("You are not invited to this game.".to_owned()),
        }
        Vec::new()
    }

    pub(super) fn answer_decline_question(&mut self, key: KeyEvent) -> Vec<LobbyEffect> {
        let KeyMode::Decline(question) = &mut self.mode else { return Vec::new() };
        match key.code {
            KeyCode::Down | KeyCode::Char('j') => {
                question.selected = (question.selected + 1).min(DeclineReason::ALL.len());
            }
            KeyCode::Up | KeyCode::Char('k') => question.selected = question.selected.saturating_sub(1),
            KeyCode::Esc | KeyCode::Char('q') => self.mode = KeyMode::List,
            KeyCode::Enter => {
                let game = question.game;
                let reason = question.reason();
                self.mode = KeyMode::List;
                return vec![LobbyEffect::Decline(game, reason)];
            }
            _ => {}
        }
        Vec::new()
    }

    /// Says how the server has answered, and requests the list again.
    pub(super) fn take_declined(&mut self, result: Result<(), String>) -> Vec<LobbyEffect> {
        self.message = Some(match result {
            Ok(()) => "The invitation is declined.".to_owned(),
            Err(fault) => fault,
        });
        self.list()
    }
}
