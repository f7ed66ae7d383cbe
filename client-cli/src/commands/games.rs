//! `games`: lists games.

use std::io::{Write, stdout};

use anyhow::Result;
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{GameList, GameSummary, PlayerName, Token};
use jiff::Timestamp;

use crate::args::GamesOptions;
use crate::connection::api_client::ApiClient;
use crate::exit::Exit;
use crate::identity::store::IdentityStore;
use crate::terminal::sanitize::sanitize;

/// Prints a page of the list of games, or all pages.
///
/// # Errors
///
/// If the server cannot be reached or refuses, or a player's file cannot be used.
pub fn run(api: &ApiClient, players: &IdentityStore, options: &GamesOptions, json: bool) -> Result<Exit> {
    let (token, player) = token_and_player_name(players, options)?;
    let mut cursor = options.cursor.clone();
    loop {
        let query = search_query(options, player.as_deref(), cursor.as_deref());
        let text = api.get("/api/games", &query, token.as_ref())?;
        let page: GameList = api.parse(&text)?;
        if json {
            writeln!(stdout(), "{}", text.trim_end())?;
        } else {
            write_page(&page, is_filtered(&query))?;
        }
        match page.next {
            Some(next) if options.all => cursor = Some(next),
            Some(next) if !json => return write_next_command(api, options, &next),
            _ => return Ok(Exit::Done),
        }
    }
}

/// The token of the request, and the name that `--player` stands for.
///
/// A number stands for a player of this machine. Without a number the token is that of this machine's first player, so that
/// its private games are in the list.
fn token_and_player_name(
    players: &IdentityStore,
    options: &GamesOptions,
) -> Result<(Option<Token>, Option<String>)> {
    if let Some(number) = options.player.as_ref().and_then(|player| player.parse().ok()) {
        let identity = players.load(number)?;
        return Ok((Some(identity.token), Some(identity.name.to_string())));
    }
    let first = players.numbers()?.first().map(|number| players.load(*number)).transpose()?;
    Ok((first.map(|identity| identity.token), options.player.clone()))
}

/// The query of `GET /api/games`.
fn search_query(
    options: &GamesOptions,
    player: Option<&str>,
    cursor: Option<&str>,
) -> Vec<(&'static str, String)> {
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

/// Whether a query can leave games out.
fn is_filtered(query: &[(&str, String)]) -> bool {
    query.iter().any(|(name, _)| !["order", "limit"].contains(name))
}

/// The cells of one game: code, date, rules, South, North, state.
type TableRow = [String; 6];

/// Prints a page as a table.
fn write_page(page: &GameList, is_filtered: bool) -> Result<()> {
    let rows: Vec<TableRow> = page.games.iter().map(table_row).collect();
    let mut out = stdout().lock();
    for row in &rows {
        let cells: Vec<String> =
            row.iter().enumerate().map(|(column, cell)| pad(cell, column, &rows)).collect();
        writeln!(out, "{}", cells.join("  ").trim_end())?;
    }
    if rows.is_empty() && is_filtered {
        writeln!(out, "No game was found.")?;
    } else if rows.is_empty() {
        writeln!(out, "No games. `ikibuguzo play --new --public` begins one that anybody may join.")?;
    }
    Ok(())
}

/// A cell with the spaces that align its column.
fn pad(cell: &str, column: usize, rows: &[TableRow]) -> String {
    let width = rows.iter().map(|row| row[column].len()).max().unwrap_or_default();
    format!("{cell:width$}")
}

fn table_row(game: &GameSummary) -> TableRow {
    let player = |seat| game.players.get(seat).as_ref().map_or("-", PlayerName::as_str).to_owned();
    [
        game.game.to_string(),
        date_text(game.created_at),
        game.clock.map_or(game.rules.to_string(), |clock| format!("{} {clock}", game.rules)),
        player(Seat::South),
        player(Seat::North),
        state_text(game),
    ]
}

/// How far a game is, or how it ended.
fn state_text(game: &GameSummary) -> String {
    let state = match game.outcome {
        Some(outcome) => {
            let result = match outcome.winner {
                Some(seat) => format!("{seat} won"),
                None if outcome.reason.has_result() => "draw".to_owned(),
                None => "no result".to_owned(),
            };
            format!("{result} ({})", outcome.reason.as_str())
        }
        None => game.state.as_str().to_owned(),
    };
    if game.public { state } else { format!("{state}, by invitation") }
}

/// A time as a date and a time of day in UTC; empty if it is out of range.
fn date_text(milliseconds: u64) -> String {
    let timestamp = i64::try_from(milliseconds).ok().and_then(|ms| Timestamp::from_millisecond(ms).ok());
    timestamp.map_or_else(String::new, |at| at.strftime("%Y-%m-%d %H:%M").to_string())
}

/// Prints the command that shows the next page.
fn write_next_command(api: &ApiClient, options: &GamesOptions, next: &str) -> Result<Exit> {
    let query = search_query(options, options.player.as_deref(), Some(next));
    let options: String = query.iter().map(option_text).collect();
    writeln!(stdout(), "There are more: ikibuguzo{} games{options}", api.server().as_option())?;
    Ok(Exit::Done)
}

/// A query parameter as a command-line option, with a space before it.
fn option_text((name, value): &(&str, String)) -> String {
    match *name {
        "order" => " --oldest".to_owned(),
        name => format!(" --{} {}", name.replace('_', "-"), shell_quoted(value)),
    }
}

/// A value as one word for a shell. It may come from a server and contain anything.
fn shell_quoted(value: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "-_.:,=+".contains(c);
    if !value.is_empty() && value.chars().all(is_plain) {
        return value.to_owned();
    }
    format!("'{}'", sanitize(value).replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_from_a_server_is_quoted_as_one_word() {
        for (value, quoted) in [
            ("1795246064650.05cdv44x7ekv.0a1b2c3d", "1795246064650.05cdv44x7ekv.0a1b2c3d"),
            ("", "''"),
            ("x; 'y", r"'x; '\''y'"),
        ] {
            assert_eq!(option_text(&("min_turns", value.to_owned())), format!(" --min-turns {quoted}"));
        }
    }

    #[test]
    fn a_date_is_shown_in_utc() {
        assert_eq!(date_text(1_795_246_064_657), "2026-11-21 07:27");
        assert_eq!(date_text(u64::MAX), "");
    }
}
