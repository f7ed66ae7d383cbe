//! `show`: prints a game turn by turn, with the boards.

use std::io::{Write, stdout};

use anyhow::Result;
use ikibuguzo_protocol::{Event, EventPage, GameId};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::connection::api_client::ApiClient;
use crate::exit::Exit;
use crate::game_view::event_text::{changes_board, event_text};
use crate::game_view::local_game::LocalGame;
use crate::game_view::overview::{drawing, introduction};
use crate::terminal::style::Style;

/// Prints a game up to its newest event.
///
/// # Errors
///
/// If the server cannot be reached or refuses.
pub fn run(api: &ApiClient, game: GameId, json: bool) -> Result<Exit> {
    let text = api.get(&format!("/api/games/{game}/events"), &[], None)?;
    let mut out = stdout().lock();
    if json {
        let raw: RawEvents = api.parse(&text)?;
        raw.events.iter().try_for_each(|event| writeln!(out, "{event}"))?;
    } else {
        let parsed: EventPage = api.parse(&text)?;
        write_game(game, &parsed.events, Style::of_stdout(), &mut out)?;
    }
    Ok(Exit::Done)
}

/// Events as the server sent them, for scripts.
#[derive(Deserialize)]
struct RawEvents {
    events: Vec<Box<RawValue>>,
}

fn write_game(id: GameId, events: &[Event], style: Style, out: &mut impl Write) -> Result<()> {
    let Some((first, rest)) = events.split_first() else { return Ok(()) };
    let Some(mut game) = LocalGame::from_first_event(id, first) else { return Ok(()) };
    writeln!(out, "{}", introduction(&game))?;
    for event in rest {
        writeln!(out, "{}", style.wrap(&event_text(event, &game)))?;
        game.apply(event);
        if changes_board(&event.kind)
            && let Some(drawing) = drawing(&game, None, style)
        {
            writeln!(out, "\n{drawing}\n")?;
        }
    }
    Ok(())
}
