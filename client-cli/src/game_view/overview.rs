//! The introduction of a game, and its board with players, stores and clocks.

use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::{PositionView, Text, Timestamp};

use super::board::{draw_array, draw_board};
use super::phrases::{clock_time, counters, seat_name, seated_player};
use crate::game_view::local_game::LocalGame;
use crate::terminal::style::Style;

/// The sentence that introduces a game to its viewer.
pub fn introduction(game: &LocalGame) -> String {
    let role = game.role.seat().map_or("You watch".to_owned(), |seat| format!("You are {}", seat_name(seat)));
    format!("{role}. {}", title(game))
}

/// The sentence that names a game with its rules, its clock and its players, and says whether it is finished.
pub fn title(game: &LocalGame) -> String {
    let name = |seat| seated_player(game, seat).unwrap_or_else(|| "a free seat".to_owned());
    let clock = game.view.clock.map(|clock| format!(", {clock}")).unwrap_or_default();
    let finished = if game.is_over() { ", finished" } else { "" };
    format!(
        "Game {} of {}{clock}{finished}: South {}, North {}.",
        game.id,
        game.view.rules,
        name(Seat::South),
        name(Seat::North)
    )
}

/// The board, or the arrays that are offered; none before there is either.
///
/// `now` is a time of the server's clock. Without it, the clocks show the time that the server sent last.
pub fn drawing(game: &LocalGame, now: Option<Timestamp>, style: Style) -> Option<String> {
    match &game.view.position {
        Some(position) => Some(board_with_players(game, position, now, style)),
        None if game.view.arrays_offered.is_empty() => None,
        None => Some(offered_arrays(game, style)),
    }
}

fn board_with_players(
    game: &LocalGame,
    position: &PositionView,
    now: Option<Timestamp>,
    style: Style,
) -> String {
    let bottom = game.bottom_seat();
    let label = |seat| player_line(game, position, seat, now);
    let board = draw_board(position, game.view.rules.columns(), bottom, style);
    let mut lines = vec![label(!bottom), board, label(bottom)];
    if let Some(pending) = position.pending {
        lines.push(format!("In hand at {}: {}", pending.hole, counters(usize::from(pending.hand))));
    }
    lines.join("\n")
}

/// The line of a player: `South (imbogo-1, you, berserk), store: 9, 1:00 left, to move`. A bot has `bot` after its name.
pub fn player_line(game: &LocalGame, position: &PositionView, seat: Seat, now: Option<Timestamp>) -> String {
    let player = game.player_name(seat).map_or("?", |player| player.as_str());
    let bot = if game.view.bots.contains(&Text(seat)) { ", bot" } else { "" };
    let you = if game.role.seat() == Some(seat) { ", you" } else { "" };
    let to_move = if position.to_move == Some(Text(seat)) { to_move_text(game, now) } else { String::new() };
    let store = position.stores.map(|stores| match stores.get(seat) {
        Some(count) => format!(", store: {count}"),
        None => ", store: concealed".to_owned(),
    });
    let time_left = game.time_left(seat, now).map(|time| format!(", {} left", clock_time(time)));
    let (store, time_left) = (store.unwrap_or_default(), time_left.unwrap_or_default());
    let berserk = if *game.view.berserk.get(seat) { ", berserk" } else { "" };
    format!("{} ({player}{bot}{you}{berserk}){store}{time_left}{to_move}", seat_name(seat))
}

/// `, to move`, with the time that is left for a first turn.
fn to_move_text(game: &LocalGame, now: Option<Timestamp>) -> String {
    let first_turn_by = game.view.clocks.and_then(|clocks| clocks.first_turn_by);
    match first_turn_by.zip(now) {
        None => ", to move".to_owned(),
        Some((by, now)) => format!(", to move within {} (first turn)", clock_time(by.saturating_since(now))),
    }
}

fn offered_arrays(game: &LocalGame, style: Style) -> String {
    let draw = |array: &Text<Array>| {
        let side = draw_array(&array.holes(), game.bottom_seat(), game.view.rules.columns(), style);
        format!("The {array} array:\n{side}")
    };
    game.view.arrays_offered.iter().map(draw).collect::<Vec<_>>().join("\n\n")
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::{Game, Viewer};
    use ikibuguzo_protocol::{Seats, State};

    use super::*;
    use crate::game_view::local_game::tests::open_game;

    fn start() -> PositionView {
        PositionView::of(&Game::from_rulespec("ikibuguzo:first").expect("rules"), Viewer::Spectator)
    }

    #[test]
    fn the_board_names_its_players() {
        let mut south = open_game("south");
        assert_eq!(drawing(&south, None, Style::PLAIN), None);
        south.view.position = Some(start());
        let drawn = drawing(&south, None, Style::PLAIN).expect("a board");
        assert!(drawn.starts_with("North (?)\n"), "{drawn}");
        assert!(drawn.ends_with("\nSouth (imbogo-1, you), to move"), "{drawn}");
    }

    #[test]
    fn the_board_shows_the_remaining_time() {
        let mut south = open_game("south");
        south.view.position = Some(start());
        let clocks = r#"{"balance":{"south":60000,"north":50000},"running":"south","runs_out_at":160000}"#;
        south.view.clocks = Some(serde_json::from_str(clocks).expect("clocks"));
        for (now, left) in [
            (None, "1:00"),
            (Some(Timestamp::from_millis(117_500)), "0:42"),
            (Some(Timestamp::from_millis(999_000)), "0:00"),
        ] {
            let drawn = drawing(&south, now, Style::PLAIN).expect("a board");
            assert!(drawn.starts_with("North (?), 0:50 left\n"), "{drawn}");
            assert!(drawn.ends_with(&format!("\nSouth (imbogo-1, you), {left} left, to move")), "{drawn}");
        }
    }

    #[test]
    fn the_board_shows_who_has_gone_berserk() {
        let mut south = open_game("south");
        south.view.position = Some(start());
        (south.view.state, south.view.may_berserk) = (State::Playing, Seats { south: true, north: false });
        assert!(south.may_berserk());
        let text = r#"{"seq":5,"at":0,"kind":"berserked","seat":"south"}"#;
        south.apply(&serde_json::from_str(text).expect("an event"));
        assert!(!south.may_berserk());
        let drawn = drawing(&south, None, Style::PLAIN).expect("a board");
        assert!(drawn.ends_with("\nSouth (imbogo-1, you, berserk), to move"), "{drawn}");
    }

    #[test]
    fn the_board_shows_the_time_for_a_first_turn() {
        let mut south = open_game("south");
        south.view.position = Some(start());
        let clocks = r#"{"balance":{"south":60000,"north":60000},"running":null,"runs_out_at":null,"first_turn_by":160000}"#;
        south.view.clocks = Some(serde_json::from_str(clocks).expect("clocks"));
        let drawn = drawing(&south, Some(Timestamp::from_millis(117_500)), Style::PLAIN).expect("a board");
        assert!(
            drawn.ends_with("South (imbogo-1, you), 1:00 left, to move within 0:42 (first turn)"),
            "{drawn}"
        );
    }

    #[test]
    fn the_offered_arrays_are_drawn_before_there_is_a_board() {
        let mut south = open_game("south");
        south.view.arrays_offered = Array::ALL.map(Text).to_vec();
        let drawn = drawing(&south, None, Style::PLAIN).expect("arrays");
        assert!(drawn.contains("The first array:\n") && drawn.contains("The second array:\n"), "{drawn}");
        assert!(drawn.contains("\n  4   4   4   4   4   4   4   4\n"), "{drawn}");
    }
}
