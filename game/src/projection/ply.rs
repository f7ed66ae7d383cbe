use ikibuguzo_engine::{Action, Game, Position, Viewer};
use ikibuguzo_protocol::{GameId, PlyView, PositionView, Preview, Role};

use super::position::position;
use crate::room::Room;

/// The game after a number of actions, with previews of the legal ones, as a viewer may see it. None if the game has
/// not begun, or fewer actions have been played.
pub fn ply(id: GameId, room: &Room, plies: usize, viewer: Role) -> Option<PlyView> {
    let game = room.game_after(plies)?;
    let position = visible_position(room, &game, plies, viewer)?;
    let legal: Vec<Action> = position.legal.iter().map(|action| **action).collect();
    let previews = previews(game.position(), &legal);
    Some(PlyView { game: id, role: viewer, plies: count(room.actions().len()), position, previews })
}

/// The position after a number of actions, as a viewer may see it. None if the game has not begun, or fewer actions
/// have been played.
pub fn position_after(room: &Room, plies: usize, viewer: Role) -> Option<PositionView> {
    visible_position(room, &room.game_after(plies)?, plies, viewer)
}

fn visible_position(room: &Room, game: &Game, plies: usize, viewer: Role) -> Option<PositionView> {
    let viewer = if room.outcome().is_some() { Viewer::AfterGame } else { viewer.into() };
    let is_current = plies == room.actions().len();
    if is_current { position(room, viewer) } else { Some(PositionView::of(game, viewer)) }
}

/// Previews of the actions that a viewer sees as legal. Their effect on the board does not depend on what is hidden.
pub fn previews(position: &Position, legal: &[Action]) -> Vec<Preview> {
    legal.iter().filter_map(|action| Preview::of(position, *action)).collect()
}

fn count(plies: usize) -> u32 {
    u32::try_from(plies).unwrap_or(u32::MAX)
}
