//! What keys do at a table.

use crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ikibuguzo_engine::Action;

use super::{Choice, Edit, Move, Overlay, Question, Table, TableEffect, WORDS};

impl Table {
    pub(super) fn handle_key(&mut self, key: KeyEvent) -> Vec<TableEffect> {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => return vec![TableEffect::Interrupt],
                KeyCode::Char('z') => return vec![TableEffect::Suspend],
                _ => {}
            }
        }
        if let Some(overlay) = self.overlay.take() {
            let has_next = key.code != KeyCode::Esc && overlay.page + 1 < self.page_count(&overlay);
            self.overlay = has_next.then_some(Overlay { page: overlay.page + 1, ..overlay });
            return Vec::new();
        }
        if self.is_typing { self.type_key(key) } else { self.press(key.code) }
    }

    pub(super) fn type_key(&mut self, key: KeyEvent) -> Vec<TableEffect> {
        if key.code == KeyCode::Esc || key.code == KeyCode::Backspace && self.editor.is_empty() {
            self.editor.set_text("");
            self.is_typing = false;
            return Vec::new();
        }
        let words = WORDS.map(str::to_owned);
        match self.editor.handle_key(key, &words) {
            Edit::Submitted(line) => {
                self.is_typing = false;
                self.enter_line(&line)
            }
            Edit::Ended => vec![TableEffect::Leave],
            Edit::Ignored | Edit::Changed | Edit::Interrupted | Edit::Suspended => Vec::new(),
        }
    }

    /// Handles a key outside the command line. Capital letters choose holes.
    pub(super) fn press(&mut self, code: KeyCode) -> Vec<TableEffect> {
        if self.my_position().is_none() && self.replay_key(code) {
            return Vec::new();
        }
        match code {
            KeyCode::Char(letter @ 'A'..='T') => self.choose_letter(letter),
            KeyCode::Left | KeyCode::Char('h') => self.step(Move::Left),
            KeyCode::Right | KeyCode::Char('l') => self.step(Move::Right),
            KeyCode::Up | KeyCode::Char('k') => self.step(Move::Up),
            KeyCode::Down | KeyCode::Char('j') => self.step(Move::Down),
            KeyCode::Char('<') => self.choose(Choice::turn_round),
            KeyCode::Char('*') => self.choose(|choice, it| choice.choose_action(Action::Enter, it)),
            KeyCode::Char('>') => self.choose(|choice, it| choice.choose_action(Action::EnterOpponent, it)),
            KeyCode::Char('-') => self.choose(|choice, it| choice.choose_action(Action::Pass, it)),
            KeyCode::Enter => return self.play_choice(),
            KeyCode::Char('1') => return self.arrange(0),
            KeyCode::Char('2') => return self.arrange(1),
            KeyCode::Char('y') => return self.answer(true),
            KeyCode::Char('n') => return self.answer(false),
            KeyCode::Char('q') => return vec![TableEffect::Leave],
            KeyCode::Char(' ') => self.sowings.clear(),
            KeyCode::Char('.') => self.repeat_sowing(),
            KeyCode::Char('a') => self.toggle_sowing(),
            KeyCode::Char('f') => self.is_flipped = !self.is_flipped,
            KeyCode::Char('?') => self.overlay = Some(Overlay::help()),
            KeyCode::Char('r') => self.show_rule(),
            KeyCode::Char('b') => self.toggle_book(),
            KeyCode::Char('v') => return self.toggle_analysis(),
            KeyCode::Char('x') => return vec![TableEffect::Ask(Question::Export)],
            KeyCode::Char(':') => self.is_typing = true,
            KeyCode::Char('t') => {
                self.editor.set_text("say ");
                self.is_typing = true;
            }
            KeyCode::Tab => self.tab = self.tab.next(),
            KeyCode::Esc => self.choice.clear(),
            _ => {}
        }
        Vec::new()
    }

    /// Handles a key that shows other turns, while the user has nothing to choose. False if it is another key.
    pub(super) fn replay_key(&mut self, code: KeyCode) -> bool {
        let count = self.session.turns().turns().len();
        match code {
            KeyCode::Left | KeyCode::Char('h') => self.replay.step_back(count),
            KeyCode::Right | KeyCode::Char('l') => {
                self.replay_turn();
                return true;
            }
            KeyCode::Up | KeyCode::Char('k') => self.step_lap_back(),
            KeyCode::Down | KeyCode::Char('j') => self.step_lap_on(),
            KeyCode::Char('g') | KeyCode::Home => self.replay.show(0, count),
            KeyCode::Char('G') | KeyCode::End => self.replay.show(count, count),
            KeyCode::Char(' ') if self.sowings.is_empty() => self.replay.toggle_playing(count),
            _ => return false,
        }
        self.sowings.clear();
        true
    }

    pub(super) fn enter_line(&mut self, line: &str) -> Vec<TableEffect> {
        let effects = self.session.handle_line(line);
        self.take(effects)
    }

    pub(super) fn arrange(&mut self, number: usize) -> Vec<TableEffect> {
        let offered = self.session.game().and_then(|game| game.view.arrays_offered.get(number));
        match offered.map(ToString::to_string) {
            Some(array) => self.enter_line(&array),
            None => Vec::new(),
        }
    }

    /// Answers a question with yes or no: whether to resign, or an offer.
    pub(super) fn answer(&mut self, is_yes: bool) -> Vec<TableEffect> {
        let has_offer = self.session.game().is_some_and(|game| game.offer_to_me().is_some());
        match (self.session.is_confirming_resignation(), is_yes) {
            (true, true) => self.enter_line("yes"),
            (true, false) => self.enter_line("no"),
            (false, true) if has_offer => self.enter_line("accept"),
            (false, false) if has_offer => self.enter_line("decline"),
            _ => Vec::new(),
        }
    }
}
