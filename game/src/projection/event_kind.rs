use ikibuguzo_engine::{Action, Seat, Viewer};
use ikibuguzo_protocol::{EventKind, Text};

use super::position::{expect_position, final_stores};
use super::view::{arrays_offered, time_control_view};
use crate::commitment::seal_of;
use crate::fact::Fact;
use crate::room::{Effect, Room};

/// The kind of the event of a fact, with what a viewer may see.
pub(super) fn event_kind(fact: &Fact, room: &Room, effect: &Effect, viewer: Viewer) -> EventKind {
    match fact {
        Fact::Created {
            rules,
            rules_version,
            public,
            clock,
            allowance,
            rated,
            berserk,
            rematch_of,
            from_record,
        } => EventKind::Created {
            rules: *rules,
            rules_version: *rules_version,
            public: *public,
            clock: time_control_view(**clock),
            allowance: *allowance,
            rated: *rated,
            berserk: *berserk,
            rematch_of: *rematch_of,
            from_record: from_record.clone(),
        },
        Fact::Seated { seat, player, .. } => EventKind::Seated {
            seat: *seat,
            player: player.name.clone(),
            bot: player.bot,
            arrays_offered: arrays_offered(room, (**seat).into()),
            arrange_by: room.arrange_by(),
        },
        Fact::Invited { player, open_until, .. } => {
            EventKind::Invited { player: player.name.clone(), open_until: *open_until }
        }
        Fact::Declined { reason } => EventKind::Declined { reason: *reason },
        Fact::Arranged { seat, array, commitment } => EventKind::Arranged {
            seat: *seat,
            commitment: commitment.as_ref().map(|commitment| seal_of(commitment, array.as_str())),
        },
        Fact::Revealed {} => revealed(room, viewer),
        Fact::Begun {} => EventKind::Begun { position: expect_position(room, viewer), clocks: room.clocks() },
        Fact::Berserked { seat } => EventKind::Berserked { seat: *seat, clocks: room.clocks() },
        Fact::Acted { seat, action } => acted(*seat, *action, room, effect, viewer),
        Fact::Excused { from, until } => EventKind::Excused {
            from: *from,
            until: *until,
            clocks: room.clocks(),
            arrange_by: room.arrange_by(),
        },
        Fact::DrawOffered { seat } => EventKind::DrawOffered { seat: *seat },
        Fact::DrawDeclined { seat, offer } => EventKind::DrawDeclined { seat: *seat, offer: *offer },
        Fact::TakebackOffered { seat } => EventKind::TakebackOffered { seat: *seat },
        Fact::TakebackDeclined { seat, offer } => EventKind::TakebackDeclined { seat: *seat, offer: *offer },
        Fact::TakenBack { offer, .. } => EventKind::TakenBack {
            offer: *offer,
            position: expect_position(room, viewer),
            clocks: room.clocks(),
        },
        Fact::PreviewsOffered { seat } => EventKind::PreviewsOffered { seat: *seat },
        Fact::PreviewsDeclined { seat, offer } => EventKind::PreviewsDeclined { seat: *seat, offer: *offer },
        Fact::PreviewsAgreed { offer } => EventKind::PreviewsAgreed { offer: *offer },
        Fact::Said { seat, text, .. } => EventKind::Said { seat: *seat, text: text.clone() },
        Fact::Ended(outcome) => EventKind::Ended { outcome: *outcome, stores: final_stores(room) },
        Fact::RematchOffered { seat } => EventKind::RematchOffered { seat: *seat },
        Fact::RematchDeclined { seat, offer } => EventKind::RematchDeclined { seat: *seat, offer: *offer },
        Fact::Rematched { rematch } => EventKind::Rematched { rematch: *rematch },
    }
}

fn revealed(room: &Room, viewer: Viewer) -> EventKind {
    let revealed = room.revealed_arrays().expect("a room that was revealed has arrays");
    EventKind::Revealed {
        arrays: revealed.arrays.map(Text).into(),
        commitments: revealed.commitments.clone().into(),
        position: expect_position(room, viewer),
        clocks: room.clocks(),
    }
}

fn acted(seat: Text<Seat>, action: Text<Action>, room: &Room, effect: &Effect, viewer: Viewer) -> EventKind {
    let position = expect_position(room, viewer);
    let laps = effect.laps.iter().map(Into::into).collect();
    let receipt = effect.receipt;
    let clocks = room.clocks();
    EventKind::Acted { seat, ply: position.ply, action, laps, position, receipt, clocks }
}
