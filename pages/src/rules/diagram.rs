//! The diagrams of positions in the Markdown, drawn as boards.

use std::collections::BTreeMap;

use ikibuguzo_engine::{Hole, Ruleset};
use ikibuguzo_protocol::{PositionView, Seats, Stores};
use maud::{Markup, html};

use super::chapter::Chapter;
use super::wording::describe_position;
use crate::board;
use crate::words::Words;

/// A code block: a board if it is a diagram of a position, otherwise the text itself.
pub(super) fn figure(chapter: &Chapter, text: &str, words: &Words) -> Markup {
    match chapter.game.and_then(|game| position(game, text)) {
        Some((rules, position)) => html! {
            figure.diagram { (shown(rules, &position, words)) }
        },
        None => html! { pre tabindex="0" { (text) } },
    }
}

/// A still board. A wide one scrolls on a small screen, also by keyboard.
pub(super) fn shown(rules: Ruleset, position: &PositionView, words: &Words) -> Markup {
    let wide = (rules.columns() > 10).then_some("0");
    let label = describe_position(rules, position, words);
    html! {
        div.board-box.wide[wide.is_some()] tabindex=[wide] role=[wide.map(|_| "group")] aria-label=[wide.map(|_| words.text("rules.wide"))] {
            (board::still(rules, position, &label))
        }
    }
}

/// An empty board.
pub(crate) fn empty_position(rules: Ruleset) -> PositionView {
    let side = || vec![0; rules.rows() * rules.columns()];
    let stores = rules.has_stores().then(Stores::default);
    PositionView {
        holes: Seats { south: side(), north: side() },
        stores,
        ply: 0,
        turns: 0,
        to_move: None,
        pending: None,
        legal: Vec::new(),
    }
}

/// The position that a diagram shows.
fn position(game: Ruleset, text: &str) -> Option<(Ruleset, PositionView)> {
    let counters = if game.rows() == 1 { rows_of_numbers(text) } else { pairs(text) };
    let rules = variant_with(game, counters.len())?;
    let mut position = empty_position(rules);
    for (hole, held) in counters {
        *position.holes.get_mut(hole.seat).get_mut(usize::from(hole.index))? = held;
    }
    if rules.has_stores() {
        position.stores = Some(Seats { south: store(text, "South"), north: store(text, "North") });
    }
    Some((rules, position))
}

/// The variant of a game that is played on this number of holes.
fn variant_with(game: Ruleset, holes: usize) -> Option<Ruleset> {
    let fits = |rules: &&Ruleset| rules.name() == game.name() && 2 * rules.rows() * rules.columns() == holes;
    if fits(&&game) { Some(game) } else { Ruleset::ALL.iter().find(fits).copied() }
}

/// Reads pairs such as `a 29`: the letter of a hole, and its count.
fn pairs(text: &str) -> BTreeMap<Hole, u8> {
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(2).filter_map(|pair| Some((hole(pair[0])?, pair[1].parse().ok()?))).collect()
}

/// Reads rows of letters, each with a row of counts beside it.
fn rows_of_numbers(text: &str) -> BTreeMap<Hole, u8> {
    let lines: Vec<&str> = text.lines().filter(|line| !line.trim().is_empty()).collect();
    let [north, north_held, south_held, south] = lines[..] else {
        return BTreeMap::new();
    };
    let both = [(north, north_held), (south, south_held)];
    let named = both
        .into_iter()
        .flat_map(|(letters, held)| letters.split_whitespace().map_while(hole).zip(held.split_whitespace()));
    named.filter_map(|(hole, held)| Some((hole, held.parse().ok()?))).collect()
}

fn hole(word: &str) -> Option<Hole> {
    let mut letters = word.chars();
    let letter = letters.next().filter(|_| letters.next().is_none())?;
    Hole::from_letter(letter)
}

fn store(text: &str, seat: &str) -> Option<u8> {
    let (_, rest) = text.split_once(&format!("{seat}, store "))?;
    rest.split_whitespace().next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::Seat;

    use super::*;
    use crate::rules::chapter::CHAPTERS;

    /// The diagrams of positions in a chapter: the code blocks with `South,` and a number.
    fn diagrams(chapter: &Chapter) -> Vec<&str> {
        let blocks = chapter.text.split("```").skip(1).step_by(2);
        let position =
            |block: &&str| block.contains("South,") && block.contains(|c: char| c.is_ascii_digit());
        blocks.filter(position).collect()
    }

    #[test]
    fn every_diagram_of_a_position_is_drawn_with_all_its_counters() {
        let mut count = 0;
        for chapter in &CHAPTERS[1..] {
            let game = chapter.game.expect("a game");
            for diagram in diagrams(chapter) {
                let (_, position) = position(game, diagram).expect(diagram);
                let numbers =
                    diagram.split(|c: char| !c.is_ascii_digit()).filter_map(|word| word.parse::<u32>().ok());
                let held = Seat::ALL.iter().flat_map(|seat| position.holes.get(*seat));
                let stored = position.stores.map_or(0, |stores| {
                    Seat::ALL.iter().map(|seat| u32::from(stores.get(*seat).expect("a number"))).sum()
                });
                let all = held.map(|held| u32::from(*held)).sum::<u32>() + stored;
                assert_eq!(all, numbers.sum::<u32>(), "{diagram}");
            }
            count += diagrams(chapter).len();
        }
        assert!(count >= 20, "{count} diagrams");
    }

    #[test]
    fn a_block_without_a_position_stays_text() {
        assert!(position(Ruleset::STANDARD[0], "h  g  f  e  d  c  b  a    North, outer").is_none());
        assert!(position(Ruleset::STANDARD[3], "").is_none());
    }
}
