//! `games`: lists games.

use std::io::{IsTerminal, Write, stdout};

use anyhow::Result;
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{GameList, GameSummary, PlayerGames, PlayerName, SeatRating, Token};
use jiff::tz::TimeZone;
use unicode_width::UnicodeWidthStr;

use crate::args::games_options::GamesOptions;
use crate::connection::api_client::ApiClient;
use crate::exit::{Exit, error_text};
use crate::game_search::{GameSearch, is_bad_token, search_query};
use crate::game_view::summary_text::{listed_player, rules_text, state_text, time_text};
use crate::identity::store::IdentityStore;
use crate::terminal::columns::aligned;
use crate::terminal::output::report;
use crate::terminal::sanitize::sanitize;
use crate::terminal::style::Style;

/// Prints a page of the list of games, or all pages.
///
/// # Errors
///
/// If the server cannot be reached or refuses, or a player's file cannot be used.
pub fn run(api: &ApiClient, players: &IdentityStore, options: &GamesOptions, json: bool) -> Result<Exit> {
    let mut search = GameSearch::new(players, options.clone())?;
    let mut cursor = options.cursor.clone();
    let mut is_first = true;
    loop {
        let text = search.get_page(api, cursor.as_deref());
        if let Some(fault) = search.take_fault() {
            warn_of(&fault, json);
        }
        let text = text?;
        let page: GameList = api.parse(&text)?;
        let is_filtered = search.is_filtered(cursor.as_deref());
        if json {
            writeln!(stdout(), "{}", text.trim_end())?;
        } else {
            if let Some(token) = search.token().filter(|_| is_first && !is_filtered) {
                write_invitations(api, token)?;
            }
            write_page(&page, is_filtered, is_first)?;
        }
        is_first = false;
        match page.next {
            Some(next) if options.all => cursor = Some(next),
            Some(next) if !json => return write_next_command(api, options, &next),
            _ => return Ok(Exit::Done),
        }
    }
}

/// Says why the private games and whose turn it is are hidden, and how to remedy that.
fn warn_of(error: &anyhow::Error, json: bool) {
    report(format_args!("only public games are listed: {}", error_text(error, json)));
    if is_bad_token(error) {
        report("`ikibuguzo sign-out` forgets this machine's player");
    }
}

/// Tells the player which invitations wait for an answer. An error does not hide the list.
fn write_invitations(api: &ApiClient, token: &Token) -> Result<()> {
    let Ok(PlayerGames { invitations, .. }) = api.player_games(token) else { return Ok(()) };
    let mut out = stdout().lock();
    for game in &invitations {
        let by = Seat::ALL.into_iter().find_map(|seat| game.players.get(seat).as_ref());
        let by = by.map_or("Somebody", PlayerName::as_str);
        writeln!(out, "{by} invites you to {}:", rules_text(game))?;
        let server = api.server().as_option();
        writeln!(out, "ikibuguzo{server} play {}", game.game)?;
        writeln!(out, "ikibuguzo{server} decline {}", game.game)?;
    }
    if !invitations.is_empty() {
        writeln!(out)?;
    }
    Ok(())
}

/// The names of the columns. The second one also names the zone of its times.
const HEADER: [&str; 6] = ["CODE", "CREATED", "RULES", "SOUTH", "NORTH", "STATE"];

/// Prints a page as a table. On a terminal that is too narrow, each game takes several lines.
fn write_page(page: &GameList, is_filtered: bool, has_header: bool) -> Result<()> {
    let zone = TimeZone::system();
    let rows: Vec<TableRow> = page.games.iter().map(|game| table_row(game, &zone)).collect();
    let width = stdout().is_terminal().then(|| Style::of_stdout().width);
    write!(stdout(), "{}", page_text(&rows, &zone, width, has_header))?;
    if rows.is_empty() && is_filtered {
        writeln!(stdout(), "No game was found.")?;
    } else if rows.is_empty() {
        writeln!(stdout(), "No games. `ikibuguzo play --new --public` begins one that anybody may join.")?;
    }
    Ok(())
}

/// The cells of one game: code, time, rules, South, North, state.
type TableRow = [String; 6];

fn page_text(rows: &[TableRow], zone: &TimeZone, width: Option<usize>, has_header: bool) -> String {
    let mut header = HEADER.map(str::to_owned);
    header[1] = format!("CREATED ({})", zone.iana_name().unwrap_or("local time"));
    let all: Vec<&TableRow> =
        if rows.is_empty() { Vec::new() } else { std::iter::once(&header).chain(rows).collect() };
    let lines = aligned(&all);
    let is_too_wide = width.is_some_and(|width| lines.iter().any(|line| line.width() > width));
    if is_too_wide {
        return rows.iter().map(stacked).collect();
    }
    let skipped = if has_header { 0 } else { 1 };
    lines.iter().skip(skipped).map(|line| format!("{line}\n")).collect()
}

/// A game as several lines.
fn stacked([code, created, rules, south, north, state]: &TableRow) -> String {
    format!("{code}  {created}\n  {rules}\n  {south} - {north}\n  {state}\n")
}

fn table_row(game: &GameSummary, zone: &TimeZone) -> TableRow {
    [
        game.game.to_string(),
        time_text(game.created_at, zone),
        rules_text(game),
        player_text(game, Seat::South),
        player_text(game, Seat::North),
        state_text(game),
    ]
}

/// The player of a seat, with the rating if there is one.
fn player_text(game: &GameSummary, seat: Seat) -> String {
    let name = listed_player(game, seat).unwrap_or_else(|| "-".to_owned());
    match game.ratings.as_ref().and_then(|ratings| *ratings.get(seat)) {
        Some(SeatRating { rating, provisional, .. }) => {
            format!("{name} ({rating}{})", if provisional { "?" } else { "" })
        }
        None => name,
    }
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
    fn a_table_that_is_too_wide_gives_each_game_lines_of_its_own() {
        let cells = ["05cdv44x7ekv", "2026-11-21 07:27", "ikibuguzo:first", "Ọbịageli", "-", "open"];
        let row = cells.map(str::to_owned);
        let text = |width| page_text(std::slice::from_ref(&row), &TimeZone::UTC, width, true);
        let wide = text(None);
        assert!(
            wide.starts_with("CODE          CREATED (UTC)     RULES            SOUTH     NORTH  STATE\n"),
            "{wide}"
        );
        assert_eq!(text(Some(wide.lines().map(UnicodeWidthStr::width).max().expect("lines"))), wide);
        let narrow = "05cdv44x7ekv  2026-11-21 07:27\n  ikibuguzo:first\n  Ọbịageli - -\n  open\n";
        assert_eq!(text(Some(40)), narrow);
        assert_eq!(page_text(&[], &TimeZone::UTC, None, true), "");
    }
}
