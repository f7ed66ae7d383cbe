use ikibuguzo_engine::{Array, Seat};
use ikibuguzo_protocol::{GameId, GameView, Role, Seats, Snapshot, Text, TimeControl};

use super::position::position;
use crate::commitment::seal_of;
use crate::room::{Phase, Room};

/// A game as a viewer may see it.
pub fn view(room: &Room, viewer: Role) -> GameView {
    let player = |seat: Seat| room.seats()[seat].as_ref().map(|player| player.name.clone());
    let chosen = |seat| room.arranging()?.arrangement().chosen(seat);
    let commitment = |seat: Seat| {
        let array = chosen(seat)?;
        room.arranging()?.commitment(seat).map(|commitment| seal_of(commitment, array.as_str()))
    };
    let has_arranged = |seat| room.arrays().is_some() || chosen(seat).is_some();
    GameView {
        rules: Text(room.options().rules),
        rules_version: room.options().rules_version,
        public: room.options().public,
        rated: room.options().rated,
        clock: time_control_view(room.options().clock),
        created_at: room.created_at(),
        state: room.state(),
        players: Seats { south: player(Seat::South), north: player(Seat::North) },
        bots: room.bots().map(Text).collect(),
        invited: room.invited().map(|player| player.name.clone()),
        open_until: room.open_until(),
        declined: room.declined(),
        arranged: Seats { south: has_arranged(Seat::South), north: has_arranged(Seat::North) },
        commitments: Seats { south: commitment(Seat::South), north: commitment(Seat::North) },
        sealed: viewer.seat().and_then(chosen).map(Text),
        arrays_offered: arrays_offered(room, viewer),
        arrange_by: room.arrange_by(),
        arrays: room.arrays().map(|arrays| arrays.map(Text).into()),
        position: position(room, viewer.into()),
        clocks: room.clocks(),
        may_berserk: room.may_berserk().into(),
        berserk: room.is_berserk().into(),
        draw_offer: room.draw_offer(),
        takeback_offer: room.takeback_offer(),
        previews_offer: room.previews_offer(),
        previews_agreed: room.previews_agreed(),
        rematch: room.rematch(),
        outcome: room.outcome(),
    }
}

/// The answer to a `join` without `since`: the game at its newest entry.
pub fn snapshot(id: GameId, room: &Room, viewer: Role) -> Snapshot {
    let head = room.head();
    Snapshot { game: id, role: viewer, delay: 0, head, seq: head, view: Some(Box::new(view(room, viewer))) }
}

/// A time control as viewers see it: none for a game without a clock.
pub fn time_control_view(control: TimeControl) -> Option<Text<TimeControl>> {
    (control != TimeControl::None).then_some(Text(control))
}

/// The opening arrays from which a viewer may choose.
pub(super) fn arrays_offered(room: &Room, viewer: Role) -> Vec<Text<Array>> {
    match (room.phase(), viewer.seat()) {
        (Phase::Arranging(arranging), Some(seat)) => {
            arranging.arrangement().legal(seat).iter().copied().map(Text).collect()
        }
        _ => Vec::new(),
    }
}
