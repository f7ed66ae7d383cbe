//! The page of a tournament. `web/tournament.js` keeps it up to date, and enters and withdraws the visitor.

use ikibuguzo_protocol::{
    PlayerName, Seats, Tournament, TournamentPairing, TournamentStanding, TournamentState,
};
use maud::{Markup, html};

use super::{name, players, time};
use crate::address::SiteAddress;
use crate::encoding::encoded;
use crate::frame::{Page, list_head};
use crate::labels;
use crate::link_card;
use crate::words::Words;

/// The columns of the standings.
const COLUMNS: [&str; 5] = ["place", "player", "points", "tie-break", "played"];

/// The page of a tournament.
pub fn tournament_page(tournament: &Tournament, address: &SiteAddress) -> Page {
    let words = Words::english();
    let summary = &tournament.summary;
    let title = name(words, summary);
    let path = format!("/tournaments/{}", summary.tournament);
    let head = html! {
        (list_head())
        (link_card::of_page(address, &path, &title, words.text("tournaments.what")))
    };
    let main = html! {
        h1 { (labels::rules(words, *summary.rules)) }
        div #tournament data-tournament=(summary.tournament) {
            p.what data-part="facts" { (facts(words, tournament)) }
            p #own-game hidden { a.button href="" { (words.text("tournaments.own-game")) } }
            p #entry hidden {
                button.primary type="button" data-action="enter" { (words.text("tournaments.enter")) } " "
                button type="button" data-action="withdraw" { (words.text("tournaments.withdraw")) }
            }
            p.problem role="alert" data-unreachable=(words.text("home.unreachable")) {}
            div #shown data-state=(state(summary.state)) {
                (standings(words, tournament))
                (rounds(words, tournament))
            }
        }
        p { a href="/tournaments" { (words.text("tournaments.all")) } }
    };
    Page { name: "tournament", title, head, main }
}

fn facts(words: &Words, tournament: &Tournament) -> Markup {
    let summary = &tournament.summary;
    let maker = words.fill("tournaments.maker", &[("player", summary.maker.as_str())]);
    html! {
        (words.text(&format!("tournaments.state.{}", state(summary.state)))) " · "
        (labels::clock(words, *summary.clock)) " · "
        (players(words, summary)) " · " (time(words, summary)) " · " (maker)
    }
}

fn state(state: TournamentState) -> &'static str {
    state.into()
}

fn standings(words: &Words, tournament: &Tournament) -> Markup {
    let title = words.text("tournaments.standings");
    html! {
        section {
            h2 { (title) }
            @if tournament.standings.is_empty() {
                p.none { (words.text("tournaments.nobody")) }
            } @else {
                div.scroll role="region" aria-label=(title) tabindex="0" {
                    table {
                        thead {
                            tr {
                                @for column in COLUMNS {
                                    th scope="col" { (words.text(&format!("tournaments.column.{column}"))) }
                                }
                            }
                        }
                        tbody { @for it in &tournament.standings { (standing(words, it)) } }
                    }
                }
            }
        }
    }
}

fn standing(words: &Words, it: &TournamentStanding) -> Markup {
    html! {
        tr data-player=(it.player) {
            td { (it.place) }
            th scope="row" {
                (player_link(&it.player))
                @if it.withdrawn { " " span.state { (words.text("tournaments.withdrawn")) } }
            }
            td { (it.points) }
            td { (it.tie_break) }
            td { (it.played) }
        }
    }
}

fn rounds(words: &Words, tournament: &Tournament) -> Markup {
    html! {
        @for (number, round) in (1..).zip(&tournament.rounds) {
            section {
                h2 { (words.fill("tournaments.round", &[("number", &number.to_string())])) }
                ul.lines { @for it in round { (pairing(words, it)) } }
            }
        }
    }
}

fn pairing(words: &Words, it: &TournamentPairing) -> Markup {
    let Seats { south, north } = &it.players;
    let facts = html! {
        span.players { (south) " – " (north) } " "
        span.state { (result(words, it)) }
    };
    html! {
        li.line data-south=(south) data-north=(north) data-playing[it.points.is_none()] {
            @match it.game {
                Some(game) => { a href={ "/game/" (game) } { (facts) } }
                None => { span { (facts) } }
            }
        }
    }
}

fn result(words: &Words, it: &TournamentPairing) -> String {
    match it.points {
        None => words.text("tournaments.playing").to_owned(),
        Some(Seats { south, north }) => format!("{south} : {north}"),
    }
}

fn player_link(name: &PlayerName) -> Markup {
    html! { a href={ "/players/" (encoded(name.as_str())) } { (name) } }
}
