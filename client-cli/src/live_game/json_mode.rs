//! `--json`: the server's messages on standard output, one per line, and commands from standard input.

use std::io::{Write, stdout};

use anyhow::Result;
use ikibuguzo_protocol::{ClientMessage, ErrorCode, Refusal, ServerMessage};
use tokio::sync::mpsc::Receiver;

use super::client_messages::{client_message, client_message_from_json};
use super::input::Input;
use crate::connection::game_connection::GameConnection;
use crate::connection::game_connection::update::GameUpdate;
use crate::game_view::local_game::LocalGame;
use crate::terminal::output::report;
use crate::terminal::sanitize::sanitize;

/// Forwards messages both ways until the game is over.
///
/// The end of standard input does not end the program if the game `outlives_input`: a script may only listen. Otherwise
/// it ends the program as soon as every command is answered.
///
/// # Errors
///
/// If the server refuses, or the output cannot be written.
pub async fn run_json_mode(
    mut connection: GameConnection,
    input: &mut Receiver<String>,
    outlives_input: bool,
) -> Result<()> {
    let mut game: Option<LocalGame> = None;
    let mut is_input_open = true;
    while is_input_open || outlives_input || !connection.is_answered() || connection.has_update() {
        let can_read = is_input_open && game.is_some() && connection.can_send();
        tokio::select! {
            update = connection.next_update() => {
                handle_update(update, &mut game)?;
                if game.as_ref().is_some_and(LocalGame::is_over) {
                    return Ok(());
                }
            }
            line = input.recv(), if can_read => match (line, &game) {
                (Some(line), Some(game)) => handle_line(&line, game, &mut connection)?,
                _ => is_input_open = false,
            },
        }
    }
    Ok(())
}

/// Applies an update to the game, and writes it.
fn handle_update(update: GameUpdate, game: &mut Option<LocalGame>) -> Result<()> {
    match update {
        GameUpdate::Snapshot(snapshot, text) | GameUpdate::SharedSnapshot(snapshot, text) => {
            *game = LocalGame::from_snapshot(*snapshot);
            write_line(&text)?;
        }
        GameUpdate::Event(event, text) => {
            if let Some(game) = game {
                game.apply(&event);
            }
            write_line(&text)?;
        }
        GameUpdate::Acknowledged(_, text)
        | GameUpdate::Refused(_, text)
        | GameUpdate::UnknownEvent(_, text)
        | GameUpdate::Presence(_, text) => write_line(&text)?,
        GameUpdate::Deferred(why) => report(format_args!("not yet ({}); trying again", sanitize(&why))),
        GameUpdate::Disconnected(why) => {
            report(format_args!("connection lost ({}); trying to get it back", sanitize(&why)));
        }
        GameUpdate::Reconnected => report("the connection is back"),
        GameUpdate::Failed(failure) => return Err(failure.into()),
    }
    Ok(())
}

/// Sends the command of a line. A message that cannot be sent is refused as the server would refuse it.
fn handle_line(line: &str, game: &LocalGame, connection: &mut GameConnection) -> Result<()> {
    let refusal = match parse_line(line, game) {
        Ok(None) => return Ok(()),
        Ok(Some(message)) if message.id().is_some() => {
            connection.send(message);
            return Ok(());
        }
        Ok(Some(_)) => refusal("only commands can be sent"),
        Err(refusal) => refusal,
    };
    write_line(&ServerMessage::Refused(*refusal).to_json())
}

/// The message of a line, in words or as JSON; none for an empty line.
fn parse_line(line: &str, game: &LocalGame) -> Result<Option<ClientMessage>, Box<Refusal>> {
    if line.trim_start().starts_with('{') {
        return client_message_from_json(line, game).map(Some);
    }
    match Input::from(line) {
        Input::Empty => Ok(None),
        Input::Command(command) => client_message(command, game).map(Some).map_err(|why| refusal(&why)),
        Input::Help | Input::Board | Input::Quit => Err(refusal("this word does nothing in JSON mode")),
    }
}

fn refusal(why: &str) -> Box<Refusal> {
    Box::new(Refusal::new(ErrorCode::BadAction, why))
}

fn write_line(line: &str) -> Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}
