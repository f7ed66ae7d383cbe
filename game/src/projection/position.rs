use ikibuguzo_engine::Viewer;
use ikibuguzo_protocol::{PositionView, Stores};

use crate::room::Room;

/// The current position. After the end of the game no seat is to move and nothing is hidden.
pub(super) fn position(room: &Room, viewer: Viewer) -> Option<PositionView> {
    let game = room.game()?;
    Some(match room.outcome() {
        None => PositionView::of(game, viewer),
        Some(_) => {
            PositionView { to_move: None, legal: Vec::new(), ..PositionView::of(game, Viewer::AfterGame) }
        }
    })
}

/// The current position of a game that has a board.
pub(super) fn expect_position(room: &Room, viewer: Viewer) -> PositionView {
    position(room, viewer).expect("a room that is played has a position")
}

/// The stores after the end of the game.
pub(super) fn final_stores(room: &Room) -> Option<Stores> {
    PositionView::of(room.game()?, Viewer::AfterGame).stores
}
