//! `games`: the list of games.

use std::io::{Write, stdout};

use anyhow::Result;
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{GameList, GameSummary, PlayerName, Token};
use jiff::Timestamp;

use crate::args::Games;
use crate::connection::api_client::ApiClient;
use crate::exit::Exit;
use crate::identity::store::Identities;
use crate::terminal::sanitize::sanitize;

/// Prints a page of the list, or all pages.
///
/// # Errors
///
/// Where the server cannot be reached or refuses, or a player's file cannot be used.
pub fn games(api: &ApiClient, identities: &Identities, options: &Games, json: bool) -> Result<Exit> {
    let (token, player) = viewer(identities, options)?;
    let mut cursor = options.cursor.clone();
    loop {
        let query = query(options, player.as_deref(), cursor.as_deref());
        let text = api.get("/api/games", &query, token.as_ref())?;
        let page: GameList = api.parse(&text)?;
        if json {
            writeln!(stdout(), "{}", text.trim_end())?;
        } else {
            print(&page, narrows(&query))?;
        }
        match page.next {
            Some(next) if options.all => cursor = Some(next),
            Some(next) if !json => return more(api, options, &next),
            _ => return Ok(Exit::Done),
        }
    }
}

/// Whose list it is, and the name that `--player` stands for.
fn viewer(identities: &Identities, options: &Games) -> Result<(Option<Token>, Option<String>)> {
    if let Some(number) = options.player.as_ref().and_then(|player| player.parse().ok()) {
        let identity = identities.get(number)?;
        return Ok((Some(identity.token), Some(identity.name.to_string())));
    }
    let first = identities.numbers()?.first().map(|number| identities.get(*number)).transpose()?;
    Ok((first.map(|identity| identity.token), options.player.clone()))
}

fn query(options: &Games, player: Option<&str>, cursor: Option<&str>) -> Vec<(&'static str, String)> {
    let parts = [
        ("state", options.state.map(|state| state.as_str().to_owned())),
        ("player", player.map(str::to_owned)),
        ("rules", options.rules.clone()),
        ("opponent", options.opponent.clone()),
        ("result", options.result.clone()),
        ("reason", options.reason.clone()),
        ("arrays", options.arrays.clone()),
        ("from", options.from.clone()),
        ("until", options.until.clone()),
        ("min_turns", options.min_turns.map(|turns| turns.to_string())),
        ("max_turns", options.max_turns.map(|turns| turns.to_string())),
        ("order", options.oldest.then(|| "oldest".to_owned())),
        ("limit", options.limit.map(|limit| limit.to_string())),
        ("cursor", cursor.map(str::to_owned)),
    ];
    parts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// Whether a search leaves games out.
fn narrows(query: &[(&str, String)]) -> bool {
    query.iter().any(|(name, _)| !["order", "limit"].contains(name))
}

fn print(page: &GameList, narrowed: bool) -> Result<()> {
    let rows: Vec<[String; 6]> = page.games.iter().map(row).collect();
    let mut out = stdout().lock();
    for row in &rows {
        let cells: Vec<String> =
            row.iter().enumerate().map(|(column, cell)| pad(cell, column, &rows)).collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    if rows.is_empty() && narrowed {
        writeln!(out, "No game was found.")?;
    } else if rows.is_empty() {
        writeln!(out, "No games. `ikibuguzo play --new --public` begins one that anybody may join.")?;
    }
    Ok(())
}

fn pad(cell: &str, column: usize, rows: &[[String; 6]]) -> String {
    let width = rows.iter().map(|row| row[column].len()).max().unwrap_or_default();
    format!("{cell:width$}")
}

fn row(game: &GameSummary) -> [String; 6] {
    let player = |seat| game.players.get(seat).as_ref().map_or("-", PlayerName::as_str).to_owned();
    [
        game.game.to_string(),
        date(game.created_at),
        game.clock.map_or(game.rules.to_string(), |clock| format!("{} {clock}", game.rules)),
        player(Seat::South),
        player(Seat::North),
        state(game),
    ]
}

fn state(game: &GameSummary) -> String {
    let state = match game.outcome {
        Some(outcome) => {
            let result = match outcome.winner {
                Some(seat) => format!("{seat} won"),
                None if outcome.reason.is_a_result() => "draw".to_owned(),
                None => "no result".to_owned(),
            };
            format!("{result} ({})", outcome.reason.as_str())
        }
        None => game.state.as_str().to_owned(),
    };
    if game.public { state } else { format!("{state}, by invitation") }
}

/// A time as a date and a time of day in UTC.
fn date(milliseconds: u64) -> String {
    let timestamp = i64::try_from(milliseconds).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    timestamp.map_or_else(String::new, |at| at.strftime("%Y-%m-%d %H:%M").to_string())
}

fn more(api: &ApiClient, options: &Games, next: &str) -> Result<Exit> {
    let options: String = query(options, options.player.as_deref(), Some(next)).iter().map(option).collect();
    writeln!(stdout(), "There are more: ikibuguzo{} games{options}", api.server().as_option())?;
    Ok(Exit::Done)
}

/// A part of a query as it is typed.
fn option((name, value): &(&str, String)) -> String {
    match *name {
        "order" => " --oldest".to_owned(),
        name => format!(" --{} {}", name.replace('_', "-"), quoted(value)),
    }
}

/// A value as a shell takes it: it may be a server's, which could be anything.
fn quoted(value: &str) -> String {
    let harmless = |c: char| c.is_alphanumeric() || "-_.:,=+".contains(c);
    if !value.is_empty() && value.chars().all(harmless) {
        return value.to_owned();
    }
    format!("'{}'", sanitize(value).replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_gave_is_pasted_as_one_word() {
        for (value, typed) in [
            ("1795246064650.05cdv44x7ekv.0a1b2c3d", "1795246064650.05cdv44x7ekv.0a1b2c3d"),
            ("", "''"),
            ("x; 'y", r"'x; '\''y'"),
        ] {
            assert_eq!(option(&("min_turns", value.to_owned())), format!(" --min-turns {typed}"));
        }
    }

    #[test]
    fn a_date_is_told_in_utc() {
        assert_eq!(date(1_795_246_064_657), "2026-11-21 07:27");
        assert_eq!(date(u64::MAX), "");
    }
}
