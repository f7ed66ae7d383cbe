//! The games, compared.

use ikibuguzo_engine::{Array, GameStart, Ruleset, Seat, Viewer};
use ikibuguzo_protocol::PositionView;
use maud::{Markup, html};

use super::chapter::{CHAPTERS, Chapter};
use super::diagram;
use crate::words::Words;

/// The aspects: the text `rules.GAME.ASPECT` stands below the name `rules.aspect.ASPECT`.
const ASPECTS: [&str; 6] = ["people", "board", "start", "sowing", "capture", "win"];

/// The games, each with its board at the start and its aspects.
pub(super) fn games(words: &Words) -> Markup {
    let games = CHAPTERS.iter().filter_map(|chapter| Some((chapter, chapter.game?)));
    html! {
        p { (words.text("rules.compare")) }
        div.comparison {
            @for (chapter, rules) in games { (game(chapter, rules, words)) }
        }
    }
}

fn game(chapter: &Chapter, rules: Ruleset, words: &Words) -> Markup {
    let text = |aspect: &str| words.text(&format!("rules.{}.{aspect}", chapter.file)).to_owned();
    html! {
        section.wide[rules.columns() > 10] {
            h2 { a href=(chapter.path()) { (chapter.title()) } }
            p { (text("what")) }
            (diagram::shown(rules, &first_position(rules), words))
            dl {
                @for aspect in ASPECTS {
                    dt { (words.text(&format!("rules.aspect.{aspect}"))) }
                    dd { (text(aspect)) }
                }
            }
        }
    }
}

/// The first position; after an arrangement, with the first array on both sides.
pub(crate) fn first_position(rules: Ruleset) -> PositionView {
    let game = match rules.begin() {
        GameStart::Play(game) => Some(game),
        GameStart::Arrange(mut arrangement) => {
            let chosen = Seat::ALL.map(|seat| arrangement.choose(seat, Array::First).is_ok());
            arrangement.reveal().filter(|_| chosen == [true, true])
        }
    };
    game.map_or_else(|| diagram::empty_position(rules), |game| PositionView::of(&game, Viewer::AfterGame))
}
