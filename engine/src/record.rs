//! A game on paper: tags, numbered turns, comments and the result, as docs/NOTATION.md describes them.

mod read;

use std::fmt;

use crate::{
    Action, ArrangeError, Array, BySeat, Game, IllegalAction, Outcome, Position, Ruleset, Seat, Start,
};

pub use read::{ParseRecordError, ParsedRecord, Place};

/// A game as it is written down. Several may stand in one file, one after the other.
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
    /// Whatever is to be told of the game, in order. [`replay`](Record::replay) reads `Rules`, `Arrays` and
    /// `Position`; the others are for people.
    pub tags: Vec<Tag>,
    /// The turns from the first one on. The seats alternate.
    pub turns: Vec<Turn>,
    /// How the game ended, or that it has not.
    pub result: Result,
}

/// A name and what it says of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tag {
    /// Letters and digits, beginning with a letter: `Rules`.
    pub name: String,
    /// Any text on one line.
    pub value: String,
}

/// The actions of one seat's turn, and what was remarked about them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Turn {
    /// At least one.
    pub actions: Vec<Action>,
    /// A remark behind the turn, without braces.
    pub comment: Option<String>,
}

/// How a recorded game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Result {
    /// A seat won.
    Won(Seat),
    /// Nobody won.
    Draw,
    /// The record stops before the end.
    Open,
}

impl Record {
    /// The value of the first tag with this name.
    pub fn tag(&self, name: &str) -> Option<&str> {
        self.tags.iter().find(|tag| tag.name == name).map(|tag| tag.value.as_str())
    }

    /// Adds a tag. What cannot stand in a tag's value, line breaks and other control characters, becomes a blank.
    pub fn add_tag(&mut self, name: &str, value: impl fmt::Display) {
        let value = value.to_string().chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
        self.tags.push(Tag { name: name.to_owned(), value });
    }

    /// The game before its first turn, as the tags `Rules`, `Arrays` and `Position` tell it.
    ///
    /// # Errors
    ///
    /// Says which tag is missing or wrong.
    pub fn begin(&self) -> std::result::Result<Game, RecordFault> {
        if let Some(text) = self.tag("Position") {
            let position: Position = text.parse().map_err(|error| RecordFault::tag("Position", &error))?;
            return Ok(Game::new(position));
        }
        let rules = self.tag("Rules").ok_or(RecordFault::tag("Rules", &"it is missing"))?;
        let ruleset: Ruleset = rules.parse().map_err(|error| RecordFault::tag("Rules", &error))?;
        match ruleset.begin() {
            Start::Play(game) => Ok(game),
            Start::Arrange(mut arrangement) => {
                let arrays = self.arrays()?;
                let refused = |error: ArrangeError| RecordFault::tag("Arrays", &error);
                for seat in Seat::ALL {
                    arrangement.choose(seat, arrays[seat]).map_err(refused)?;
                }
                arrangement.reveal().ok_or(RecordFault::tag("Arrays", &"both are needed"))
            }
        }
    }

    /// Plays the game again.
    ///
    /// # Errors
    ///
    /// Says which tag or which turn is wrong, and why.
    pub fn replay(&self) -> std::result::Result<Game, RecordFault> {
        let mut game = self.begin()?;
        for (index, turn) in self.turns.iter().enumerate() {
            play_turn(&mut game, turn).map_err(|why| RecordFault::Turn { index, why })?;
        }
        match (game.outcome().map(Result::of), self.result) {
            // Players may end a game that the rules do not.
            (None, _) => Ok(game),
            (Some(by_the_rules), told) if by_the_rules == told => Ok(game),
            (Some(by_the_rules), told) => Err(RecordFault::Result { by_the_rules, told }),
        }
    }

    fn arrays(&self) -> std::result::Result<BySeat<Array>, RecordFault> {
        let text = self.tag("Arrays").ok_or(RecordFault::tag("Arrays", &"it is missing"))?;
        let two = || RecordFault::tag("Arrays", &"South's array and North's, with a blank between them");
        let (south, north) = text.split_once(' ').ok_or_else(two)?;
        let read = |text: &str| text.parse().map_err(|error| RecordFault::tag("Arrays", &error));
        Ok(BySeat::new(read(south)?, read(north)?))
    }
}

fn play_turn(game: &mut Game, turn: &Turn) -> std::result::Result<(), TurnFault> {
    let seat = game.to_move();
    for &action in &turn.actions {
        if game.to_move().is_some() && game.to_move() != seat {
            return Err(TurnFault::Over { action });
        }
        game.advance(action).map_err(|why| TurnFault::Illegal { action, why })?;
    }
    if game.pending().is_some() { Err(TurnFault::Unfinished) } else { Ok(()) }
}

impl Result {
    /// How a game ended by its rules.
    pub fn of(outcome: Outcome) -> Result {
        outcome.winner.map_or(Result::Draw, Result::Won)
    }
}

impl fmt::Display for Result {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Result::Won(seat) => seat.as_str(),
            Result::Draw => "draw",
            Result::Open => "?",
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

/// Why a record cannot be played again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordFault {
    /// A tag that is needed is missing or wrong.
    Tag {
        /// Its name.
        name: &'static str,
        /// What is wrong with it.
        why: String,
    },
    /// A turn cannot be played.
    Turn {
        /// Which one, from 0.
        index: usize,
        /// What is wrong with it.
        why: TurnFault,
    },
    /// The rules have ended the game otherwise than the record tells.
    Result {
        /// How the rules have ended it.
        by_the_rules: Result,
        /// What the record tells.
        told: Result,
    },
}

/// Why a turn cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TurnFault {
    /// An action is not legal.
    Illegal {
        /// The action.
        action: Action,
        /// Why it is not.
        why: IllegalAction,
    },
    /// The turn was over before this action.
    Over {
        /// The action.
        action: Action,
    },
    /// The turn stops where its player has a choice.
    Unfinished,
}

impl RecordFault {
    fn tag(name: &'static str, why: &dyn fmt::Display) -> RecordFault {
        RecordFault::Tag { name, why: why.to_string() }
    }
}

impl fmt::Display for RecordFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordFault::Tag { name, why } => write!(f, "the tag {name}: {why}"),
            RecordFault::Turn { index, why } => write!(f, "turn {}: {why}", index + 1),
            RecordFault::Result { by_the_rules, told } => {
                write!(f, "the game ended with {by_the_rules}, and the record says {told}")
            }
        }
    }
}

impl fmt::Display for TurnFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TurnFault::Illegal { action, why } => write!(f, "{action}: {why}"),
            TurnFault::Over { action } => write!(f, "{action}: the turn was over before it"),
            TurnFault::Unfinished => f.write_str("the turn stops in the middle, at a choice"),
        }
    }
}

impl std::error::Error for RecordFault {}

impl std::error::Error for TurnFault {}
