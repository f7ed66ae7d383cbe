//! A position with everything that the rules know of it, and what an action would do in it.

use ikibuguzo_engine::{Game, GameStart, Position, Seat};
use ikibuguzo_protocol::{Lap, Preview};

use super::local_game::LocalGame;
use super::phrases::counters;
use super::turn_list::TurnList;

/// The position of a game after this many turns, played again from the beginning; none if its turns are not all known.
///
/// It is computed from what everybody has seen, so it reveals nothing else.
pub fn replayed_position(game: &LocalGame, turns: &TurnList, count: usize) -> Option<Position> {
    let mut replayed = start(game)?;
    for played in turns.turns().get(..count)?.iter().flat_map(|turn| &turn.actions) {
        replayed.advance(played.action).ok()?;
    }
    Some(*replayed.position())
}

/// The present position of a game; none if its turns are not all known.
pub fn present_position(game: &LocalGame, turns: &TurnList) -> Option<Position> {
    let position = replayed_position(game, turns, turns.turns().len())?;
    let shown = game.view.position.as_ref()?;
    let is_same = Seat::ALL.into_iter().all(|seat| position.holes(seat) == &shown.holes.get(seat)[..]);
    is_same.then_some(position)
}

/// What an action would do: `3 laps, the last one ends in c, captures 5`.
pub fn preview_text(preview: &Preview) -> String {
    let laps = match preview.laps.len() {
        1 => "1 lap".to_owned(),
        count => format!("{count} laps"),
    };
    let end = match preview.laps.last() {
        Some(Lap::Sown { last, .. } | Lap::Entered { last, .. }) => format!(", ends in {last}"),
        Some(Lap::Endless { .. }) => ", goes round without end".to_owned(),
        Some(Lap::Passed { .. }) | None => String::new(),
    };
    let captured = match preview.captured {
        0 => String::new(),
        count => format!(", captures {}", counters(usize::from(count))),
    };
    let pending = preview.pending.map(|pending| format!(", then a choice at {}", pending.hole));
    format!("{laps}{end}{captured}{}", pending.unwrap_or_default())
}

fn start(game: &LocalGame) -> Option<Game> {
    match game.view.rules.begin() {
        GameStart::Play(start) => Some(start),
        GameStart::Arrange(mut arrangement) => {
            let arrays = game.view.arrays?;
            for seat in Seat::ALL {
                arrangement.choose(seat, **arrays.get(seat)).ok()?;
            }
            arrangement.reveal()
        }
    }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::Array;
    use ikibuguzo_protocol::{Seats, Text};

    use super::*;
    use crate::game_view::local_game::tests::{played_events, test_game_id};

    #[test]
    fn every_position_is_played_again_as_it_was() {
        for rules in ["ikibuguzo:first", "kubuguza", "njombwa:8", "azigo", "azigo:own-row"] {
            let events = played_events(rules, 60);
            let (turns, mut game) = TurnList::from_events(test_game_id(), &events).expect("a game");
            let first = Text(Array::First);
            game.view.arrays = rules.starts_with("ikibuguzo").then_some(Seats { south: first, north: first });
            present_position(&game, &turns).expect(rules);
            for count in 0..turns.turns().len() {
                let position = replayed_position(&game, &turns, count).expect(rules);
                let shown = turns.position_after(count).expect(rules);
                assert_eq!(position.holes(Seat::South), &shown.holes.south[..], "{rules} {count}");
            }
            assert_eq!(replayed_position(&game, &turns, 999), None);
        }
    }

    #[test]
    fn a_preview_says_what_the_action_then_does() {
        let (turns, game) =
            TurnList::from_events(test_game_id(), &played_events("kubuguza", 0)).expect("a game");
        let position = present_position(&game, &turns).expect("the start");
        let preview = Preview::of(&position, "O".parse().expect("an action")).expect("legal");
        assert_eq!(preview_text(&preview), "1 lap, ends in C");
    }
}
