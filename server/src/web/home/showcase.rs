//! Something to look at, whoever is there: live games, else the last one that was played, else a board that is set up.

use ikibuguzo_engine::{Ruleset, Start, Viewer};
use ikibuguzo_protocol::{GameSummary, PositionView, Role, State};
use maud::{Markup, html};

use super::Gathered;
use crate::app::App;
use crate::error::Error;
use crate::web::words::Words;
use crate::web::{board, listing};
use ikibuguzo_game::projection;
use ikibuguzo_game::room::Room;

/// What the first page shows on boards.
pub(super) struct Showcase {
    /// What catches the eye.
    pub(super) first: Markup,
    /// The other live games.
    pub(super) others: Markup,
}

impl Showcase {
    /// What there is to show.
    pub(super) async fn of(app: &App, words: &Words, gathered: &Gathered) -> Result<Self, Error> {
        let mut cards = Vec::new();
        for game in gathered.live.iter().filter(|game| game.state == State::Playing) {
            cards.extend(card(app, words, game).await?.map(|card| (game.game.to_string(), card)));
        }
        let mut cards = cards.into_iter();
        let first = match cards.next() {
            Some((id, live)) => titled(words, "home.showcase.live", &id, &live),
            None => quiet(app, words, &gathered.results).await?,
        };
        Ok(Self { first, others: html! { @for (_, card) in cards { (card) } } })
    }
}

/// Where nobody plays: the last game that got as far as a board.
async fn quiet(app: &App, words: &Words, results: &[GameSummary]) -> Result<Markup, Error> {
    for game in results {
        if let Some(card) = card(app, words, game).await? {
            return Ok(titled(words, "home.showcase.last", game.game.as_str(), &card));
        }
    }
    Ok(set_up(words))
}

async fn card(app: &App, words: &Words, game: &GameSummary) -> Result<Option<Markup>, Error> {
    let room = Room::replay(&app.log(game.game).await?)?;
    let position = projection::view(&room, Role::Spectator).position;
    Ok(position.map(|position| listing::card(words, game, &position)))
}

/// A board as it is set up, and the way to its rules.
fn set_up(words: &Words) -> Markup {
    let rules = Ruleset::Kubuguza;
    let Start::Play(game) = rules.begin() else { return html! {} };
    let position = PositionView::of(&game, Viewer::Spectator);
    let card = html! {
        li.card data-key="rules" {
            a href={ "/rules/" (rules.name()) } {
                (board::svg(rules, &PositionView { legal: Vec::new(), ..position }, words.say("games.board")))
                span.rules { (words.say("home.showcase.how")) }
            }
        }
    };
    titled(words, "home.showcase.rules", rules.name(), &card)
}

fn titled(words: &Words, title: &str, id: &str, card: &Markup) -> Markup {
    html! {
        div data-key={ (title) "." (id) } {
            p.eyebrow { (words.say(title)) }
            ul { (card) }
        }
    }
}
