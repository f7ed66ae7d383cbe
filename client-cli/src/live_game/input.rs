//! What a player can type.

use ikibuguzo_engine::{Action, Array};
use ikibuguzo_protocol::{Claim, ClientMessage, ErrorCode, MAX_CLIENT_MESSAGE, Offer, Refusal, Text};
use serde_json::{Map, Value};

use crate::game_view::local_game::{Offered, Table};
use crate::random::new_command_id;

/// What `?` prints.
pub const HELP: &str = "  N            sow hole N anti-clockwise; South's are capitals, North's small
  A<           sow A clockwise
  *            enter your store along your own row (Azigo);
               `*>` enters it on into the other's row
  -            pass, where nothing else is possible (Njombwa)
  first        before a game of Ikibuguzo: arrange your counters in the first
               array; `second` in the second one
  draw         offer a draw
  takeback     ask to take back your last turn
  accept       accept what the other one offers; `decline` declines it
  resign       give the game up
  claim        when the other has been gone for too long: win the game
  abort        the same, before both have made a turn: end it without a result;
               while nobody has come: withdraw the game
  say TEXT     say something to everybody at the board
  rematch      when the game is over: offer another one with the seats swapped
  board        draw the board again, with the time that is left
  quit         leave; the game goes on, and `ikibuguzo play` with its code comes
               back to it
  ?            this help";

/// A line that was typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Typed {
    /// An empty line.
    Nothing,
    /// `?`
    Help,
    /// `board`
    Board,
    /// `quit`
    Quit,
    /// Something for the server.
    Ask(Asked),
}

/// Something for the server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// `resign`
    Resign,
    /// `draw`
    OfferDraw,
    /// `takeback`
    OfferTakeback,
    /// `accept` or `decline`
    Answer {
        /// Which of the two.
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

impl From<&str> for Typed {
    fn from(line: &str) -> Self {
        let line = line.trim();
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) => Self::Nothing,
            ("?" | "help", "") => Self::Help,
            ("board", "") => Self::Board,
            ("quit" | "exit", "") => Self::Quit,
            ("resign", "") => Self::Ask(Asked::Resign),
            ("draw", "") => Self::Ask(Asked::OfferDraw),
            ("takeback", "") => Self::Ask(Asked::OfferTakeback),
            ("accept", "") => Self::Ask(Asked::Answer { accept: true }),
            ("decline", "") => Self::Ask(Asked::Answer { accept: false }),
            ("claim", "") => Self::Ask(Asked::Claim(Claim::Win)),
            ("abort", "") => Self::Ask(Asked::Claim(Claim::Abort)),
            ("rematch", "") => Self::Ask(Asked::OfferRematch),
            ("say", text) => Self::Ask(Asked::Say(text.to_owned())),
            (word, "") if word.parse::<Array>().is_ok() => {
                word.parse().map_or(Self::Nothing, |array| Self::Ask(Asked::Arrange(array)))
            }
            _ => Self::Ask(Asked::Act(line.to_owned())),
        }
    }
}

/// The command that says to the server what was typed at this table.
///
/// # Errors
///
/// A sentence that says why there is nothing to send.
pub fn command(asked: Asked, table: &Table) -> Result<ClientMessage, String> {
    let (game, id) = (table.game, new_command_id());
    short(match asked {
        Asked::Resign => ClientMessage::Resign { game, id },
        Asked::OfferDraw => ClientMessage::OfferDraw { game, id },
        Asked::Claim(claim) => ClientMessage::Claim { game, id, claim },
        Asked::OfferRematch => ClientMessage::OfferRematch { game, id },
        Asked::Say(text) => ClientMessage::Say { game, id, text },
        Asked::Arrange(array) => ClientMessage::Arrange { game, id, array: Text(array) },
        Asked::OfferTakeback => ClientMessage::OfferTakeback { game, id },
        Asked::Answer { accept } => {
            let (what, Offer { offer, .. }) = table.offer_to_me().ok_or("nobody has offered you anything")?;
            match what {
                Offered::Draw => ClientMessage::AnswerDraw { game, id, offer, accept },
                Offered::Takeback => ClientMessage::AnswerTakeback { game, id, offer, accept },
                Offered::Rematch => ClientMessage::AnswerRematch { game, id, offer, accept },
            }
        }
        Asked::Act(text) => {
            let ply = table.view.position.as_ref().map_or(0, |position| position.ply);
            ClientMessage::Act { game, id, ply, action: action(&text, table)? }
        }
    })
}

/// The server would refuse more without being able to say which command it was.
fn short(message: ClientMessage) -> Result<ClientMessage, String> {
    if message.to_json().len() > MAX_CLIENT_MESSAGE {
        return Err(format!("a message has at most {MAX_CLIENT_MESSAGE} bytes"));
    }
    Ok(message)
}

/// A command that a script wrote as JSON; the game, an id and the ply are filled in where they are missing.
///
/// # Errors
///
/// The refusal that the server would give.
pub fn json_command(line: &str, table: &Table) -> Result<ClientMessage, Box<Refusal>> {
    let Ok(Value::Object(mut fields)) = serde_json::from_str::<Value>(line) else {
        return ClientMessage::parse(line).map_err(Box::new);
    };
    fill(&mut fields, table);
    let message = ClientMessage::parse(&Value::Object(fields).to_string()).map_err(Box::new)?;
    short(message).map_err(|why| Box::new(Refusal::new(ErrorCode::FrameTooLarge, why)))
}

fn fill(fields: &mut Map<String, Value>, table: &Table) {
    let ply = table.view.position.as_ref().map_or(0, |position| position.ply);
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default();
    let (acts, talks) = (kind == "act", ["hello", "join", "leave", "ping"].contains(&kind));
    if talks {
        return;
    }
    fields.entry("game").or_insert_with(|| table.game.as_str().into());
    fields.entry("id").or_insert_with(|| new_command_id().as_str().into());
    if acts {
        fields.entry("ply").or_insert_with(|| ply.into());
    }
}

/// The action that was meant: as typed, or in the other case if only that is legal. What is not legal goes to the
/// server all the same, whose refusal says why.
fn action(text: &str, table: &Table) -> Result<String, String> {
    let legal = table.view.position.iter().flat_map(|position| &position.legal);
    let mut meant = legal.map(ToString::to_string).filter(|legal| legal.eq_ignore_ascii_case(text));
    match (meant.next(), text.parse::<Action>()) {
        (Some(action), _) => Ok(action),
        (None, Ok(action)) => Ok(action.to_string()),
        (None, Err(_)) => Err("that is no action and no command; ? lists what you can type".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::{Game, Seat, Viewer};
    use ikibuguzo_protocol::PositionView;

    use super::*;

    fn table() -> Table {
        let mut table = crate::game_view::local_game::tests::table("south");
        let game = Game::from_rulespec("ikibuguzo:first").expect("rules");
        table.view.position = Some(PositionView::of(&game, Viewer::Spectator));
        table
    }

    fn asked(line: &str) -> Asked {
        match Typed::from(line) {
            Typed::Ask(asked) => asked,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn words_are_commands_and_letters_are_holes() {
        assert_eq!(Typed::from("  "), Typed::Nothing);
        assert_eq!(Typed::from("?"), Typed::Help);
        assert_eq!(Typed::from(" Board "), Typed::Board);
        assert_eq!(Typed::from("quit"), Typed::Quit);
        assert_eq!(asked("RESIGN"), Asked::Resign);
        assert_eq!(asked("say  Mwaramutse, friend!"), Asked::Say("Mwaramutse, friend!".to_owned()));
        assert_eq!(asked("abort"), Asked::Claim(Claim::Abort));
        assert_eq!(asked("second"), Asked::Arrange(Array::Second));
        assert_eq!(asked("A<"), Asked::Act("A<".to_owned()));
    }

    #[test]
    fn the_help_names_in_one_column_what_can_be_typed() {
        for line in HELP.lines() {
            let (typed, meant) = line.split_at(15);
            assert!(typed.starts_with("  ") && typed.ends_with("  "), "{line}");
            assert!(!meant.starts_with(' ') && line.len() <= 80, "{line}");
        }
        for action in ["N", "A<", "*", "-"] {
            assert!(HELP.contains(&format!("  {action} ")) && action.parse::<Action>().is_ok(), "{action}");
        }
    }

    #[test]
    fn an_action_answers_the_ply_on_the_table_in_either_case() {
        for line in ["N", "n"] {
            let message = command(asked(line), &table()).expect("an action");
            assert!(matches!(message, ClientMessage::Act { ply: 0, action, .. } if action == "N"), "{line}");
        }
        let illegal = command(asked("b"), &table()).expect("the server says why not");
        assert!(matches!(illegal, ClientMessage::Act { action, .. } if action == "b"));
        assert!(command(asked("resing"), &table()).is_err());
    }

    #[test]
    fn nothing_is_sent_that_the_server_could_not_read() {
        let long = "x".repeat(5_000);
        assert!(command(Asked::Say(long.clone()), &table()).is_err());
        let refusal =
            json_command(&format!(r#"{{"type":"say","text":"{long}"}}"#), &table()).expect_err("too long");
        assert_eq!(refusal.code, ErrorCode::FrameTooLarge);
    }

    #[test]
    fn only_the_others_offer_is_answered() {
        let mut table = table();
        assert!(command(asked("accept"), &table).is_err());
        table.view.draw_offer = Some(Offer { offer: 9, seat: Text(Seat::South) });
        assert!(command(asked("accept"), &table).is_err());
        table.view.draw_offer = Some(Offer { offer: 9, seat: Text(Seat::North) });
        let answer = command(asked("decline"), &table).expect("an offer stands");
        assert!(matches!(answer, ClientMessage::AnswerDraw { offer: 9, accept: false, .. }));
    }

    #[test]
    fn a_script_leaves_out_what_the_client_knows() {
        let act = json_command(r#"{"type":"act","action":"N"}"#, &table()).expect("complete now");
        assert!(matches!(act, ClientMessage::Act { ply: 0, .. }));
        let named = json_command(r#"{"type":"resign","id":"mine"}"#, &table()).expect("complete now");
        assert_eq!(named.id().map(ToString::to_string), Some("mine".to_owned()));
        for wrong in ["{", r#"{"type":"win"}"#, r#"{"type":"act","action":"N","now":true}"#] {
            json_command(wrong, &table()).expect_err(wrong);
        }
    }
}
