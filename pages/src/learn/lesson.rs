//! The lessons of the games: data in `pages/lessons`, and words in `web/text`. The tests play each lesson.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use ikibuguzo_engine::{Array, Game, Position, Ruleset, Viewer};
use ikibuguzo_protocol::PositionView;
use serde::{Deserialize, Serialize};

use crate::rules::empty_position;
use crate::words::Words;

/// A position in which the learner, who plays South, reaches a goal.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Lesson {
    /// The name, which is also part of the keys of its words.
    pub(super) name: String,
    /// The first position in its notation; or a ruleset with an arrangement, which the lesson is about.
    start: String,
    /// The goal of the lesson.
    goal: Goal,
    /// Turns that reach the goal, with spaces between them: the learner's, and North's answers to them.
    solution: String,
    /// Whether the learner has no choice: North's answers are then played until the goal is reached.
    #[serde(default)]
    forced: bool,
}

/// The goal of a lesson. All conditions must hold; `web/lesson/goal.js` checks them.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Goal {
    /// The hole in which the last counter falls.
    #[serde(skip_serializing_if = "Option::is_none")]
    ends: Option<String>,
    /// Smallest number of laps.
    #[serde(skip_serializing_if = "Option::is_none")]
    laps: Option<usize>,
    /// Smallest number of captured counters.
    #[serde(skip_serializing_if = "Option::is_none")]
    captures: Option<u32>,
    /// The way in which the store is entered, as laps name it.
    #[serde(skip_serializing_if = "Option::is_none")]
    enters: Option<String>,
    /// Whether North must have nothing to capture afterwards.
    #[serde(skip_serializing_if = "is_false")]
    safe: bool,
    /// Whether South must win.
    #[serde(skip_serializing_if = "is_false")]
    wins: bool,
    /// The array that is to be chosen.
    #[serde(skip_serializing_if = "Option::is_none")]
    array: Option<String>,
}

/// A lesson as the page's module reads it.
#[derive(Debug, Serialize)]
pub(super) struct TaughtLesson<'a> {
    pub(super) name: &'a str,
    pub(super) title: &'a str,
    pub(super) text: &'a str,
    #[serde(rename = "goalText")]
    pub(super) goal_text: &'a str,
    hint: &'a str,
    goal: &'a Goal,
    solution: Vec<Vec<&'a str>>,
    forced: bool,
    /// The first position; none if the array is to be chosen.
    start: Option<&'a str>,
    /// The first position of each array, if one is to be chosen.
    arrays: Vec<(&'static str, String)>,
}

impl TaughtLesson<'_> {
    /// The lesson as the page's module reads it.
    pub(super) fn json(&self) -> String {
        serde_json::to_string(self).expect("a lesson is JSON")
    }
}

/// The lessons by the name of the game.
static LESSONS: LazyLock<BTreeMap<&str, Vec<Lesson>>> = LazyLock::new(|| {
    let files = [
        ("ikibuguzo", include_str!("../../lessons/ikibuguzo.json")),
        ("kubuguza", include_str!("../../lessons/kubuguza.json")),
        ("njombwa", include_str!("../../lessons/njombwa.json")),
        ("azigo", include_str!("../../lessons/azigo.json")),
    ];
    let read = |json| serde_json::from_str(json).expect("the embedded lessons can be read");
    files.map(|(game, json)| (game, read(json))).into()
});

/// The lessons of a game; none if there is no file of them.
pub(super) fn lessons_of(game: Ruleset) -> &'static [Lesson] {
    LESSONS.get(game.name()).map_or(&[], Vec::as_slice)
}

impl Lesson {
    /// The lesson with its words.
    pub(super) fn taught<'a>(&'a self, game: Ruleset, words: &'a Words) -> TaughtLesson<'a> {
        let text =
            |part| words.find(&format!("learn.{}.{}.{part}", game.name(), self.name)).unwrap_or_default();
        let has_position = self.first_game().is_some();
        TaughtLesson {
            name: &self.name,
            title: text("title"),
            text: text("text"),
            goal_text: text("goal"),
            hint: text("hint"),
            goal: &self.goal,
            solution: self.turns().collect(),
            forced: self.forced,
            start: has_position.then_some(self.start.as_str()),
            arrays: if has_position { Vec::new() } else { arrayed_starts(game) },
        }
    }

    /// The first position as it is drawn: an empty board if an array is to be chosen first.
    pub(super) fn view(&self, game: Ruleset) -> PositionView {
        self.first_game()
            .map_or_else(|| empty_position(game), |game| PositionView::of(&game, Viewer::AfterGame))
    }

    /// The game that begins with the first position; none if an array is to be chosen first.
    fn first_game(&self) -> Option<Game> {
        let is_arranged = self.start.parse::<Ruleset>().is_err();
        is_arranged.then(|| Game::new(self.start.parse::<Position>().expect("a position")))
    }

    /// The actions of each turn of the solution.
    fn turns(&self) -> impl Iterator<Item = Vec<&str>> {
        self.solution.split(' ').map(|turn| turn.split('.').collect())
    }
}

/// The first position of each array, if both seats choose it.
fn arrayed_starts(game: Ruleset) -> Vec<(&'static str, String)> {
    let start = |array: Array| {
        let game = Game::from_rulespec(&format!("{}:{array}", game.name())).expect("a start");
        (array.as_str(), game.position().to_string())
    };
    Array::ALL.map(start).to_vec()
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !value
}

#[cfg(test)]
mod tests;
