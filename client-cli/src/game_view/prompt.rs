//! The prompt of line mode.

use ikibuguzo_protocol::{OfferKind, State};

use super::phrases::{joined, seat_and_player, seat_name};
use crate::game_view::local_game::LocalGame;

/// The prompt: what the viewer can do now, or for whom the game waits.
pub fn prompt(game: &LocalGame) -> String {
    let next_step = match game.view.state {
        State::Open => "waiting for somebody to join".to_owned(),
        State::Arranging => arranging(game),
        State::Playing => playing(game),
        State::Finished if !game.can_have_rematch() => "the game is over".to_owned(),
        State::Finished if game.role.seat().is_some() => "rematch or quit".to_owned(),
        State::Finished => "the game is over".to_owned(),
    };
    let offer = game.offer_to_me().map(|(kind, _)| match kind {
        OfferKind::Draw => "a draw is offered: accept or decline; ",
        OfferKind::Takeback => "your opponent asks to take back a turn: accept or decline; ",
        OfferKind::Previews => {
            "your opponent offers that both see what an action would do: accept or decline; "
        }
        OfferKind::Rematch => "a rematch is offered: accept or decline; ",
    });
    format!("{}{}{next_step} >", whose_prompt(game), offer.unwrap_or_default())
}

/// Which of two people at one keyboard the prompt addresses: `North (Amina), `. Empty for a single viewer.
fn whose_prompt(game: &LocalGame) -> String {
    let seat = game.role.seat().filter(|_| game.shared_bottom.is_some() && !game.is_over());
    seat.map_or_else(String::new, |seat| format!("{}, ", seat_and_player(game, seat)))
}

fn arranging(game: &LocalGame) -> String {
    let offered: Vec<String> = game.view.arrays_offered.iter().map(ToString::to_string).collect();
    match (offered.is_empty(), game.role.seat()) {
        (false, _) => format!("arrange your counters: {}", joined(&offered, "or")),
        (true, Some(_)) => "waiting for your opponent to arrange".to_owned(),
        (true, None) => "the players arrange their counters".to_owned(),
    }
}

fn playing(game: &LocalGame) -> String {
    let Some(position) = &game.view.position else { return String::new() };
    if game.is_my_turn() {
        let legal: Vec<String> = position.legal.iter().map(ToString::to_string).collect();
        let hint = if legal.len() == 1 { " (Enter plays it)" } else { "" };
        let berserk = if game.may_berserk() { ", or first `berserk`" } else { "" };
        return format!("your turn: {}{hint}{berserk}", joined(&legal, "or"));
    }
    position.to_move.map_or_else(String::new, |seat| format!("{} is to move", seat_name(*seat)))
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::{Game, Viewer};
    use ikibuguzo_protocol::{PositionView, Text};

    use super::*;
    use crate::game_view::local_game::tests::open_game;

    fn start() -> PositionView {
        PositionView::of(&Game::from_rulespec("ikibuguzo:first").expect("rules"), Viewer::Spectator)
    }

    #[test]
    fn the_prompt_asks_for_the_next_input() {
        let mut south = open_game("south");
        assert_eq!(prompt(&south), "waiting for somebody to join >");
        south.view.state = State::Arranging;
        south.view.arrays_offered = ikibuguzo_engine::Array::ALL.map(Text).to_vec();
        assert_eq!(prompt(&south), "arrange your counters: first or second >");
        let mut spectator = open_game("spectator");
        for game in [&mut south, &mut spectator] {
            game.view.state = State::Playing;
            game.view.position = Some(start());
        }
        assert_eq!(prompt(&south), "your turn: N (Enter plays it) >");
        assert_eq!(prompt(&spectator), "South is to move >");
    }
}
