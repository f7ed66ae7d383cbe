//! A table: one game on the whole screen, as state. Events come in, effects go out; `draw` shows the state.

mod choosing;
mod draw;
mod keys;
mod panel;
mod playback;
#[cfg(test)]
mod tests;

use std::collections::VecDeque;
use std::time::Duration;

use crossterm::event::{KeyEvent, KeyEventKind};
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{ClientMessage, GameId, PositionView, Role, Timestamp};
use ratatui::layout::{Position, Rect};

use super::board_grid::BoardGrid;
use super::choice::{Choice, Move};
use super::layout::{Tab, TableLayout};
use super::replay::Replay;
use super::theme::Theme;
use crate::connection::game_connection::update::GameUpdate;
use crate::exit::Failure;
use crate::game_view::local_game::LocalGame;
use crate::game_view::sowing::Sowing;
use crate::game_view::turn_list::TurnList;
use crate::live_game::input::WORDS;
use crate::live_game::references::{Answer, Question};
use crate::live_game::session::{Effect, GameSession, SessionEnd};
use crate::terminal::line_editor::{Edit, LineEditor};
use panel::Panel;

/// Sentences that are remembered.
const MAX_SENTENCES: usize = 500;

/// Actions that wait to be shown. With more, the oldest ones are skipped.
const MAX_QUEUED_SOWINGS: usize = 4;

/// Rows that an enlarged board leaves free for the players, some talk, the prompt and the keys.
const ROWS_BESIDE_BOARD: u16 = 15;

/// Time between two frames while counters fall.
const FRAME_TIME: Duration = Duration::from_millis(40);

/// Time between two turns of a game that plays by itself.
const TURN_TIME: Duration = Duration::from_millis(700);

/// How a user wants to see a table.
#[derive(Clone, Copy, Debug)]
pub struct TableSettings {
    /// The colours.
    pub theme: Theme,
    /// Whether the counters of an action fall one by one.
    pub shows_sowing: bool,
    /// Whether forced turns are played without asking.
    pub auto_forced: bool,
}

/// What happens to a table.
#[derive(Debug)]
pub enum TableEvent {
    /// The connection reports something.
    Update(GameUpdate),
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
    /// A question is answered.
    Answered(Box<Answer>),
}

/// The state of the connection at an event, and the time.
#[derive(Clone, Copy, Debug, Default)]
pub struct Moment {
    /// The server's time; none before it is known.
    pub now: Option<Timestamp>,
    /// The time since the last event.
    pub elapsed: Duration,
    /// Whether every command is answered.
    pub is_answered: bool,
    /// Whether another command may be sent.
    pub can_send: bool,
}

/// What follows from an event.
#[derive(Debug)]
pub enum TableEffect {
    /// A message to send.
    Send(ClientMessage),
    /// A question about the game.
    Ask(Question),
    /// The user is called.
    Call,
    /// The user leaves as soon as every command is answered.
    Leave,
    /// The game ends for its user.
    End(SessionEnd),
    /// The connection has failed.
    Fail(Failure),
    /// Ctrl-C.
    Interrupt,
    /// Ctrl-Z.
    Suspend,
}

/// A text that covers the screen, page by page.
#[derive(Debug)]
struct Overlay {
    title: &'static str,
    text: String,
    page: usize,
}

/// A game on the whole screen.
pub struct Table {
    session: GameSession,
    settings: TableSettings,
    screen: Rect,
    tab: Tab,
    choice: Choice,
    editor: LineEditor,
    /// Whether keys go to the command line.
    is_typing: bool,
    /// The text that covers the screen.
    overlay: Option<Overlay>,
    /// The text in place of the talk.
    panel: Panel,
    /// Whether the board is turned round.
    is_flipped: bool,
    sentences: VecDeque<String>,
    /// Refusals of the last commands of a user who has left.
    late_refusals: Vec<String>,
    sowings: VecDeque<Sowing>,
    /// The last action, to be shown again.
    last_sowing: Option<Sowing>,
    replay: Replay,
    moment: Moment,
}

impl Table {
    /// A table before its game is known, on a screen of this many columns and rows. `turns`: those that were played
    /// before.
    pub fn new(turns: TurnList, settings: TableSettings, (columns, rows): (u16, u16)) -> Self {
        Self {
            session: GameSession::new(turns, settings.auto_forced),
            settings,
            screen: Rect::new(0, 0, columns, rows),
            tab: Tab::default(),
            choice: Choice::default(),
            editor: LineEditor::default(),
            is_typing: false,
            overlay: None,
            panel: Panel::default(),
            is_flipped: false,
            sentences: VecDeque::new(),
            late_refusals: Vec::new(),
            sowings: VecDeque::new(),
            last_sowing: None,
            replay: Replay::default(),
            moment: Moment::default(),
        }
    }

    /// Handles an event.
    pub fn update(&mut self, event: TableEvent, moment: Moment) -> Vec<TableEffect> {
        self.moment = moment;
        self.pass_time();
        let mut effects = match event {
            TableEvent::Update(update) => self.handle_update(update),
            TableEvent::Key(key) if key.kind == KeyEventKind::Release => Vec::new(),
            TableEvent::Key(key) => self.handle_key(key),
            TableEvent::Paste(text) => {
                if self.is_typing {
                    self.editor.paste(&text);
                }
                Vec::new()
            }
            TableEvent::Click(point) => self.click(point),
            TableEvent::Resize(columns, rows) => {
                self.screen = Rect::new(0, 0, columns, rows);
                Vec::new()
            }
            TableEvent::Tick => Vec::new(),
            TableEvent::Answered(answer) => {
                self.take_answer(*answer);
                Vec::new()
            }
        };
        effects.extend(self.request_book());
        let idle = self.session.idle_effects(self.moment.now, self.moment.is_answered);
        effects.extend(self.take(idle));
        effects
    }

    /// Handles an update that arrives after the user has left.
    ///
    /// # Errors
    ///
    /// If the connection has failed.
    pub fn update_after_leaving(&mut self, update: GameUpdate) -> Result<(), Failure> {
        let is_refusal = matches!(update, GameUpdate::Refused(..));
        for effect in self.session.handle_update(update) {
            match effect {
                Effect::Say(text) if is_refusal => self.late_refusals.push(text),
                Effect::Fail(failure) => return Err(failure),
                _ => {}
            }
        }
        Ok(())
    }

    /// Whether every command is answered, and the events of the answers are shown. `is_answered`: whether the connection
    /// has answers to all commands.
    pub fn is_up_to_date(&self, is_answered: bool) -> bool {
        self.session.is_up_to_date(is_answered)
    }

    /// The refusals that arrived after the user had left.
    pub fn late_refusals(&self) -> &[String] {
        &self.late_refusals
    }

    /// Says sentences before the game's own.
    pub fn greet(&mut self, sentences: Vec<String>) {
        sentences.into_iter().for_each(|sentence| self.say(sentence));
    }

    /// The game; none before it is known.
    pub fn game(&self) -> Option<GameId> {
        self.session.game().map(|game| game.id)
    }

    /// The game and the user's role in it; none if it is over.
    pub fn unfinished_game(&self) -> Option<(GameId, Role)> {
        self.session.unfinished_game()
    }

    /// How long until the screen changes by itself; none if it does not.
    pub fn next_tick(&self) -> Option<Duration> {
        if !self.sowings.is_empty() {
            return Some(FRAME_TIME);
        }
        if self.replay.is_playing() {
            return Some(TURN_TIME);
        }
        self.session.game()?.deadline()?;
        Some(Duration::from_millis(1_000 - self.moment.now?.as_millis() % 1_000))
    }

    fn handle_update(&mut self, update: GameUpdate) -> Vec<TableEffect> {
        if let GameUpdate::Event(event, _) = &update {
            self.note_action(&event.kind);
        }
        let effects = self.session.handle_update(update);
        self.take(effects)
    }

    /// Keeps the sentences, and returns the other effects.
    fn take(&mut self, effects: Vec<Effect>) -> Vec<TableEffect> {
        effects.into_iter().filter_map(|effect| self.take_one(effect)).collect()
    }

    fn take_one(&mut self, effect: Effect) -> Option<TableEffect> {
        match effect {
            Effect::Say(text) => {
                self.say(text);
                None
            }
            Effect::ShowHelp => {
                self.overlay = Some(Overlay::help());
                None
            }
            // The last board remains on the screen.
            Effect::End(SessionEnd::Left) => {
                self.say("The game is over: q leaves, the arrow keys show its turns.".to_owned());
                None
            }
            // The board is always shown.
            Effect::ShowBoard | Effect::BoardChanged => None,
            Effect::Call => Some(TableEffect::Call),
            Effect::Send(message) if self.moment.can_send => Some(TableEffect::Send(message)),
            Effect::Send(_) => {
                self.say("No: too many commands wait for their answers.".to_owned());
                None
            }
            Effect::Leave => Some(TableEffect::Leave),
            Effect::End(end) => Some(TableEffect::End(end)),
            Effect::Fail(failure) => Some(TableEffect::Fail(failure)),
        }
    }

    fn say(&mut self, sentence: String) {
        self.sentences.push_back(sentence);
        if self.sentences.len() > MAX_SENTENCES {
            self.sentences.pop_front();
        }
    }

    /// The position, if it is the user's turn.
    fn my_position(&self) -> Option<&PositionView> {
        let game = self.session.game().filter(|game| game.is_my_turn())?;
        game.view.position.as_ref()
    }

    /// The seat at the bottom of the board.
    fn bottom_seat(&self, game: &LocalGame) -> Seat {
        if self.is_flipped { !game.bottom_seat() } else { game.bottom_seat() }
    }

    fn layout(&self) -> Option<TableLayout> {
        TableLayout::new(self.screen, |width| self.board_height(width), self.tab)
    }

    /// The board as it is on the screen.
    fn grid(&self) -> Option<BoardGrid> {
        let game = self.session.game()?;
        let area = self.layout()?.board;
        let position = game.view.position.as_ref()?;
        Some(self.grid_in(area, game, position))
    }

    /// A board in an area, as large as it can be while the talk keeps its room.
    fn grid_in(&self, area: Rect, game: &LocalGame, position: &PositionView) -> BoardGrid {
        let room = self.screen.height.saturating_sub(ROWS_BESIDE_BOARD);
        BoardGrid::scaled(position, game.view.rules.columns(), self.bottom_seat(game), area, room)
    }
}
