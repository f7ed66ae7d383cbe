//! The one place that turns what is true into what a viewer may see. Everything that leaves the server goes through
//! it: sockets, HTTP, records.
//!
//! Hidden: the array that a seat has arranged, until both have arranged; an event hides it even from its owner. And
//! what an Azigo store holds, from everybody but its owner, until the game is over; the engine's own view hides it.

mod plies;

use ikibuguzo_engine::{Action, Array, BySeat, Seat, Viewer};
use ikibuguzo_protocol::{
    Event, GameId, GameView, Happening, PositionView, Role, Seats, Snapshot, Stores, Text, TimeControl,
};

use crate::fact::{Entry, Fact};
use crate::player::Player;
use crate::room::{Effect, Phase, Room};
pub use plies::{ply, position_after};

/// An event as each kind of viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectedEvent {
    spectator: Event,
    /// What the players see, in games where it is not what everybody sees.
    players: Option<Box<BySeat<Event>>>,
}

impl ProjectedEvent {
    /// An entry that has just been applied to the room, and what it made happen.
    pub fn new(entry: &Entry, room: &Room, effect: &Effect) -> Self {
        let seen_by = |viewer| event(entry, room, effect, viewer);
        if !room.terms().rules.has_stores() {
            return Self::to_all(seen_by(Viewer::Spectator));
        }
        if room.outcome().is_some() {
            return Self::to_all(seen_by(Viewer::Afterwards));
        }
        let players = Some(Box::new(BySeat::from_fn(|seat| seen_by(Viewer::Player(seat)))));
        Self { spectator: seen_by(Viewer::Spectator), players }
    }

    /// An entry of a game that is over: nothing is hidden any more.
    pub fn afterwards(entry: &Entry, room: &Room, effect: &Effect) -> Self {
        Self::to_all(event(entry, room, effect, Viewer::Afterwards))
    }

    fn to_all(spectator: Event) -> Self {
        Self { spectator, players: None }
    }

    /// Its number in the game.
    pub fn seq(&self) -> u64 {
        self.spectator.seq
    }

    /// Whether everybody sees the same.
    pub fn is_same_for_all(&self) -> bool {
        self.players.is_none()
    }

    /// What a viewer sees.
    pub fn to(&self, viewer: Role) -> &Event {
        match (&self.players, viewer.seat()) {
            (Some(players), Some(seat)) => &players[seat],
            _ => &self.spectator,
        }
    }
}

fn event(entry: &Entry, room: &Room, effect: &Effect, viewer: Viewer) -> Event {
    Event { seq: entry.seq, at: entry.at, what: happening(&entry.fact, room, effect, viewer) }
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
        clock: shown_control(room.terms().clock),
        created_at: room.created_at(),
        state: room.state(),
        players: Seats { south: seated(Seat::South), north: seated(Seat::North) },
        arranged: Seats { south: has_arranged(Seat::South), north: has_arranged(Seat::North) },
        sealed: viewer.seat().and_then(chosen).map(Text),
        arrays_offered: arrays_offered(room, viewer),
        arrange_by: room.arrange_by(),
        arrays: room.arrays().map(|arrays| arrays.map(Text).into()),
        position: position(room, viewer.into()),
        clocks: room.clocks(),
        draw_offer: room.draw_offer(),
        takeback_offer: room.takeback_offer(),
        rematch: room.rematch(),
        outcome: room.outcome(),
    }
}

/// What a viewer gets in answer to `join` without `since`: the game at its head.
pub fn snapshot(id: GameId, room: &Room, viewer: Role) -> Snapshot {
    let head = room.head();
    Snapshot { game: id, role: viewer, delay: 0, head, seq: head, view: Some(view(room, viewer)) }
}

fn happening(fact: &Fact, room: &Room, effect: &Effect, viewer: Viewer) -> Happening {
    match fact {
        Fact::Created { rules, rules_version, public, clock, rematch_of, from_record } => {
            Happening::Created {
                rules: *rules,
                rules_version: *rules_version,
                public: *public,
                clock: shown_control(**clock),
                rematch_of: *rematch_of,
                from_record: from_record.clone(),
            }
        }
        Fact::Seated { seat, player } => Happening::Seated {
            seat: *seat,
            player: player.name.clone(),
            arrays_offered: arrays_offered(room, (**seat).into()),
            arrange_by: room.arrange_by(),
        },
        Fact::Arranged { seat, array: _ } => Happening::Arranged { seat: *seat },
        Fact::Revealed {} => revealed(room, viewer),
        Fact::Begun {} => Happening::Begun { position: expect_position(room, viewer), clock: room.clocks() },
        Fact::Acted { seat, action } => acted(*seat, *action, room, effect, viewer),
        Fact::Excused { from, until } => Happening::Excused {
            from: *from,
            until: *until,
            clock: room.clocks(),
            arrange_by: room.arrange_by(),
        },
        Fact::DrawOffered { seat } => Happening::DrawOffered { seat: *seat },
        Fact::DrawDeclined { seat, offer } => Happening::DrawDeclined { seat: *seat, offer: *offer },
        Fact::TakebackOffered { seat } => Happening::TakebackOffered { seat: *seat },
        Fact::TakebackDeclined { seat, offer } => Happening::TakebackDeclined { seat: *seat, offer: *offer },
        Fact::TakenBack { offer, .. } => Happening::TakenBack {
            offer: *offer,
            position: expect_position(room, viewer),
            clock: room.clocks(),
        },
        Fact::Said { seat, text } => Happening::Said { seat: *seat, text: text.clone() },
        Fact::Ended(outcome) => Happening::Ended { outcome: *outcome, stores: stores_at_the_end(room) },
        Fact::RematchOffered { seat } => Happening::RematchOffered { seat: *seat },
        Fact::RematchDeclined { seat, offer } => Happening::RematchDeclined { seat: *seat, offer: *offer },
        Fact::Rematched { rematch } => Happening::Rematched { rematch: *rematch },
    }
}

fn revealed(room: &Room, viewer: Viewer) -> Happening {
    let arrays = room.arrays().expect("a room that was revealed has arrays");
    Happening::Revealed {
        arrays: arrays.map(Text).into(),
        position: expect_position(room, viewer),
        clock: room.clocks(),
    }
}

fn acted(seat: Text<Seat>, action: Text<Action>, room: &Room, effect: &Effect, viewer: Viewer) -> Happening {
    let position = expect_position(room, viewer);
    let laps = effect.laps.iter().map(Into::into).collect();
    let (receipt, clock) = (effect.receipt, room.clocks());
    Happening::Acted { seat, ply: position.ply, action, laps, position, receipt, clock }
}

/// A time control, unless there is nothing to tell of it.
pub fn shown_control(control: TimeControl) -> Option<Text<TimeControl>> {
    (control != TimeControl::None).then_some(Text(control))
}

fn expect_position(room: &Room, viewer: Viewer) -> PositionView {
    position(room, viewer).expect("a room that is played has a position")
}

/// The position; once the game is over by whatever reason, nobody is to move any more and nothing is hidden.
fn position(room: &Room, viewer: Viewer) -> Option<PositionView> {
    let game = room.game()?;
    Some(match room.outcome() {
        None => PositionView::of(game, viewer),
        Some(_) => {
            PositionView { to_move: None, legal: Vec::new(), ..PositionView::of(game, Viewer::Afterwards) }
        }
    })
}

fn stores_at_the_end(room: &Room) -> Option<Stores> {
    PositionView::of(room.game()?, Viewer::Afterwards).stores
}

fn arrays_offered(room: &Room, viewer: Role) -> Vec<Text<Array>> {
    match (room.phase(), viewer.seat()) {
        (Phase::Arranging(arrangement), Some(seat)) if room.outcome().is_none() => {
            arrangement.legal(seat).iter().copied().map(Text).collect()
        }
        _ => Vec::new(),
    }
}
