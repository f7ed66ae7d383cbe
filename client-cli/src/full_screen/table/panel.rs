//! The position book and the analysis beside the board, in place of the talk; the rule and the help over everything.

use ikibuguzo_engine::Action;
use ikibuguzo_protocol::{ActionStats, AnalysedTurn, Analysis, PositionBook, Preview, Text};

use super::draw::KEYS;
use super::{Answer, Overlay, Question, Table, TableEffect};
use crate::game_view::local_game::LocalGame;
use crate::game_view::phrases::seat_name;
use crate::game_view::replayed_position::{present_position, preview_text, replayed_position};
use crate::game_view::rule_text::rule_text;
use crate::live_game::input::HELP;

/// The text in place of the talk.
#[derive(Debug, Default)]
pub struct Panel {
    kind: PanelKind,
    /// The newest book, with the number of actions before its position.
    book: Option<(u32, Result<Box<PositionBook>, String>)>,
    /// The position whose book is awaited.
    awaited_book: Option<u32>,
    analysis: Option<Result<Box<Analysis>, String>>,
    /// Whether an analysis is requested, and more of it follows.
    awaits_analysis: bool,
}

/// The kinds of panels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum PanelKind {
    #[default]
    Talk,
    Book,
    Analysis,
}

impl Overlay {
    /// The help.
    pub(super) fn help() -> Self {
        Self { title: "Help", text: format!("{KEYS}\n\nWords after `:`\n{HELP}"), page: 0 }
    }
}

impl Table {
    /// Shows the rule for the moment that is shown.
    pub(super) fn show_rule(&mut self) {
        let Some(game) = self.session.game() else { return };
        let position = match self.replay.shown() {
            Some(count) => replayed_position(game, self.session.turns(), count),
            None => present_position(game, self.session.turns()),
        };
        let text = rule_text(game, position.as_ref());
        self.overlay = Some(Overlay { title: "The rule for this moment", text, page: 0 });
    }

    /// Shows the book, or the talk again.
    pub(super) fn toggle_book(&mut self) {
        match self.panel.kind {
            PanelKind::Book => self.panel.kind = PanelKind::Talk,
            _ if self.can_look_up() => self.panel.kind = PanelKind::Book,
            _ => self.say("The book opens to players when the game is over.".to_owned()),
        }
    }

    /// Shows the analysis, or the talk again. The analysis is requested until it is done, one request at a time.
    pub(super) fn toggle_analysis(&mut self) -> Vec<TableEffect> {
        if self.panel.kind == PanelKind::Analysis {
            self.panel.kind = PanelKind::Talk;
            return Vec::new();
        }
        if !self.session.game().is_some_and(LocalGame::is_over) {
            self.say("A game is analysed when it is over.".to_owned());
            return Vec::new();
        }
        self.panel.kind = PanelKind::Analysis;
        let is_done = matches!(&self.panel.analysis, Some(Ok(analysis)) if analysis.done);
        if is_done || self.panel.awaits_analysis {
            return Vec::new();
        }
        self.panel.awaits_analysis = true;
        vec![TableEffect::Ask(Question::Analysis)]
    }

    /// Requests the book of the shown position, one request at a time.
    pub(super) fn request_book(&mut self) -> Option<TableEffect> {
        let ply = self.shown_ply().filter(|_| self.panel.kind == PanelKind::Book)?;
        let is_known = self.panel.book.as_ref().is_some_and(|(known, _)| *known == ply);
        if is_known || self.panel.awaited_book.is_some() {
            return None;
        }
        self.panel.awaited_book = Some(ply);
        Some(TableEffect::Ask(Question::Book(ply)))
    }

    /// Takes the answer to a question.
    pub(super) fn take_answer(&mut self, answer: Answer) {
        match answer {
            Answer::Book(ply, book) => {
                self.panel.book = Some((ply, book));
                self.panel.awaited_book = None;
            }
            Answer::Analysis(analysis) => {
                self.panel.awaits_analysis = matches!(&analysis, Ok(analysis) if !analysis.done);
                self.panel.analysis = Some(analysis);
            }
            Answer::Exported(Ok(path)) => self.say(format!("The record is in {}.", path.display())),
            Answer::Exported(Err(fault)) => self.say(format!("No: {fault}")),
        }
    }

    /// What the chosen action would do; none if nothing is chosen, if the game shows no previews, or if the turns are
    /// not all known.
    pub(super) fn choice_preview(&self) -> Option<String> {
        let action = self.my_position().and_then(|position| self.choice.action(position))?;
        let game = self.session.game().filter(|game| game.shows_previews())?;
        let position = present_position(game, self.session.turns())?;
        Preview::of(&position, action).map(|preview| preview_text(&preview))
    }

    /// The lines of the panel; none while the talk is shown.
    pub(super) fn panel_lines(&self) -> Option<Vec<String>> {
        match self.panel.kind {
            PanelKind::Talk => None,
            PanelKind::Book => Some(self.book_lines()),
            PanelKind::Analysis => Some(self.analysis_lines()),
        }
    }

    /// Whether the user is not a player of a game that is being played.
    fn can_look_up(&self) -> bool {
        self.session.game().is_some_and(|game| game.is_over() || game.role.seat().is_none())
    }

    /// The number of actions before the shown position.
    fn shown_ply(&self) -> Option<u32> {
        let present = self.session.game()?.view.position.as_ref()?;
        let earlier = self.replay.shown().and_then(|count| self.session.turns().position_after(count));
        Some(earlier.unwrap_or(present).ply)
    }

    fn book_lines(&self) -> Vec<String> {
        let title = "Position book: what finished games played here".to_owned();
        let lines = match &self.panel.book {
            Some((ply, Ok(book))) if Some(*ply) == self.shown_ply() => book_text(book),
            Some((ply, Err(fault))) if Some(*ply) == self.shown_ply() => vec![fault.clone()],
            _ => vec!["…".to_owned()],
        };
        std::iter::once(title).chain(lines).collect()
    }

    /// The accuracy, and the values of the last shown turn and of the next ones.
    fn analysis_lines(&self) -> Vec<String> {
        match &self.panel.analysis {
            None => vec!["Analysis …".to_owned()],
            Some(Err(fault)) => vec!["Analysis".to_owned(), fault.clone()],
            Some(Ok(analysis)) => {
                let first = self.shown_turns().saturating_sub(1);
                let turns = analysis.turns.iter().enumerate().skip(first);
                let lines = turns.map(|(number, turn)| analysed_turn_text(number, turn));
                std::iter::once(analysis_title(analysis)).chain(lines).collect()
            }
        }
    }
}

fn book_text(book: &PositionBook) -> Vec<String> {
    if book.played.is_empty() {
        return vec!["No finished public game has reached this position.".to_owned()];
    }
    book.played.iter().map(action_stats_text).collect()
}

/// `N    12 games: South won 7, North 4, 1 draw`.
fn action_stats_text(stats: &ActionStats) -> String {
    let action = stats.action.map_or("end".to_owned(), |action| action.to_string());
    let games = match stats.games() {
        1 => "1 game".to_owned(),
        count => format!("{count} games"),
    };
    let draws = match stats.draw {
        0 => String::new(),
        1 => ", 1 draw".to_owned(),
        count => format!(", {count} draws"),
    };
    format!("{action:<4} {games}: South won {}, North {}{draws}", stats.south, stats.north)
}

fn analysis_title(analysis: &Analysis) -> String {
    let accuracy =
        |accuracy: Option<f64>| accuracy.map_or("-".to_owned(), |percent| format!("{percent:.0} %"));
    let progress = if analysis.done {
        String::new()
    } else {
        format!(" ({} of {} turns so far)", analysis.turns.len(), analysis.turn_count)
    };
    let south = accuracy(analysis.accuracy.south);
    let north = accuracy(analysis.accuracy.north);
    format!("Analysis: accuracy South {south}, North {north}{progress}")
}

/// `12. South A<: 61 %, mistake, loses 12 %, best B`.
fn analysed_turn_text(number: usize, turn: &AnalysedTurn) -> String {
    let notation =
        |actions: &[Text<Action>]| actions.iter().map(ToString::to_string).collect::<Vec<_>>().join(".");
    let best = turn.best.first().map(|best| notation(best)).unwrap_or_default();
    let fault = match turn.mark {
        Some(mark) => format!(", {}, loses {:.0} %, best {best}", mark.as_str(), 100.0 * turn.loss),
        None => String::new(),
    };
    let seat = seat_name(*turn.seat);
    let played = notation(&turn.actions);
    format!("{:>3} {seat} {played}: {:.0} %{fault}", number + 1, 100.0 * turn.value)
}
