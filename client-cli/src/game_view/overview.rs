//! How a game looks in a terminal at one moment: the introduction, the board with its players, the prompt.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{PositionView, State, Text};

use crate::game_view::board;
use crate::game_view::event_text::{capital, counters, list, time};
use crate::game_view::local_game::{Offered, Table};
use crate::terminal::style::Style;

/// What this game is, for somebody who has just come to it.
pub fn introduction(table: &Table) -> String {
    let name = |seat| table.player(seat).map_or("a free seat", |player| player.as_str());
    let role = table.role.seat().map_or("You watch".to_owned(), |seat| format!("You are {}", capital(seat)));
    let clock = table.view.clock.map(|clock| format!(", {clock}")).unwrap_or_default();
    format!(
        "{role}. Game {} of {}{clock}: South {}, North {}.",
        table.game,
        table.view.rules,
        name(Seat::South),
        name(Seat::North)
    )
}

/// What there is to see at a moment of the server's clock: the arrays on offer, or the board; nothing before there is
/// either. Without a moment, clocks show what was told last.
pub fn drawing(table: &Table, now: Option<u64>, style: Style) -> Option<String> {
    match &table.view.position {
        Some(position) => Some(position_with_players(table, position, now, style)),
        None if table.view.arrays_offered.is_empty() => None,
        None => Some(arrays(table, style)),
    }
}

/// What is wanted of the viewer, or whom everybody waits for.
pub fn prompt(table: &Table) -> String {
    let wanted = match table.view.state {
        State::Open => "waiting for somebody to join".to_owned(),
        State::Arranging => arranging(table),
        State::Playing => playing(table),
        State::Finished if table.role.seat().is_some() => "rematch or quit".to_owned(),
        State::Finished => "the game is over".to_owned(),
    };
    let offer = table.offer_to_me().map(|(what, _)| match what {
        Offered::Draw => "a draw is offered: accept or decline; ",
        Offered::Takeback => "the other asks to take back a turn: accept or decline; ",
        Offered::Rematch => "a rematch is offered: accept or decline; ",
    });
    format!("{}{wanted} >", offer.unwrap_or_default())
}

fn position_with_players(table: &Table, position: &PositionView, now: Option<u64>, style: Style) -> String {
    let below = table.below();
    let label = |seat| label(table, position, seat, now);
    let board = board::board(position, table.view.rules.columns(), below, style);
    let mut lines = vec![label(!below), board, label(below)];
    if let Some(pending) = position.pending {
        lines.push(format!("In hand at {}: {}", pending.hole, counters(usize::from(pending.hand))));
    }
    lines.join("\n")
}

fn label(table: &Table, position: &PositionView, seat: Seat, now: Option<u64>) -> String {
    let player = table.player(seat).map_or("?", |player| player.as_str());
    let you = if table.role.seat() == Some(seat) { ", you" } else { "" };
    let to_move = if position.to_move == Some(Text(seat)) { ", to move" } else { "" };
    let store = position.stores.map(|stores| match stores.get(seat) {
        Some(held) => format!(", store: {held}"),
        None => ", store: concealed".to_owned(),
    });
    let left = table.time_left(seat, now).map(|left| format!(", {} left", time(left)));
    format!(
        "{} ({player}{you}){}{}{to_move}",
        capital(seat),
        store.unwrap_or_default(),
        left.unwrap_or_default()
    )
}

fn arrays(table: &Table, style: Style) -> String {
    let draw = |array: &Text<ikibuguzo_engine::Array>| {
        let side = board::array(&array.holes(), table.below(), table.view.rules.columns(), style);
        format!("The {array} array:\n{side}")
    };
    table.view.arrays_offered.iter().map(draw).collect::<Vec<_>>().join("\n\n")
}

fn arranging(table: &Table) -> String {
    let offered: Vec<String> = table.view.arrays_offered.iter().map(ToString::to_string).collect();
    match (offered.is_empty(), table.role.seat()) {
        (false, _) => format!("arrange your counters: {}", list(&offered, "or")),
        (true, Some(_)) => "waiting for the other to arrange".to_owned(),
        (true, None) => "the players arrange their counters".to_owned(),
    }
}

fn playing(table: &Table) -> String {
    let Some(position) = &table.view.position else { return String::new() };
    if table.my_turn() {
        let legal: Vec<String> = position.legal.iter().map(ToString::to_string).collect();
        let hint = if legal.len() == 1 { " (Enter plays it)" } else { "" };
        return format!("your turn: {}{hint}", list(&legal, "or"));
    }
    position.to_move.map_or_else(String::new, |seat| format!("{} is to move", capital(*seat)))
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::{Game, Viewer};

    use super::*;
    use crate::game_view::local_game::tests::table;

    #[test]
    fn the_prompt_says_what_is_wanted() {
        let mut south = table("south");
        assert_eq!(prompt(&south), "waiting for somebody to join >");
        south.view.state = State::Arranging;
        south.view.arrays_offered = ikibuguzo_engine::Array::ALL.map(Text).to_vec();
        assert_eq!(prompt(&south), "arrange your counters: first or second >");
        let mut watcher = table("spectator");
        for table in [&mut south, &mut watcher] {
            table.view.state = State::Playing;
            table.view.position = Some(PositionView::of(
                &Game::from_rulespec("ikibuguzo:first").expect("rules"),
                Viewer::Spectator,
            ));
        }
        assert_eq!(prompt(&south), "your turn: N (Enter plays it) >");
        assert_eq!(prompt(&watcher), "South is to move >");
    }

    #[test]
    fn the_board_names_its_players() {
        let mut south = table("south");
        assert_eq!(drawing(&south, None, Style::PLAIN), None);
        south.view.position = Some(PositionView::of(
            &Game::from_rulespec("ikibuguzo:first").expect("rules"),
            Viewer::Spectator,
        ));
        let drawn = drawing(&south, None, Style::PLAIN).expect("a board");
        assert!(drawn.starts_with("North (?)\n"), "{drawn}");
        assert!(drawn.ends_with("\nSouth (imbogo-1, you), to move"), "{drawn}");
    }

    #[test]
    fn the_board_shows_the_time_that_is_left() {
        let mut south = table("south");
        south.view.position = Some(PositionView::of(
            &Game::from_rulespec("ikibuguzo:first").expect("rules"),
            Viewer::Spectator,
        ));
        let clocks = r#"{"balance":{"south":60000,"north":50000},"running":"south","runs_out_at":160000}"#;
        south.view.clocks = Some(serde_json::from_str(clocks).expect("clocks"));
        for (now, left) in [(None, "1:00"), (Some(117_500), "0:42"), (Some(999_000), "0:00")] {
            let drawn = drawing(&south, now, Style::PLAIN).expect("a board");
            assert!(drawn.starts_with("North (?), 0:50 left\n"), "{drawn}");
            assert!(drawn.ends_with(&format!("\nSouth (imbogo-1, you), {left} left, to move")), "{drawn}");
        }
    }

    #[test]
    fn the_arrays_on_offer_are_drawn_before_there_is_a_board() {
        let mut south = table("south");
        south.view.arrays_offered = ikibuguzo_engine::Array::ALL.map(Text).to_vec();
        let drawn = drawing(&south, None, Style::PLAIN).expect("arrays");
        assert!(drawn.contains("The first array:\n") && drawn.contains("The second array:\n"), "{drawn}");
        assert!(drawn.contains("\n  4   4   4   4   4   4   4   4\n"), "{drawn}");
    }
}
