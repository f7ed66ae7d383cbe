//! The page of a tournament. `web/tournament.js` keeps it up to date, and enters and withdraws the visitor.

use ikibuguzo_protocol::{
    PlayerName, Seats, Tournament, TournamentBye, TournamentFormat, TournamentPairing, TournamentStanding,
    TournamentState,
};
use maud::{Markup, html};

use super::{format, name, players, time};
use crate::address::SiteAddress;
use crate::encoding::encoded;
use crate::frame::Page;
use crate::labels;
use crate::link_card;
use crate::words::Words;

/// The columns of the standings.
const COLUMNS: [&str; 5] = ["place", "player", "points", "tie-break", "played"];

/// The columns of the standings of an arena.
const ARENA_COLUMNS: [&str; 5] = ["place", "player", "points", "streak", "played"];

/// The points of games that were won with half the clock.
const BERSERK_WINS: [u32; 2] = [3, 5];

/// The page of a tournament.
pub fn tournament_page(tournament: &Tournament, address: &SiteAddress) -> Page {
    let words = Words::english();
    let summary = &tournament.summary;
    let title = name(words, summary);
    let path = format!("/tournaments/{}", summary.tournament);
    let head = html! {
        (link_card::of_page(address, &path, &title, words.text("tournaments.what")))
    };
    let main = html! {
        h1 { (labels::rules(words, *summary.rules)) }
        div #tournament data-tournament=(summary.tournament) {
            p.description { (words.text(&format!("tournaments.what.{}", format_name(tournament)))) }
            p.description data-part="facts" { (facts(words, tournament)) }
            p #own-game hidden { a.button href="" { (words.text("tournaments.own-game")) } }
            p #entry hidden {
                button.primary type="button" data-action="enter" { (words.text("tournaments.enter")) } " "
                button type="button" data-action="withdraw" { (words.text("tournaments.withdraw")) }
            }
            p.problem role="alert" data-unreachable=(words.text("home.unreachable")) {}
            div #tournament-view data-state=(state(summary.state)) data-format=(format_name(tournament)) {
                (standings(words, tournament))
                (rounds(words, tournament))
            }
        }
        p { a href="/tournaments" { (words.text("tournaments.all")) } }
    };
    Page { name: "tournament", title, style: "lobby", head, main }
}

fn facts(words: &Words, tournament: &Tournament) -> Markup {
    let summary = &tournament.summary;
    let maker = words.fill("tournaments.maker", &[("player", summary.maker.as_str())]);
    html! {
        (words.text(&format!("tournaments.state.{}", state(summary.state)))) " · "
        (format(words, summary)) " · " (labels::clock(words, *summary.clock)) " · "
        (players(words, summary)) " · " (time(words, summary)) " · " (maker)
    }
}

fn state(state: TournamentState) -> &'static str {
    state.into()
}

fn format_name(tournament: &Tournament) -> &'static str {
    tournament.summary.format.into()
}

fn is_arena(tournament: &Tournament) -> bool {
    tournament.summary.format == TournamentFormat::Arena
}

fn standings(words: &Words, tournament: &Tournament) -> Markup {
    let title = words.text("tournaments.standings");
    let columns = if is_arena(tournament) { ARENA_COLUMNS } else { COLUMNS };
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
                                @for column in columns {
                                    th scope="col" { (words.text(&format!("tournaments.column.{column}"))) }
                                }
                            }
                        }
                        tbody { @for it in &tournament.standings { (standing(words, it, is_arena(tournament))) } }
                    }
                }
            }
        }
    }
}

fn standing(words: &Words, it: &TournamentStanding, is_arena: bool) -> Markup {
    let withdrawn = if is_arena { "tournaments.away" } else { "tournaments.withdrawn" };
    html! {
        tr data-player=(it.player) {
            td { (it.place) }
            th scope="row" {
                (player_link(&it.player))
                @if it.withdrawn { " " span.state { (words.text(withdrawn)) } }
            }
            td { (it.points) }
            td { (if is_arena { it.streak } else { it.tie_break }) }
            td { (it.played) }
        }
    }
}

fn rounds(words: &Words, tournament: &Tournament) -> Markup {
    html! {
        @for (number, round) in (1_u32..).zip(&tournament.rounds) {
            section {
                h2 { (round_title(words, tournament, number)) }
                ul.lines {
                    @for it in round { (pairing(words, it, tournament.summary.state)) }
                    @for it in tournament.byes.iter().filter(|bye| bye.round == number) { (bye(words, it)) }
                }
            }
        }
    }
}

fn round_title(words: &Words, tournament: &Tournament, number: u32) -> String {
    if is_arena(tournament) {
        return words.text("tournaments.games").to_owned();
    }
    words.fill("tournaments.round", &[("number", &number.to_string())])
}

fn pairing(words: &Words, it: &TournamentPairing, state: TournamentState) -> Markup {
    let Seats { south, north } = &it.players;
    let facts = html! {
        span.players {
            (south) (berserk(words, it.points.map(|it| it.south))) " – "
            (north) (berserk(words, it.points.map(|it| it.north)))
        } " "
        span.state { (result(words, it, state)) }
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

/// The mark of a player who has won with half the clock, as the points show.
fn berserk(words: &Words, points: Option<u32>) -> Markup {
    html! {
        @if points.is_some_and(|points| BERSERK_WINS.contains(&points)) {
            " " span.berserk { (words.text("game.berserked")) }
        }
    }
}

/// The line of a player who rests.
fn bye(words: &Words, it: &TournamentBye) -> Markup {
    html! {
        li.line {
            span {
                span.players { (it.player) } " "
                span.state { (words.text("tournaments.bye")) }
            }
        }
    }
}

fn result(words: &Words, it: &TournamentPairing, state: TournamentState) -> String {
    match it.points {
        None if state == TournamentState::Finished => words.text("tournaments.not-counted").to_owned(),
        None => words.text("tournaments.playing").to_owned(),
        Some(Seats { south, north }) => format!("{south} : {north}"),
    }
}

fn player_link(name: &PlayerName) -> Markup {
    html! { a href={ "/players/" (encoded(name.as_str())) } { (name) } }
}
