//! The one place that turns what is true into what a viewer may see. Everything that leaves the server goes through
//! it: sockets, HTTP, records.
//!
//! Hidden today: the array that a seat has arranged, from everybody but that seat, until both have arranged. An event
//! hides it even from its owner, so that an event has the same bytes for everybody, for ever.

use ikibuguzo_engine::{Action, Array, Lap, Seat};
use ikibuguzo_protocol::{Event, GameId, GameView, Happening, PositionView, Role, Seats, Snapshot, Text};

use crate::fact::{Entry, Fact};
use crate::player::Player;
use crate::room::{Phase, Room};

/// What anybody sees of an entry that has just been applied to the room; `laps` are those that it made.
pub fn event(entry: &Entry, room: &Room, laps: &[Lap]) -> Event {
    Event { seq: entry.seq, at: entry.at, what: happening(&entry.fact, room, laps) }
}

/// What a viewer sees of a whole game.
pub fn view(room: &Room, viewer: Role) -> GameView {
    let seated = |seat| room.seats()[seat].as_ref().map(|player: &Player| player.name.clone());
    let chosen = |seat| match room.phase() {
        Phase::Arranging(arrangement) => arrangement.chosen(seat),
        Phase::Seating | Phase::Playing(_) => None,
    };
    let has_arranged = |seat| room.arrays().is_some() || chosen(seat).is_some();
    GameView {
        rules: Text(room.terms().rules),
        rules_version: room.terms().rules_version,
        public: room.terms().public,
        created_at: room.created_at(),
        state: room.state(),
        players: Seats { south: seated(Seat::South), north: seated(Seat::North) },
        arranged: Seats { south: has_arranged(Seat::South), north: has_arranged(Seat::North) },
        sealed: viewer.seat().and_then(chosen).map(Text),
        arrays_offered: arrays_offered(room, viewer),
        arrays: room.arrays().map(|arrays| arrays.map(Text).into()),
        position: position(room),
        draw_offer: room.draw_offer(),
        rematch: room.rematch(),
        outcome: room.outcome(),
    }
}

/// What a viewer gets in answer to `join` without `since`: the game at its head.
pub fn snapshot(id: GameId, room: &Room, viewer: Role) -> Snapshot {
    let head = room.head();
    Snapshot { game: id, role: viewer, delay: 0, head, seq: head, view: Some(view(room, viewer)) }
}

fn happening(fact: &Fact, room: &Room, laps: &[Lap]) -> Happening {
    match fact {
        Fact::Created { rules, rules_version, public, rematch_of } => Happening::Created {
            rules: *rules,
            rules_version: *rules_version,
            public: *public,
            rematch_of: *rematch_of,
        },
        Fact::Seated { seat, player } => Happening::Seated {
            seat: *seat,
            player: player.name.clone(),
            arrays_offered: arrays_offered(room, (**seat).into()),
        },
        Fact::Arranged { seat, array: _ } => Happening::Arranged { seat: *seat },
        Fact::Revealed {} => revealed(room),
        Fact::Acted { seat, action } => acted(*seat, *action, room, laps),
        Fact::DrawOffered { seat } => Happening::DrawOffered { seat: *seat },
        Fact::DrawDeclined { seat, offer } => Happening::DrawDeclined { seat: *seat, offer: *offer },
        Fact::Said { seat, text } => Happening::Said { seat: *seat, text: text.clone() },
        Fact::Ended(outcome) => Happening::Ended(*outcome),
        Fact::RematchOffered { seat } => Happening::RematchOffered { seat: *seat },
        Fact::Rematched { rematch } => Happening::Rematched { rematch: *rematch },
    }
}

fn revealed(room: &Room) -> Happening {
    let arrays = room.arrays().expect("a room that was revealed has arrays");
    Happening::Revealed { arrays: arrays.map(Text).into(), position: expect_position(room) }
}

fn acted(seat: Text<Seat>, action: Text<Action>, room: &Room, laps: &[Lap]) -> Happening {
    let position = expect_position(room);
    Happening::Acted {
        seat,
        ply: position.ply,
        action,
        laps: laps.iter().map(Into::into).collect(),
        position,
    }
}

fn expect_position(room: &Room) -> PositionView {
    position(room).expect("a room that is played has a position")
}

/// The position; once the game is over by whatever reason, nobody is to move any more.
fn position(room: &Room) -> Option<PositionView> {
    let position = PositionView::of(room.game()?);
    let over = room.outcome().is_some();
    Some(if over { PositionView { to_move: None, legal: Vec::new(), ..position } } else { position })
}

fn arrays_offered(room: &Room, viewer: Role) -> Vec<Text<Array>> {
    match (room.phase(), viewer.seat()) {
        (Phase::Arranging(arrangement), Some(seat)) if room.outcome().is_none() => {
            arrangement.legal(seat).iter().copied().map(Text).collect()
        }
        _ => Vec::new(),
    }
}
