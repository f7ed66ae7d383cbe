//! `tournaments`: lists tournaments, shows one, makes one, and enters and withdraws a player of this machine.

use std::io::{Write, stdout};

use anyhow::Result;
use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{
    NewTournament, Token, Tournament, TournamentFormat, TournamentId, TournamentList, TournamentPairing,
    TournamentState, TournamentSummary,
};
use jiff::tz::TimeZone;

use crate::args::tournaments_options::TournamentsOptions;
use crate::connection::api_client::ApiClient;
use crate::exit::Exit;
use crate::game_view::summary_text::time_text;
use crate::identity::store::IdentityStore;
use crate::system::new_command_id;
use crate::terminal::columns::aligned;

/// Does what the options say, and then shows the tournament, or all of them.
///
/// # Errors
///
/// If the server cannot be reached or refuses, or a player's file cannot be used.
pub fn run(
    api: &ApiClient,
    players: &IdentityStore,
    options: &TournamentsOptions,
    json: bool,
) -> Result<Exit> {
    let mut code = options.code;
    if let Some(new) = options.new_tournament(new_command_id()) {
        code = Some(make(api, &token(api, players, options)?, &new)?);
    }
    match code {
        None => show_all(api, json)?,
        Some(id) => {
            change_entry(api, players, options, id)?;
            show(api, id, json)?;
        }
    }
    Ok(Exit::Done)
}

/// The token of the machine's player who acts. If the player does not exist, creates it.
fn token(api: &ApiClient, players: &IdentityStore, options: &TournamentsOptions) -> Result<Token> {
    Ok(players.load_or_create(options.player, || api.create_guest())?.token.clone())
}

fn make(api: &ApiClient, token: &Token, new: &NewTournament) -> Result<TournamentId> {
    Ok(api.make_tournament(token, new)?.tournament)
}

fn change_entry(
    api: &ApiClient,
    players: &IdentityStore,
    options: &TournamentsOptions,
    id: TournamentId,
) -> Result<()> {
    if options.enter {
        api.enter_tournament(&token(api, players, options)?, id)?;
    }
    if options.withdraw {
        api.withdraw_from_tournament(&token(api, players, options)?, id)?;
    }
    Ok(())
}

fn show_all(api: &ApiClient, json: bool) -> Result<()> {
    let text = api.get("/api/tournaments", &[], None)?;
    let list: TournamentList = api.parse(&text)?;
    if json {
        return Ok(writeln!(stdout(), "{}", text.trim_end())?);
    }
    if list.tournaments.is_empty() {
        writeln!(stdout(), "No tournaments. `ikibuguzo tournaments --new kubuguza` makes one.")?;
    }
    let rows: Vec<_> = list.tournaments.iter().map(summary_row).collect();
    Ok(write!(stdout(), "{}", table(["CODE", "RULES", "PLAYERS", "STATE"], &rows))?)
}

fn show(api: &ApiClient, id: TournamentId, json: bool) -> Result<()> {
    let text = api.get(&format!("/api/tournaments/{id}"), &[], None)?;
    let tournament: Tournament = api.parse(&text)?;
    if json {
        return Ok(writeln!(stdout(), "{}", text.trim_end())?);
    }
    Ok(write!(stdout(), "{}", tournament_text(&tournament))?)
}

fn summary_row(summary: &TournamentSummary) -> [String; 4] {
    [summary.tournament.to_string(), rules_text(summary), players_text(summary), state_text(summary)]
}

fn rules_text(summary: &TournamentSummary) -> String {
    let rated = if summary.rated { ", rated" } else { "" };
    let format = match summary.format {
        TournamentFormat::RoundRobin => String::new(),
        TournamentFormat::Swiss => format!(", Swiss, {} rounds", summary.round_count.unwrap_or_default()),
        TournamentFormat::Arena => format!(", arena of {} minutes", summary.minutes.unwrap_or_default()),
    };
    format!("{} {}{format}{rated}", summary.rules, summary.clock)
}

fn players_text(summary: &TournamentSummary) -> String {
    format!("{} of {}", summary.entered, summary.places)
}

/// The state of a tournament, and when it begins or has ended.
fn state_text(summary: &TournamentSummary) -> String {
    let zone = TimeZone::system();
    match (summary.state, summary.starts_at, summary.ended_at) {
        (TournamentState::Open, Some(at), _) => format!("open, begins {}", time_text(at, &zone)),
        (TournamentState::Open, None, _) if is_arena(summary) => "open, begins now".to_owned(),
        (TournamentState::Open, None, _) => "open, begins when it is full".to_owned(),
        (TournamentState::Running, ..) => match summary.closes_at {
            Some(at) => format!("being played until {}", time_text(at, &zone)),
            None => "being played".to_owned(),
        },
        (TournamentState::Cancelled, ..) => "cancelled".to_owned(),
        (TournamentState::Finished, _, at) => {
            format!("finished {}", time_text(at.unwrap_or_default(), &zone))
        }
    }
}

fn tournament_text(tournament: &Tournament) -> String {
    let summary = &tournament.summary;
    let first = format!(
        "{}: {}, {} players, {}\n",
        summary.tournament,
        rules_text(summary),
        players_text(summary),
        state_text(summary)
    );
    let is_running = summary.state == TournamentState::Running;
    let rounds = (1..).zip(&tournament.rounds).map(|(number, round)| {
        let title = if is_arena(summary) { "Games".to_owned() } else { format!("Round {number}") };
        let pairings: String = round.iter().map(|it| pairing_line(it, is_running)).collect();
        let byes = tournament.byes.iter().filter(|bye| bye.round == number);
        let byes: String = byes.map(|bye| format!("  {} rests\n", bye.player)).collect();
        format!("\n{title}\n{pairings}{byes}")
    });
    first + &standings_text(tournament) + &rounds.collect::<String>()
}

fn standings_text(tournament: &Tournament) -> String {
    let is_arena = is_arena(&tournament.summary);
    let fourth = if is_arena { "STREAK" } else { "SONNEBORN-BERGER" };
    let header = ["PLACE", "PLAYER", "POINTS", fourth, "GAMES"];
    let rows: Vec<_> = tournament
        .standings
        .iter()
        .map(|it| {
            let withdrawn = match (it.withdrawn, is_arena) {
                (true, true) => " (away)",
                (true, false) => " (withdrawn)",
                (false, _) => "",
            };
            [
                it.place.to_string(),
                format!("{}{withdrawn}", it.player),
                it.points.to_string(),
                if is_arena { it.streak } else { it.tie_break }.to_string(),
                it.played.to_string(),
            ]
        })
        .collect();
    if rows.is_empty() {
        "Nobody has entered yet.\n".to_owned()
    } else {
        format!("\n{}", table(header, &rows))
    }
}

fn is_arena(summary: &TournamentSummary) -> bool {
    summary.format == TournamentFormat::Arena
}

fn pairing_line(pairing: &TournamentPairing, is_running: bool) -> String {
    let [south, north] = Seat::ALL.map(|seat| pairing.players.get(seat));
    let result = match pairing.points {
        Some(points) => format!("{} : {}", points.south, points.north),
        None if is_running => "being played".to_owned(),
        None => "did not count".to_owned(),
    };
    let game = pairing.game.map(|game| format!("  {game}")).unwrap_or_default();
    format!("  {south} - {north}  {result}{game}\n")
}

/// Rows under a header, in columns; empty without rows.
fn table<const COLUMNS: usize>(header: [&str; COLUMNS], rows: &[[String; COLUMNS]]) -> String {
    let header = header.map(str::to_owned);
    let all: Vec<_> = std::iter::once(&header).chain(rows).collect();
    let lines = if rows.is_empty() { Vec::new() } else { aligned(&all) };
    lines.iter().map(|line| format!("{line}\n")).collect()
}
