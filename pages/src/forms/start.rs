//! The page without scripts on which a game is begun, with the visitor's games and those that wait for an opponent.

use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_protocol::{ComputerLevel, ErrorCode, GameSummary, PlayerName};
use maud::{Markup, html};

use super::document::FormsPage;
use super::hidden::FormSecrets;
use super::{PATH, path_of, refused};
use crate::home::{DEFAULT_LEVEL, STARTS};
use crate::labels;
use crate::preset_clocks::PRESET_CLOCKS;
use crate::words::Words;

/// The ways to find an opponent.
const WAYS: [&str; 2] = ["friend", "anybody"];

/// What the page shows.
#[derive(Clone, Debug)]
pub struct FormsStart<'a> {
    /// The visitor's name; none for a visitor who is no player yet.
    pub visitor: Option<PlayerName>,
    /// The hidden values of the form.
    pub secrets: FormSecrets,
    /// Why the last thing that the visitor sent was refused.
    pub refused: Option<ErrorCode>,
    /// The visitor's games that are not over, each with whether it waits for the visitor.
    pub own: Vec<(&'a GameSummary, bool)>,
    /// Games with a free seat.
    pub open: &'a [GameSummary],
}

/// The page.
pub fn start_page(start: &FormsStart<'_>) -> FormsPage {
    let words = Words::english();
    let title = words.text("home.create").to_owned();
    let main = html! {
        h1 { (title) }
        p { (words.text("forms.what")) }
        (refused::notice(words, start.refused))
        @if !start.own.is_empty() {
            section aria-labelledby="own-title" {
                h2 #own-title { (words.text("home.yours")) }
                ul.games { @for (game, is_due) in &start.own { (own_game(words, game, *is_due)) } }
            }
        }
        (form(words, &start.secrets))
        section aria-labelledby="open-title" {
            h2 #open-title { (words.text("home.open")) }
            ul.games { @for game in start.open { (open_game(words, game)) } }
            @if start.open.is_empty() { p { (words.text("forms.open.none")) } }
        }
        @if let Some(name) = &start.visitor {
            p { (words.fill("forms.you", &[("player", name.as_str())])) }
        }
        p.row { a.button href="/" { (words.text("forms.with-scripts")) } }
    };
    FormsPage { title, head: html! {}, main }
}

fn form(words: &Words, secrets: &FormSecrets) -> Markup {
    html! {
        form method="post" action=(PATH) {
            (secrets.command("start"))
            (choice(words, "rules", "games.field.rules", &rules(words)))
            (choice(words, "clock", "home.clock", &clocks(words)))
            (choice(words, "starts", "home.starts", &starts(words)))
            (choice(words, "level", "home.level", &levels(words)))
            p { (words.text("home.level.what")) }
            div.choices {
                button.primary name="way" value="computer" { (words.text("home.create.computer")) }
                @for way in WAYS { button name="way" value=(way) { (words.text(&format!("home.create.{way}"))) } }
            }
        }
    }
}

/// A list of values with their texts; the first one is chosen unless another one is.
fn choice(words: &Words, name: &str, label: &str, options: &Markup) -> Markup {
    html! {
        p.field {
            label for=(name) { (words.text(label)) }
            select id=(name) name=(name) { (options) }
        }
    }
}

fn rules(words: &Words) -> Markup {
    html! {
        @for rules in Ruleset::ALL {
            option value=(rules) selected[*rules == Ruleset::STANDARD[0]] { (labels::rules(words, *rules)) }
        }
    }
}

fn clocks(words: &Words) -> Markup {
    html! { @for clock in PRESET_CLOCKS { option value=(clock) { (labels::clock(words, clock)) } } }
}

fn starts(words: &Words) -> Markup {
    html! { @for who in STARTS { option value=(who) { (words.text(&format!("home.starts.{who}"))) } } }
}

fn levels(words: &Words) -> Markup {
    html! {
        @for level in ComputerLevel::ALL {
            option value=(level) selected[level.number() == DEFAULT_LEVEL] {
                (words.fill("home.level.number", &[("level", &level.number().to_string())]))
            }
        }
    }
}

fn own_game(words: &Words, game: &GameSummary, is_due: bool) -> Markup {
    html! {
        li {
            a.button href=(path_of(game.game)) {
                @let names = Seat::ALL.map(|seat| labels::player(game, seat));
                (names[0]) " – " (names[1]) ", " (labels::rules(words, *game.rules))
                @if is_due { " " strong { (words.text("games.turn")) } }
            }
        }
    }
}

fn open_game(words: &Words, game: &GameSummary) -> Markup {
    let clock = game
        .clock
        .map_or_else(|| words.text("games.clock.none").to_owned(), |clock| labels::clock(words, *clock));
    html! {
        li {
            a.button href=(path_of(game.game)) {
                @let maker = Seat::ALL.into_iter().find(|seat| game.players.get(*seat).is_some());
                (labels::player(game, maker.unwrap_or(Seat::South)))
                ": " (labels::rules(words, *game.rules)) ", " (clock)
                @if game.rated { ", " (words.text("games.rated")) }
            }
        }
    }
}
