//! The rules that apply at a moment, from docs/rules.

use ikibuguzo_engine::{Position, Ruleset};
use ikibuguzo_protocol::State;

use super::local_game::LocalGame;

/// The rules for this moment of a game: of the arrangement, the opening, a choice in the middle of a turn, a turn, or
/// the end. `position`: the present one; none if it is not known.
pub fn rule_text(game: &LocalGame, position: Option<&Position>) -> String {
    let rules = *game.view.rules;
    sections(rules.rules_page().text, titles(rules, moment(game, position)))
}

/// A moment of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum GameMoment {
    Arrangement,
    Opening,
    Choice,
    Turn,
    End,
}

fn moment(game: &LocalGame, position: Option<&Position>) -> GameMoment {
    match game.view.state {
        State::Finished => GameMoment::End,
        State::Open | State::Arranging => GameMoment::Arrangement,
        State::Playing if position.is_some_and(|it| !it.is_opening_over()) => GameMoment::Opening,
        State::Playing if game.view.position.as_ref().is_some_and(|it| it.pending.is_some()) => {
            GameMoment::Choice
        }
        State::Playing => GameMoment::Turn,
    }
}

/// The titles of the sections for a moment of a game.
fn titles(rules: Ruleset, moment: GameMoment) -> &'static [&'static str] {
    let page = rules.rules_page();
    match moment {
        GameMoment::End => &["End"],
        GameMoment::Arrangement if rules.arrays().is_empty() => &["Board and start"],
        GameMoment::Arrangement => &["Arrangement"],
        GameMoment::Opening => page.opening,
        GameMoment::Choice => page.choice,
        GameMoment::Turn => page.turn,
    }
}

/// The sections of a page with these titles, each up to the next heading of the same level or higher.
fn sections(page: &str, titles: &[&str]) -> String {
    let mut text = String::new();
    let mut level = None;
    for line in page.lines() {
        if let Some((depth, title)) = heading(line) {
            if level.is_some_and(|level| depth <= level) {
                level = None;
            }
            if level.is_none() && titles.contains(&title) {
                level = Some(depth);
            }
        }
        if level.is_some() {
            text.push_str(&plain(line));
            text.push('\n');
        }
    }
    text
}

/// The level of a heading, and its title without its number.
fn heading(line: &str) -> Option<(usize, &str)> {
    let title = line.trim_start_matches('#');
    let depth = line.len() - title.len();
    let words = title.strip_prefix(' ')?;
    let without_number = words.split_once(' ').map_or(words, |(_, rest)| rest);
    (depth > 0).then_some((depth, without_number))
}

/// A line without the marks of Markdown; a link becomes its text.
fn plain(line: &str) -> String {
    let (mut text, mut rest) = (String::new(), line.trim_start_matches(['#', ' ']));
    while let Some((before, after)) = rest.split_once("](") {
        text.push_str(before);
        rest = after.split_once(')').map_or("", |(_, rest)| rest);
    }
    text.push_str(rest);
    text.replace(['`', '[', ']'], "").replace("**", "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_moment_of_every_game_has_its_rules() {
        let moments = [
            GameMoment::Arrangement,
            GameMoment::Opening,
            GameMoment::Choice,
            GameMoment::Turn,
            GameMoment::End,
        ];
        for rules in Ruleset::STANDARD {
            for moment in moments {
                for title in titles(rules, moment) {
                    let text = sections(rules.rules_page().text, &[title]);
                    assert!(text.lines().count() > 2, "{rules} {moment:?}: {title}: {text}");
                }
            }
        }
    }

    #[test]
    fn a_section_ends_at_the_next_one_and_has_no_marks() {
        let page = "# Page\n## 1 First\nOne [link](x.md#y) and `A`.\n### 1.1 Sub\nMore.\n## 2 Second\nTwo.\n";
        assert_eq!(sections(page, &["First"]), "1 First\nOne link and A.\n1.1 Sub\nMore.\n");
        assert_eq!(sections(page, &["Sub"]), "1.1 Sub\nMore.\n");
    }
}
