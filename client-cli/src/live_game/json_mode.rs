//! `--json`: the server's own messages on standard output, one a line, and commands from standard input.

use std::io::{Write, stdout};

use anyhow::Result;
use ikibuguzo_protocol::{ErrorCode, Event, Refusal, ServerMessage};
use tokio::sync::mpsc::Receiver;

use crate::connection::game_connection::GameConnection;
use crate::connection::game_connection::update::GameUpdate;
use crate::game_view::local_game::Table;
use crate::live_game::input::{self, Typed};
use crate::terminal::sanitize::sanitize;

/// Passes everything on until the game is over. The end of standard input ends nothing: a script may only listen.
///
/// # Errors
///
/// Where the server refuses for good, or nobody reads the output.
pub async fn run(mut connection: GameConnection, typed: &mut Receiver<String>) -> Result<()> {
    let mut table: Option<Table> = None;
    let mut reading = true;
    loop {
        tokio::select! {
            update = connection.next_update() => {
                if hear(update, &mut table)? {
                    return Ok(());
                }
            }
            line = typed.recv(), if reading && table.is_some() && connection.can_send() => match (line, &table) {
                (Some(line), Some(table)) => ask(&line, table, &mut connection)?,
                _ => reading = false,
            },
        }
    }
}

/// Prints what came; whether the game is over.
fn hear(update: GameUpdate, table: &mut Option<Table>) -> Result<bool> {
    match update {
        GameUpdate::Snapshot(snapshot, text) => {
            *table = Table::new(*snapshot);
            print(&text)?;
        }
        GameUpdate::Event(event, text) => {
            apply(table, &event);
            print(&text)?;
        }
        GameUpdate::Acknowledged(_, text)
        | GameUpdate::Refused(_, text)
        | GameUpdate::UnknownEvent(_, text)
        | GameUpdate::Presence(_, text) => {
            print(&text)?;
        }
        GameUpdate::Deferred(why) => eprintln!("ikibuguzo: not yet ({}); trying again", sanitize(&why)),
        GameUpdate::Disconnected(why) => {
            eprintln!("ikibuguzo: connection lost ({}); trying to get it back", sanitize(&why))
        }
        GameUpdate::Reconnected => eprintln!("ikibuguzo: the connection is back"),
        GameUpdate::Failed(failure) => return Err(failure.into()),
    }
    Ok(table.as_ref().is_some_and(|table| table.view.outcome.is_some()))
}

fn apply(table: &mut Option<Table>, event: &Event) {
    if let Some(table) = table {
        table.apply(event);
    }
}

/// Sends what a line says; what cannot be sent is refused as the server would refuse it.
fn ask(line: &str, table: &Table, connection: &mut GameConnection) -> Result<()> {
    let command = if line.trim_start().starts_with('{') {
        input::json_command(line, table)
    } else {
        match Typed::from(line) {
            Typed::Nothing => return Ok(()),
            Typed::Ask(asked) => input::command(asked, table).map_err(|why| refusal(&why)),
            Typed::Help | Typed::Board | Typed::Quit => Err(refusal("this word is not for scripts")),
        }
    };
    match command {
        Ok(command) if command.id().is_some() => connection.send(command),
        Ok(_) => print(&ServerMessage::Refused(*refusal("only commands can be sent")).to_json())?,
        Err(refusal) => print(&ServerMessage::Refused(*refusal).to_json())?,
    }
    Ok(())
}

fn refusal(why: &str) -> Box<Refusal> {
    Box::new(Refusal::new(ErrorCode::BadAction, why))
}

fn print(line: &str) -> Result<()> {
    let mut out = stdout().lock();
    writeln!(out, "{line}")?;
    Ok(out.flush()?)
}
