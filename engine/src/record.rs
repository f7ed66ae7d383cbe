//! Game records: tags, numbered turns, comments and a result, as described in docs/NOTATION.md.

mod read;
mod stream;

use std::fmt;

use crate::{
    Action, ArrangeError, Array, BySeat, Game, GameStart, IllegalAction, Outcome, Position, Ruleset, Seat,
};

pub use read::{ParseRecordError, ParsedRecord, TextPosition};
pub use stream::RecordStream;

/// A written game. A file may have several records, one after the other.
///
/// ```
/// use ikibuguzo_engine::Record;
///
/// let text = "[Rules \"ikibuguzo:choice\"]\n[Arrays \"first second\"]\n\n1. N h {as always} 2. L ?\n";
/// let games = Record::read_all(text)?;
/// let game = games[0].record.replay()?;
/// assert_eq!(game.turns(), 3);
/// assert_eq!(Record::read_all(&games[0].record.to_string())?[0].record, games[0].record);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// The tags, in order. [`replay`](Record::replay) reads `Rules`, `Arrays` and `Position`; all others are for
    /// people.
    pub tags: Vec<Tag>,
    /// The turns. The seats alternate.
    pub turns: Vec<Turn>,
    /// The result.
    pub result: RecordResult,
}

/// A tag: a name and a value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// The name, such as `Rules`: letters and digits, beginning with a letter.
    pub name: String,
    /// The value: any text on one line.
    pub value: String,
}

/// The actions of one seat's turn, with a comment.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// The actions, at least one.
    pub actions: Vec<Action>,
    /// The comment after the turn, without braces.
    pub comment: Option<String>,
}

/// The result of a recorded game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RecordResult {
    /// A seat won.
    Won(Seat),
    /// The game was drawn.
    Draw,
    /// The record has no result.
    Open,
}

impl Record {
    /// The value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Adds a tag. Control characters in the value, such as line breaks, become blanks.
    pub fn add_tag(&mut self, name: &str, value: impl fmt::Display) {
        let value = value.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.tags.push(Tag { name: name.to_owned(), value });
    }

    /// Starts the game of the tags `Rules`, `Arrays` and `Position`.
    ///
    /// # Errors
    ///
    /// If a tag is missing or wrong.
    pub fn begin(&self) -> Result<Game, ReplayError> {
        if let Some(text) = self.tag("Position") {
            let position: Position = text.parse().map_err(|error| ReplayError::tag("Position", &error))?;
            return Ok(Game::new(position));
        }
        let rules = self.tag("Rules").ok_or(ReplayError::tag("Rules", &"it is missing"))?;
        let ruleset: Ruleset = rules.parse().map_err(|error| ReplayError::tag("Rules", &error))?;
        match ruleset.begin() {
            GameStart::Play(game) => Ok(game),
            GameStart::Arrange(mut arrangement) => {
                let arrays = self.arrays()?;
                let refused = |error: ArrangeError| ReplayError::tag("Arrays", &error);
                for seat in Seat::ALL {
                    arrangement.choose(seat, arrays[seat]).map_err(refused)?;
                }
                arrangement.reveal().ok_or(ReplayError::tag("Arrays", &"both are needed"))
            }
        }
    }

    /// Plays the game. The last turn may stop in the middle, because players may end a game there.
    ///
    /// # Errors
    ///
    /// If a tag, a turn or the result is wrong. The error contains the reason.
    pub fn replay(&self) -> Result<Game, ReplayError> {
        let mut game = self.begin()?;
        for (index, turn) in self.turns.iter().enumerate() {
            let fault = |why| ReplayError::Turn { index, why };
            play_turn(&mut game, turn).map_err(fault)?;
            let is_last = index + 1 == self.turns.len();
            if game.pending().is_some() && !is_last {
                return Err(fault(TurnError::Unfinished));
            }
        }
        match (game.outcome().map(RecordResult::from), self.result) {
            // Players may end a game that the rules do not end.
            (None, _) => Ok(game),
            (Some(by_the_rules), recorded) if by_the_rules == recorded => Ok(game),
            (Some(by_the_rules), recorded) => Err(ReplayError::Result { by_the_rules, recorded }),
        }
    }

    fn arrays(&self) -> Result<BySeat<Array>, ReplayError> {
        let text = self.tag("Arrays").ok_or(ReplayError::tag("Arrays", &"it is missing"))?;
        let two = || ReplayError::tag("Arrays", &"South's array and North's, with a blank between them");
        let (south, north) = text.split_once(' ').ok_or_else(two)?;
        let read = |text: &str| text.parse().map_err(|error| ReplayError::tag("Arrays", &error));
        Ok(BySeat::new(read(south)?, read(north)?))
    }
}

fn play_turn(game: &mut Game, turn: &Turn) -> Result<(), TurnError> {
    let seat = game.to_move();
    for &action in &turn.actions {
        if game.to_move().is_some() && game.to_move() != seat {
            return Err(TurnError::Over { action });
        }
        game.advance(action).map_err(|why| TurnError::Illegal { action, why })?;
    }
    Ok(())
}

impl From<Outcome> for RecordResult {
    fn from(outcome: Outcome) -> RecordResult {
        outcome.winner.map_or(RecordResult::Draw, RecordResult::Won)
    }
}

impl fmt::Display for RecordResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            RecordResult::Won(seat) => seat.as_str(),
            RecordResult::Draw => "draw",
            RecordResult::Open => "?",
        })
    }
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let actions: Vec<String> = self.actions.iter().map(Action::to_string).collect();
        f.write_str(&actions.join("."))?;
        match &self.comment {
            Some(comment) => write!(f, " {{{comment}}}"),
            None => Ok(()),
        }
    }
}

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for Tag { name, value } in &self.tags {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        writeln!(f)?;
        for (number, pair) in (1..).zip(self.turns.chunks(2)) {
            write!(f, "{number}.")?;
            pair.iter().try_for_each(|turn| write!(f, " {turn}"))?;
            writeln!(f)?;
        }
        writeln!(f, "{}", self.result)
    }
}

/// The reason why a record cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplayError {
    /// A required tag is missing or wrong.
    Tag {
        /// The name of the tag.
        name: &'static str,
        /// The reason.
        why: String,
    },
    /// A turn cannot be played.
    Turn {
        /// The index of the turn, from 0.
        index: usize,
        /// The reason.
        why: TurnError,
    },
    /// The result of the record is not that of the rules.
    Result {
        /// The result by the rules.
        by_the_rules: RecordResult,
        /// The result in the record.
        recorded: RecordResult,
    },
}

/// The reason why a turn cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnError {
    /// An action is illegal.
    Illegal {
        /// The action.
        action: Action,
        /// The reason.
        why: IllegalAction,
    },
    /// The turn was over before this action.
    Over {
        /// The action.
        action: Action,
    },
    /// The turn stops although its player still has a choice, and it is not the last one.
    Unfinished,
}

impl ReplayError {
    fn tag(name: &'static str, why: &dyn fmt::Display) -> ReplayError {
        ReplayError::Tag { name, why: why.to_string() }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ReplayError::Tag { name, why } => write!(f, "the tag {name}: {why}"),
            ReplayError::Turn { index, why } => write!(f, "turn {}: {why}", index + 1),
            ReplayError::Result { by_the_rules, recorded } => {
                write!(f, "the result by the rules is {by_the_rules}, and the record says {recorded}")
            }
        }
    }
}

impl fmt::Display for TurnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnError::Illegal { action, why } => write!(f, "{action}: {why}"),
            TurnError::Over { action } => write!(f, "{action}: the turn was over before it"),
            TurnError::Unfinished => f.write_str("the turn stops in the middle, at a choice"),
        }
    }
}

impl std::error::Error for ReplayError {}

impl std::error::Error for TurnError {}
