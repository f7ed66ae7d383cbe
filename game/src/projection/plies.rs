//! What a viewer sees of a game as it was after so many actions, and of what could have been played there.

use ikibuguzo_engine::{Game, Position, Viewer};
use ikibuguzo_protocol::{GameId, PlyView, PositionView, Preview, Role};

use crate::room::Room;

/// The game after so many actions, as a viewer may see it; none where it has not begun or not got so far.
pub fn ply(id: GameId, room: &Room, plies: usize, viewer: Role) -> Option<PlyView> {
    let game = room.game_after(plies)?;
    let position = seen(room, &game, plies, viewer)?;
    let previews = previews(game.position(), &position);
    Some(PlyView { game: id, role: viewer, plies: count(room.acts().len()), position, previews })
}

/// The position after so many actions, as a viewer may see it; none where the game has not begun or not got so far.
pub fn position_after(room: &Room, plies: usize, viewer: Role) -> Option<PositionView> {
    seen(room, &room.game_after(plies)?, plies, viewer)
}

fn seen(room: &Room, game: &Game, plies: usize, viewer: Role) -> Option<PositionView> {
    let sees = if room.outcome().is_some() { Viewer::Afterwards } else { viewer.into() };
    let now = plies == room.acts().len();
    if now { super::position(room, sees) } else { Some(PositionView::of(game, sees)) }
}

/// Of the actions that the viewer sees as legal alone; what they do to the board does not depend on what is concealed.
fn previews(position: &Position, seen: &PositionView) -> Vec<Preview> {
    seen.legal.iter().filter_map(|action| Preview::of(position, **action)).collect()
}

fn count(plies: usize) -> u32 {
    u32::try_from(plies).unwrap_or(u32::MAX)
}
