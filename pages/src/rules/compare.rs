//! The four games in short, beside each other.

use ikibuguzo_engine::{Array, Ruleset, Seat, Start, Viewer};
use ikibuguzo_protocol::PositionView;
use maud::{Markup, html};

use super::{CHAPTERS, Chapter, diagram};
use crate::web::words::Words;

/// What is told of each game: `rules.GAME.ASPECT`, under the name `rules.aspect.ASPECT`.
const ASPECTS: [&str; 6] = ["people", "board", "start", "sowing", "capture", "win"];

/// The games, each with its board at the start.
pub(super) fn games(words: &Words) -> Markup {
    let games = CHAPTERS.iter().filter_map(|chapter| Some((chapter, chapter.game?)));
    html! {
        p { (words.say("rules.compare")) }
        div.compared {
            @for (chapter, rules) in games { (game(chapter, rules, words)) }
        }
    }
}

fn game(chapter: &Chapter, rules: Ruleset, words: &Words) -> Markup {
    let told = |aspect: &str| words.say(&format!("rules.{}.{aspect}", chapter.file)).to_owned();
    html! {
        section.wide[rules.columns() > 10] {
            h2 { a href=(chapter.path()) { (chapter.title()) } }
            p { (told("what")) }
            (diagram::shown(rules, &at_the_start(rules), words))
            dl {
                @for aspect in ASPECTS {
                    dt { (words.say(&format!("rules.aspect.{aspect}"))) }
                    dd { (told(aspect)) }
                }
            }
        }
    }
}

/// The first board; of games that are arranged, with the first array on both sides.
fn at_the_start(rules: Ruleset) -> PositionView {
    let game = match rules.begin() {
        Start::Play(game) => Some(game),
        Start::Arrange(mut arrangement) => {
            let chosen = Seat::ALL.map(|seat| arrangement.choose(seat, Array::First).is_ok());
            arrangement.reveal().filter(|_| chosen == [true, true])
        }
    };
    game.map_or_else(|| diagram::bare(rules), |game| PositionView::of(&game, Viewer::Afterwards))
}
