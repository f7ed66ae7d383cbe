//! `show`: a game told again, turn by turn, or its record.

use std::io::{Write, stdout};

use anyhow::Result;
use ikibuguzo_protocol::{Event, Events, GameId};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::connection::api_client::ApiClient;
use crate::exit::Exit;
use crate::game_view::event_text as words;
use crate::game_view::local_game::Table;
use crate::game_view::overview as scene;
use crate::terminal::sanitize::sanitize;
use crate::terminal::style::Style;

/// Tells a game as far as it has been played.
///
/// # Errors
///
/// Where the server cannot be reached or refuses.
pub fn show(api: &ApiClient, game: GameId, json: bool) -> Result<Exit> {
    let text = api.get(&format!("/api/games/{game}/events"), &[], None)?;
    let mut out = stdout().lock();
    if json {
        let raw: Raw = api.parse(&text)?;
        raw.events.iter().try_for_each(|event| writeln!(out, "{event}"))?;
    } else {
        let told: Events = api.parse(&text)?;
        tell(game, &told.events, Style::of_stdout(), &mut out)?;
    }
    Ok(Exit::Done)
}

/// Prints the record of a game as far as it has been played.
///
/// # Errors
///
/// Where the server cannot be reached or refuses.
pub fn record(api: &ApiClient, game: GameId) -> Result<Exit> {
    let text = api.get(&format!("/api/games/{game}/record"), &[], None)?;
    write!(stdout(), "{}", sanitize(&text))?;
    Ok(Exit::Done)
}

/// The events as they came, for scripts.
#[derive(Deserialize)]
struct Raw {
    events: Vec<Box<RawValue>>,
}

fn tell(game: GameId, events: &[Event], style: Style, out: &mut impl Write) -> Result<()> {
    let Some((first, rest)) = events.split_first() else { return Ok(()) };
    let Some(mut table) = Table::created(game, first) else { return Ok(()) };
    writeln!(out, "{}", scene::introduction(&table))?;
    for event in rest {
        let words = words::event(event, &table);
        table.apply(event);
        if let Some(words) = words {
            writeln!(out, "{}", style.wrap(&words))?;
        }
        if words::shows_a_board(&event.what)
            && let Some(drawing) = scene::drawing(&table, None, style)
        {
            writeln!(out, "\n{drawing}\n")?;
        }
    }
    Ok(())
}
