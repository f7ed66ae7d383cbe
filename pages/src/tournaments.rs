//! Tournaments: the list with the form that makes one, and the page of each.

mod form;
mod one;

use ikibuguzo_protocol::{TournamentFormat, TournamentState, TournamentSummary};
use maud::{Markup, html};

pub use one::tournament_page;

use crate::address::SiteAddress;
use crate::frame::Page;
use crate::labels;
use crate::link_card;
use crate::moment;
use crate::words::Words;

/// The page of all tournaments: those that are not over come first.
pub fn page(tournaments: &[TournamentSummary], address: &SiteAddress) -> Page {
    let words = Words::english();
    let in_state =
        |state| tournaments.iter().filter(move |it| it.state == state).collect::<Vec<&TournamentSummary>>();
    let main = html! {
        h1 { (words.text("tournaments.title")) }
        p.description { (words.text("tournaments.what")) }
        (section(words, "open", &in_state(TournamentState::Open)))
        (section(words, "running", &in_state(TournamentState::Running)))
        (section(words, "finished", &in_state(TournamentState::Finished)))
        (form::form(words))
    };
    let title = words.text("tournaments.title").to_owned();
    let head = html! {
        (link_card::of_page(address, "/tournaments", &title, words.text("tournaments.what")))
    };
    Page { name: "tournaments", title, style: "lobby", head, main }
}

fn section(words: &Words, state: &str, tournaments: &[&TournamentSummary]) -> Markup {
    html! {
        section {
            h2 { (words.text(&format!("tournaments.{state}"))) }
            @if tournaments.is_empty() {
                p.none { (words.text(&format!("tournaments.{state}.none"))) }
            } @else {
                ul.lines { @for it in tournaments { (line(words, it)) } }
            }
        }
    }
}

fn line(words: &Words, tournament: &TournamentSummary) -> Markup {
    html! {
        li.line {
            a href={ "/tournaments/" (tournament.tournament) } {
                span.players { (labels::rules(words, *tournament.rules)) } " "
                span.clock { (labels::clock(words, *tournament.clock)) } " "
                span.state { (format(words, tournament)) } " "
                span.state { (players(words, tournament)) } " "
                (time(words, tournament))
            }
        }
    }
}

/// The game and the clock, which name a tournament, and its format if that is not the default.
fn name(words: &Words, tournament: &TournamentSummary) -> String {
    let key = match tournament.format {
        TournamentFormat::RoundRobin => "tournaments.name",
        TournamentFormat::Arena => "tournaments.name.arena",
        TournamentFormat::Swiss => "tournaments.name.swiss",
    };
    let values = [
        ("rules", &*labels::rules(words, *tournament.rules)),
        ("clock", &*labels::clock(words, *tournament.clock)),
    ];
    words.fill(key, &values)
}

/// How the players are paired, for how long in an arena, and in how many rounds in a Swiss tournament.
fn format(words: &Words, tournament: &TournamentSummary) -> String {
    let name: &str = tournament.format.into();
    let minutes = tournament.minutes.unwrap_or_default().to_string();
    let rounds = tournament.round_count.unwrap_or_default().to_string();
    words.fill(&format!("tournaments.of-format.{name}"), &[("minutes", &minutes), ("rounds", &rounds)])
}

/// How many players there are, and whether their games are rated.
fn players(words: &Words, tournament: &TournamentSummary) -> String {
    let entered = tournament.entered.to_string();
    let places = tournament.places.to_string();
    let key = if tournament.rated { "tournaments.players.rated" } else { "tournaments.players" };
    words.fill(key, &[("entered", &entered), ("places", &places)])
}

/// When it begins, closes, or ended; when it was made if nothing else is known.
fn time(words: &Words, tournament: &TournamentSummary) -> Markup {
    let labelled_time = |key, at| html! { (words.text(key)) " " (moment::time(words, at)) };
    if let (TournamentState::Running, Some(at)) = (tournament.state, tournament.closes_at) {
        return labelled_time("tournaments.closes", at);
    }
    match (tournament.state, tournament.starts_at, tournament.ended_at) {
        (_, _, Some(at)) => labelled_time("tournaments.ended", at),
        (TournamentState::Open, Some(at), _) => labelled_time("tournaments.begins", at),
        (TournamentState::Open, None, _) if tournament.format == TournamentFormat::Arena => {
            html! { (words.text("tournaments.begins.now")) }
        }
        (TournamentState::Open, None, _) => html! { (words.text("tournaments.begins.full")) },
        _ => labelled_time("tournaments.made", tournament.created_at),
    }
}
