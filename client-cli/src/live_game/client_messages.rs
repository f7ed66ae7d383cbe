//! The messages for typed commands.

use ikibuguzo_engine::Action;
use ikibuguzo_protocol::{
    ClientMessage, ErrorCode, MAX_CLIENT_MESSAGE_BYTES, Offer, OfferKind, Refusal, Text,
};
use serde_json::{Map, Value};

use super::input::PlayerCommand;
use crate::game_view::local_game::LocalGame;
use crate::system::new_command_id;

/// The message for a command in this game.
///
/// # Errors
///
/// A sentence that says why there is nothing to send.
pub fn client_message(command: PlayerCommand, local: &LocalGame) -> Result<ClientMessage, String> {
    let game = local.id;
    let id = new_command_id();
    check_length(match command {
        PlayerCommand::Resign => ClientMessage::Resign { game, id },
        PlayerCommand::Berserk => ClientMessage::Berserk { game, id },
        PlayerCommand::OfferDraw => ClientMessage::OfferDraw { game, id },
        PlayerCommand::Claim(claim) => ClientMessage::Claim { game, id, claim },
        PlayerCommand::OfferRematch => ClientMessage::OfferRematch { game, id },
        PlayerCommand::Say(text) => ClientMessage::Say { game, id, text },
        PlayerCommand::Arrange(array) => ClientMessage::Arrange { game, id, array: Text(array) },
        PlayerCommand::OfferTakeback => ClientMessage::OfferTakeback { game, id },
        PlayerCommand::OfferPreviews => ClientMessage::OfferPreviews { game, id },
        PlayerCommand::AnswerOffer { accept } => {
            let (kind, Offer { offer, .. }) = local.offer_to_me().ok_or("nobody has offered you anything")?;
            match kind {
                OfferKind::Draw => ClientMessage::AnswerDraw { game, id, offer, accept },
                OfferKind::Takeback => ClientMessage::AnswerTakeback { game, id, offer, accept },
                OfferKind::Previews => ClientMessage::AnswerPreviews { game, id, offer, accept },
                OfferKind::Rematch => ClientMessage::AnswerRematch { game, id, offer, accept },
            }
        }
        PlayerCommand::Act(text) => {
            ClientMessage::Act { game, id, after: local.position_seq, action: action(&text, local)? }
        }
    })
}

/// The message that a script wrote as JSON. The game, a command id and `after` are filled in where they are missing.
///
/// # Errors
///
/// The refusal that the server would send.
pub fn client_message_from_json(line: &str, local: &LocalGame) -> Result<ClientMessage, Box<Refusal>> {
    let Ok(Value::Object(mut fields)) = serde_json::from_str::<Value>(line) else {
        return ClientMessage::parse(line).map_err(Box::new);
    };
    fill_in(&mut fields, local);
    let message = ClientMessage::parse(&Value::Object(fields).to_string()).map_err(Box::new)?;
    check_length(message).map_err(|why| Box::new(Refusal::new(ErrorCode::FrameTooLarge, why)))
}

/// Refuses a message that is too long. The server's refusal could not name the command.
fn check_length(message: ClientMessage) -> Result<ClientMessage, String> {
    if message.to_json().len() > MAX_CLIENT_MESSAGE_BYTES {
        return Err(format!("a message has at most {MAX_CLIENT_MESSAGE_BYTES} bytes"));
    }
    Ok(message)
}

/// Adds the missing fields that the client knows to a message about the game.
fn fill_in(fields: &mut Map<String, Value>, local: &LocalGame) {
    let kind = fields.get("type").and_then(Value::as_str).unwrap_or_default();
    let is_action = kind == "act";
    if ["hello", "join", "leave", "ping"].contains(&kind) {
        return;
    }
    fields.entry("game").or_insert_with(|| local.id.as_str().into());
    fields.entry("id").or_insert_with(|| new_command_id().as_str().into());
    if is_action {
        fields.entry("after").or_insert_with(|| local.position_seq.into());
    }
}

/// The action that a player means: as typed, or in the other letter case if only that is legal.
///
/// An illegal action is sent as well: the server's refusal says why it is illegal.
fn action(text: &str, local: &LocalGame) -> Result<String, String> {
    let legal = local.view.position.iter().flat_map(|position| &position.legal);
    let mut matching = legal.map(ToString::to_string).filter(|legal| legal.eq_ignore_ascii_case(text));
    match (matching.next(), text.parse::<Action>()) {
        (Some(action), _) => Ok(action),
        (None, Ok(action)) => Ok(action.to_string()),
        (None, Err(_)) => {
            Err("that is neither an action nor a command; ? lists what you can type".to_owned())
        }
    }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::{Game, Seat, Viewer};
    use ikibuguzo_protocol::PositionView;

    use super::*;
    use crate::game_view::local_game::tests::open_game;

    fn game() -> LocalGame {
        let mut game = open_game("south");
        let start = Game::from_rulespec("ikibuguzo:first").expect("rules");
        game.view.position = Some(PositionView::of(&start, Viewer::Spectator));
        game
    }

    fn act(text: &str) -> PlayerCommand {
        PlayerCommand::Act(text.to_owned())
    }

    #[test]
    fn an_action_in_either_case_names_the_present_position() {
        for text in ["N", "n"] {
            let message = client_message(act(text), &game()).expect("an action");
            assert!(
                matches!(message, ClientMessage::Act { after: 2, action, .. } if action == "N"),
                "{text}"
            );
        }
        let illegal = client_message(act("b"), &game()).expect("the server says why not");
        assert!(matches!(illegal, ClientMessage::Act { action, .. } if action == "b"));
        assert!(client_message(act("resing"), &game()).is_err());
    }

    #[test]
    fn a_message_that_is_too_long_is_not_sent() {
        let long = "x".repeat(MAX_CLIENT_MESSAGE_BYTES);
        assert!(client_message(PlayerCommand::Say(long.clone()), &game()).is_err());
        let json = format!(r#"{{"type":"say","text":"{long}"}}"#);
        let refusal = client_message_from_json(&json, &game()).expect_err("too long");
        assert_eq!(refusal.code, ErrorCode::FrameTooLarge);
    }

    #[test]
    fn only_the_opponents_offer_is_answered() {
        let accept = || PlayerCommand::AnswerOffer { accept: true };
        let decline = || PlayerCommand::AnswerOffer { accept: false };
        let mut game = game();
        assert!(client_message(accept(), &game).is_err());
        game.view.draw_offer = Some(Offer { offer: 9, seat: Text(Seat::South) });
        assert!(client_message(accept(), &game).is_err());
        game.view.draw_offer = Some(Offer { offer: 9, seat: Text(Seat::North) });
        let answer = client_message(decline(), &game).expect("an offer stands");
        assert!(matches!(answer, ClientMessage::AnswerDraw { offer: 9, accept: false, .. }));
    }

    #[test]
    fn a_script_can_leave_out_what_the_client_knows() {
        let parse = |line: &str| client_message_from_json(line, &game());
        let act = parse(r#"{"type":"act","action":"N"}"#).expect("complete now");
        assert!(matches!(act, ClientMessage::Act { after: 2, .. }));
        let named = parse(r#"{"type":"resign","id":"mine"}"#).expect("complete now");
        assert_eq!(named.id().map(ToString::to_string), Some("mine".to_owned()));
        for wrong in ["{", r#"{"type":"win"}"#, r#"{"type":"act","action":"N","now":true}"#] {
            parse(wrong).expect_err(wrong);
        }
    }
}
