//! Worked examples to step through: positions and actions that the engine plays when a page is rendered.

use ikibuguzo_engine::{Action, Game, Position, Ruleset, Seat, Viewer};
use ikibuguzo_protocol::{Lap, PositionView};
use maud::{Markup, html};

use super::chapter::Chapter;
use super::diagram;
use super::wording::{describe_lap, list};
use crate::board;
use crate::words::Words;

/// A position, and the turns played from there.
struct Example {
    /// The file of its chapter.
    chapter: &'static str,
    /// The number of the paragraph at whose end it stands; `None` for the example that moves at the start of the
    /// chapter.
    paragraph: Option<&'static str>,
    /// Its name. An example of a paragraph has the texts `rules.example.NAME.title` and `.what`.
    name: &'static str,
    /// A rulespec, or a position in its notation.
    start: &'static str,
    /// The turns, in notation.
    turns: &'static str,
}

const EXAMPLES: [Example; 13] = [
    Example {
        chapter: "ikibuguzo",
        paragraph: None,
        name: "how-to-play-ikibuguzo",
        start: "ikibuguzo:first 0,6,0,0,0,0,0,17,0,0,2,1,2,1,2,1 0,6,0,0,0,0,0,17,0,0,2,1,2,1,2,1 - south -/- - 0 0 -",
        turns: "M o<",
    },
    Example {
        chapter: "kubuguza",
        paragraph: None,
        name: "how-to-play-kubuguza",
        start: "kubuguza 1,0,0,6,0,0,5,2,0,1,0,2,1,0,0,0 0,2,0,3,2,0,0,0,0,0,0,3,1,1,2,0 - south -/- - 0 0 -",
        turns: "G",
    },
    Example {
        chapter: "njombwa",
        paragraph: None,
        name: "how-to-play-njombwa",
        start: "njombwa:8 2,0,3,3,0,3,3,0,3,3,0,3,4,1,2,0 2,0,3,3,0,3,3,0,3,3,0,4,4,1,2,0 - south -/spread-made - 2 22 -",
        turns: "D",
    },
    Example {
        chapter: "azigo",
        paragraph: None,
        name: "how-to-play-azigo",
        start: "azigo 0,2,0,0,0,0,0,0,0,0,0,0,0,0,0,0,9,5,8,0 2,2,2,2,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0 3,5 south -/- - 0 0 -",
        turns: "Q",
    },
    Example {
        chapter: "ikibuguzo",
        paragraph: Some("5.3"),
        name: "relay",
        start: "ikibuguzo:first 0,6,0,0,0,0,0,17,0,0,2,1,2,1,2,1 0,6,0,0,0,0,0,17,0,0,2,1,2,1,2,1 - south -/- - 0 0 -",
        turns: "B",
    },
    Example {
        chapter: "ikibuguzo",
        paragraph: Some("6.2"),
        name: "series",
        start: "ikibuguzo:first 2,0,2,1,0,0,1,0,7,0,1,3,1,0,1,0 0,2,0,1,1,2,1,1,0,3,10,9,0,8,1,6 - south -/- - 0 0 -",
        turns: "A<.O<.L",
    },
    Example {
        chapter: "ikibuguzo",
        paragraph: Some("6.3"),
        name: "once",
        start: "ikibuguzo:first 0,9,1,11,1,1,0,9,1,5,0,2,1,4,3,3 1,2,1,0,1,0,2,2,1,0,0,0,0,1,0,2 - south -/- - 0 0 -",
        turns: "D.O<",
    },
    Example {
        chapter: "kubuguza",
        paragraph: Some("6.2"),
        name: "kubuguza",
        start: "kubuguza",
        turns: "O n L o<.o<",
    },
    Example {
        chapter: "njombwa",
        paragraph: Some("3.4"),
        name: "gambit",
        start: "njombwa:8",
        turns: "B b C c D d E e F f G g H h I i J j K k A a",
    },
    Example {
        chapter: "njombwa",
        paragraph: Some("4.3"),
        name: "njombwa",
        start: "njombwa:8 2,0,3,3,0,3,3,0,3,3,0,3,4,1,2,0 2,0,3,3,0,3,3,0,3,3,0,4,4,1,2,0 - south -/spread-made - 2 22 -",
        turns: "G j I f",
    },
    Example {
        chapter: "azigo",
        paragraph: Some("4.4"),
        name: "circuit",
        start: "azigo 0,0,1,2,0,1,2,1,5,4,1,1,0,3,5,4,1,5,0,2 5,2,1,4,2,0,4,1,1,0,5,0,1,1,11,9,0,3,2,0 0,0 north -/- - 0 0 -",
        turns: "o",
    },
    Example {
        chapter: "azigo",
        paragraph: Some("4.5"),
        name: "own-row",
        start: "azigo:own-row 1,6,1,7,3,2,0,6,0,2,1,1,1,1,0,0,0,0,0,0 5,0,3,1,1,1,9,3,2,1,3,3,2,1,0,0,0,0,0,0 10,13 north -/- - 0 0 -",
        turns: "i",
    },
    Example {
        chapter: "azigo",
        paragraph: Some("5.3"),
        name: "entering",
        start: "azigo 0,2,0,1,2,12,4,1,3,2,3,0,0,0,0,0,0,2,0,0 2,1,0,3,1,0,1,3,1,0,0,0,0,0,0,1,0,3,0,0 23,19 south -/- - 0 0 -",
        turns: "*>",
    },
];

/// An action of an example, with its laps and the position after it.
struct Step {
    seat: Seat,
    action: Action,
    laps: Vec<Lap>,
    position: PositionView,
}

/// The examples of a paragraph.
pub(super) fn of_paragraph(chapter: &Chapter, paragraph: &str, words: &Words) -> Markup {
    let belongs =
        |example: &&Example| example.chapter == chapter.file && example.paragraph == Some(paragraph);
    html! { @for example in EXAMPLES.iter().filter(belongs) { (example_steps(example, words)) } }
}

/// The example that moves at the start of a chapter.
pub(super) fn of_start(chapter: &Chapter, words: &Words) -> Markup {
    let belongs = |example: &&Example| example.chapter == chapter.file && example.paragraph.is_none();
    html! { @for example in EXAMPLES.iter().filter(belongs) { (stepper(example, words)) } }
}

/// The board and the buttons with which `web/examples/stepper.js` shows one step at a time. Without it all steps are
/// shown.
pub(super) fn stage(rules: Ruleset, words: &Words) -> Markup {
    html! {
        div.controls role="group" aria-label=(words.text("rules.stepper")) {
            @for (to, key) in [("first", "rules.first"), ("back", "rules.previous"), ("on", "rules.next")] {
                button type="button" data-to=(to) { (words.text(key)) }
            }
            button type="button" data-play=(words.text("rules.play")) data-stop=(words.text("rules.stop")) {
                (words.text("rules.play"))
            }
            p.step-number aria-live="polite" data-text=(words.text("rules.step")) {}
        }
        div.stage.wide[rules.columns() > 10] aria-hidden="true" { (board::playable(rules, &diagram::empty_position(rules), "")) }
    }
}

fn example_steps(example: &Example, words: &Words) -> Markup {
    let text = |key: &str| words.text(&format!("rules.example.{}.{key}", example.name)).to_owned();
    html! {
        details.example id={ "example-" (example.name) } {
            summary { span.kind { (words.text("rules.example")) } " " strong { (text("title")) } }
            p { (text("what")) }
            (stepper(example, words))
        }
    }
}

/// The steps of an example.
fn stepper(example: &Example, words: &Words) -> Markup {
    let (rules, start, steps) = example.played().expect("an example that can be played");
    html! {
        div.stepper data-rules=(rules) {
            ol.steps {
                li data-position=(json(&start)) { (first_step(rules, &start, words)) }
                @for step in &steps { (later_step(rules, step, words)) }
            }
        }
    }
}

fn first_step(rules: Ruleset, start: &PositionView, words: &Words) -> Markup {
    let seat = start.to_move.map_or("", |seat| words.text(name_of(*seat)));
    html! {
        p { (words.fill("rules.start", &[("seat", seat)])) }
        (diagram::shown(rules, start, words))
    }
}

fn later_step(rules: Ruleset, step: &Step, words: &Words) -> Markup {
    let laps =
        step.laps.iter().enumerate().map(|(number, lap)| describe_lap(lap, step.laps.get(number + 1), words));
    html! {
        li data-seat=(step.seat) data-position=(json(&step.position)) data-laps=(json(&step.laps)) {
            p { (words.text(name_of(step.seat))) " " code { (step.action) } }
            ol.laps { @for lap in laps { li { (lap) } } }
            (diagram::shown(rules, &step.position, words))
            @if let Some(choice) = choice(step, words) { p.choice { (choice) } }
        }
    }
}

/// The actions that the player may choose from with counters in hand.
fn choice(step: &Step, words: &Words) -> Option<String> {
    let pending = step.position.pending?;
    let actions: Vec<String> = step.position.legal.iter().map(ToString::to_string).collect();
    let values = [
        ("count", &*pending.hand.to_string()),
        ("hole", &pending.hole.to_string()),
        ("actions", &list(&actions, words.text("rules.or"))),
    ];
    Some(words.fill("rules.choice", &values))
}

fn name_of(seat: Seat) -> &'static str {
    match seat {
        Seat::South => "rules.south",
        Seat::North => "rules.north",
    }
}

fn json(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).expect("types of the protocol are JSON")
}

impl Example {
    /// The game, its first position, and every step; none if the example cannot be played.
    fn played(&self) -> Option<(Ruleset, PositionView, Vec<Step>)> {
        let mut game = self.first_game()?;
        let rules = game.ruleset();
        let start = open_view(&game);
        let mut steps = Vec::new();
        for action in self.turns.split([' ', '.']) {
            let seat = game.to_move()?;
            let action = action.parse().ok()?;
            let laps = game.play(action).ok()?.iter().map(Lap::from).collect();
            steps.push(Step { seat, action, laps, position: open_view(&game) });
        }
        Some((rules, start, steps))
    }

    fn first_game(&self) -> Option<Game> {
        let set_up = || self.start.parse::<Position>().ok().map(Game::new);
        Game::from_rulespec(self.start).ok().or_else(set_up)
    }
}

/// A position with its stores shown, as in a finished game.
fn open_view(game: &Game) -> PositionView {
    PositionView::of(game, Viewer::AfterGame)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::chapter::{CHAPTERS, headings};

    #[test]
    fn every_example_plays_and_belongs_to_a_paragraph() {
        for example in &EXAMPLES {
            let (rules, _, steps) = example.played().expect(example.name);
            assert_eq!(rules.name(), example.chapter);
            assert_eq!(steps.len(), example.turns.split([' ', '.']).count());
            let chapter = CHAPTERS.iter().find(|chapter| chapter.file == example.chapter).expect("a page");
            let Some(paragraph) = example.paragraph else { continue };
            let paragraphs = headings(chapter.text);
            assert!(paragraphs.iter().any(|heading| heading.number == paragraph), "{}", example.name);
            for key in ["title", "what"] {
                let key = format!("rules.example.{}.{key}", example.name);
                assert_ne!(Words::english().text(&key), key);
            }
        }
    }

    #[test]
    fn the_examples_end_where_the_pages_say() {
        let end = |name: &str| {
            let example = EXAMPLES.iter().find(|example| example.name == name).expect("an example");
            let (_, _, steps) = example.played().expect("played");
            steps.last().expect("a step").position.holes.clone()
        };
        // njombwa.md 6.1: "The gambit is over".
        assert_eq!(end("gambit").south, [2, 0, 3, 3, 0, 3, 3, 0, 3, 3, 0, 3, 4, 1, 2, 0]);
        assert_eq!(end("gambit").north, [2, 0, 3, 3, 0, 3, 3, 0, 3, 3, 0, 4, 4, 1, 2, 0]);
        // ikibuguzo.md 8.4: "The whole turn is written `A<.O<.L`".
        assert_eq!(end("series").south, [5, 1, 3, 2, 1, 1, 2, 1, 8, 1, 1, 0, 3, 2, 0, 2]);
    }
}
