//! The lines that a player can type.

use ikibuguzo_engine::Array;
use ikibuguzo_protocol::Claim;

/// The help that `?` prints.
pub const HELP: &str = "  N            sow hole N anti-clockwise; South's are capitals, North's small
  A<           sow A clockwise
  *            enter your store along your own row (Azigo);
               `*>` continues into the opponent's row
  -            pass, where nothing else is possible (Njombwa)
  first        before a game of Ikibuguzo: arrange your counters in the first
               array; `second` in the second one
  draw         offer a draw
  berserk      in an arena, before your first action: halve your clock and give
               up its increments; a long enough game then won is one point more
  takeback     ask to take back your last turn; `undo` does the same
  previews     offer that both of you see what an action would do
  accept       accept what your opponent offers; `decline` declines it
  resign       give the game up
  claim        when your opponent has been away for too long: win the game
  abort        the same, before both have made a turn: end it without a result;
               while you wait for an opponent: withdraw the game
  say TEXT     say something to everybody at the board
  rematch      when the game is over: offer another one with the seats swapped
  board        draw the board again, with the time that is left
  quit         leave; a game on a server goes on, and `ikibuguzo play` with its
               code comes back to it
  ?            this help";

/// The words that Tab completes.
pub const WORDS: [&str; 18] = [
    "abort", "accept", "berserk", "board", "claim", "decline", "draw", "first", "help", "previews", "quit",
    "rematch", "resign", "say ", "second", "takeback", "undo", "exit",
];

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// An empty line.
    Empty,
    /// `?`
    Help,
    /// `board`
    Board,
    /// `quit`
    Quit,
    /// A command for the server.
    Command(PlayerCommand),
}

/// A command for the server, as it was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PlayerCommand {
    /// `resign`
    Resign,
    /// `berserk`
    Berserk,
    /// `draw`
    OfferDraw,
    /// `takeback` or `undo`
    OfferTakeback,
    /// `previews`
    OfferPreviews,
    /// `accept` or `decline`
    AnswerOffer {
        /// Whether it is `accept`.
        accept: bool,
    },
    /// `claim` or `abort`
    Claim(Claim),
    /// `rematch`
    OfferRematch,
    /// `say …`
    Say(String),
    /// The name of an array.
    Arrange(Array),
    /// Anything else, which should be an action.
    Act(String),
}

impl From<&str> for Input {
    fn from(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => Self::Empty,
            ("?" | "help", "") => Self::Help,
            ("board", "") => Self::Board,
            ("quit" | "exit", "") => Self::Quit,
            (word, rest) => {
                let command = PlayerCommand::parse(word, rest);
                Self::Command(command.unwrap_or_else(|| PlayerCommand::Act(line.to_owned())))
            }
        }
    }
}

impl PlayerCommand {
    /// The command that a word in small letters stands for; none if it should be an action.
    fn parse(word: &str, rest: &str) -> Option<Self> {
        match (word, rest) {
            ("resign", "") => Some(Self::Resign),
            ("berserk", "") => Some(Self::Berserk),
            ("draw", "") => Some(Self::OfferDraw),
            ("takeback" | "undo", "") => Some(Self::OfferTakeback),
            ("previews", "") => Some(Self::OfferPreviews),
            ("accept", "") => Some(Self::AnswerOffer { accept: true }),
            ("decline", "") => Some(Self::AnswerOffer { accept: false }),
            ("claim", "") => Some(Self::Claim(Claim::Win)),
            ("abort", "") => Some(Self::Claim(Claim::Abort)),
            ("rematch", "") => Some(Self::OfferRematch),
            ("say", text) => Some(Self::Say(text.to_owned())),
            (word, "") => word.parse().ok().map(Self::Arrange),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::Action;

    use super::*;

    fn command(line: &str) -> PlayerCommand {
        match Input::from(line) {
            Input::Command(command) => command,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn words_are_commands_and_letters_are_holes() {
        assert_eq!(Input::from("  "), Input::Empty);
        assert_eq!(Input::from("?"), Input::Help);
        assert_eq!(Input::from(" Board "), Input::Board);
        assert_eq!(Input::from("quit"), Input::Quit);
        assert_eq!(command("RESIGN"), PlayerCommand::Resign);
        assert_eq!(command("say  Mwaramutse, friend!"), PlayerCommand::Say("Mwaramutse, friend!".to_owned()));
        assert_eq!(command("accept"), PlayerCommand::AnswerOffer { accept: true });
        assert_eq!(command("decline"), PlayerCommand::AnswerOffer { accept: false });
        assert_eq!(command("berserk"), PlayerCommand::Berserk);
        assert_eq!(command("abort"), PlayerCommand::Claim(Claim::Abort));
        assert_eq!(command("second"), PlayerCommand::Arrange(Array::Second));
        assert_eq!(command("undo"), PlayerCommand::OfferTakeback);
        for action in ["A<", "resing", "draw now"] {
            assert_eq!(command(action), PlayerCommand::Act(action.to_owned()));
        }
    }

    #[test]
    fn the_help_lists_in_one_column_what_can_be_typed() {
        for line in HELP.lines() {
            let (typed, meaning) = line.split_at(15);
            assert!(typed.starts_with("  ") && typed.ends_with("  "), "{line}");
            assert!(!meaning.starts_with(' ') && line.len() <= 80, "{line}");
        }
        for action in ["N", "A<", "*", "-"] {
            assert!(HELP.contains(&format!("  {action} ")) && action.parse::<Action>().is_ok(), "{action}");
        }
    }
}
