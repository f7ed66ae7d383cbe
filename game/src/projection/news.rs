use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{EventKind, GameId, Notice, NoticeKind, OfferKind, Outcome, PositionView, Text};

use crate::room::{Phase, Room};

/// The meaning of an event for the players of its game, derived from the event as spectators see it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum News {
    /// The players get no notice of the event.
    #[default]
    Nothing,
    /// The free seat is kept for a player.
    Invited,
    /// The second player sat down.
    Started {
        /// Whether the game waits for both players to arrange.
        is_arranging: bool,
    },
    /// The game waits for a seat to move.
    Turn(Seat),
    /// A seat offers something.
    Offered(Seat, OfferKind),
    /// A seat declined an offer.
    Declined(Seat, OfferKind),
    /// The game is over.
    Ended(Outcome),
}

impl News {
    /// The news of an event, as spectators see it, that has just been applied to the room.
    pub(super) fn new(event: &EventKind, room: &Room) -> Self {
        match event {
            EventKind::Seated { .. } if room.seats().iter().all(Option::is_some) => {
                Self::Started { is_arranging: matches!(room.phase(), Phase::Arranging(_)) }
            }
            EventKind::Invited { .. } => Self::Invited,
            EventKind::Revealed { position, .. }
            | EventKind::Begun { position, .. }
            | EventKind::Acted { position, .. }
            | EventKind::TakenBack { position, .. } => Self::turn(position),
            EventKind::DrawDeclined { seat, .. } => Self::Declined(**seat, OfferKind::Draw),
            EventKind::TakebackDeclined { seat, .. } => Self::Declined(**seat, OfferKind::Takeback),
            EventKind::PreviewsDeclined { seat, .. } => Self::Declined(**seat, OfferKind::Previews),
            EventKind::RematchDeclined { seat, .. } => Self::Declined(**seat, OfferKind::Rematch),
            EventKind::Ended { outcome, .. } => Self::Ended(*outcome),
            _ => event.offer().map_or(Self::Nothing, |(kind, Text(seat))| Self::Offered(seat, kind)),
        }
    }

    fn turn(position: &PositionView) -> Self {
        position.to_move.map_or(Self::Nothing, |Text(seat)| Self::Turn(seat))
    }

    /// The kinds of notices that a seat gets, in order.
    pub fn kinds_for(self, seat: Seat) -> &'static [NoticeKind] {
        match self {
            Self::Started { is_arranging: false } => &[NoticeKind::Started],
            Self::Started { is_arranging: true } => &[NoticeKind::Started, NoticeKind::MyTurn],
            Self::Turn(to_move) if to_move == seat => &[NoticeKind::MyTurn],
            Self::Offered(by, _) if by != seat => &[NoticeKind::Offered],
            Self::Declined(by, _) if by != seat => &[NoticeKind::Declined],
            Self::Ended(_) => &[NoticeKind::Ended],
            _ => &[],
        }
    }

    /// A notice of this news, about the event `seq` of a game.
    pub fn notice(
        self,
        kind: NoticeKind,
        (game, seq): (GameId, u64),
        seat: Seat,
        room: &Room,
        rematch_of: Option<GameId>,
    ) -> Notice {
        let is_start = kind == NoticeKind::Started;
        let has_rules = is_start || kind == NoticeKind::Invited;
        let (offer, outcome) = match self {
            Self::Offered(_, offer) | Self::Declined(_, offer) => (Some(offer), None),
            Self::Ended(outcome) => (None, Some(outcome)),
            _ => (None, None),
        };
        Notice {
            kind,
            game,
            seq,
            seat: Text(seat),
            opponent: room.seats()[!seat].as_ref().map(|player| player.name.clone()),
            rules: has_rules.then_some(Text(room.options().rules)),
            rematch_of: rematch_of.filter(|_| is_start),
            offer,
            outcome,
        }
    }
}
