//! The newest events of a game in memory, so that a client that joins or comes back soon needs no read of the log.

use std::collections::VecDeque;

use super::encoded_event::EncodedEvent;
use super::frame::OutboundFrame;

/// Number of events that are kept.
const KEPT_EVENTS: usize = 8;

/// The newest events of a game that is being played, without gaps.
#[derive(Debug, Default)]
pub(super) struct RecentEvents {
    events: VecDeque<EncodedEvent>,
}

impl RecentEvents {
    /// Removes all events. A finished game reveals what these events withheld.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Adds an event that every watcher has been sent.
    pub(super) fn push(&mut self, event: EncodedEvent) {
        if self.events.back().is_some_and(|last| last.seq() + 1 != event.seq()) {
            self.events.clear();
        }
        if self.events.len() == KEPT_EVENTS {
            self.events.pop_front();
        }
        self.events.push_back(event);
    }

    /// The frames of the events after `since` up to `head`; `None` if some of them are not here.
    pub(super) fn between(
        &self,
        since: u64,
        head: u64,
        frame: impl Fn(&EncodedEvent) -> &OutboundFrame,
    ) -> Option<Vec<OutboundFrame>> {
        let (first, last) = (self.events.front()?.seq(), self.events.back()?.seq());
        if first > since + 1 || last != head {
            return None;
        }
        let missed = self.events.iter().filter(|event| event.seq() > since);
        Some(missed.map(|event| frame(event).clone()).collect())
    }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_protocol::Timestamp;
    use ikibuguzo_protocol::{EndReason, GameId, Role};

    use super::*;
    use crate::live::frame::{EventForm, FrameKind};
    use ikibuguzo_game::fact::{Entry, Fact};
    use ikibuguzo_game::projection::ProjectedEvent;
    use ikibuguzo_game::room::{Effect, GameOptions, Room, initial_facts};

    fn told(seq: u64) -> EncodedEvent {
        let terms = GameOptions {
            rules: "kubuguza".parse().expect("rules"),
            rules_version: 1,
            public: true,
            clock: "none".parse().expect("a clock"),
            rated: false,
        };
        let entry = |fact, seq| Entry { seq, at: Timestamp::from_millis(1), origin: None, fact };
        let log: Vec<_> =
            initial_facts(terms, None, Vec::new()).into_iter().map(|fact| entry(fact, 1)).collect();
        let room = Room::replay(&log).expect("a game");
        let outcome = ikibuguzo_protocol::Outcome { winner: None, reason: EndReason::Aborted };
        let event = ProjectedEvent::new(&entry(Fact::Ended(outcome), seq), &room, &Effect::default(), &[]);
        EncodedEvent::encode(GameId::from_random([7; GameId::LENGTH]), &event)
    }

    fn numbers(recent: &RecentEvents, since: u64, head: u64) -> Option<Vec<u64>> {
        let frames =
            recent.between(since, head, |event| event.frame_for(Role::Spectator, EventForm::Full))?;
        let seq = |frame: &OutboundFrame| match frame.kind {
            FrameKind::Event { seq, .. } => seq,
            _ => panic!("only events"),
        };
        Some(frames.iter().map(seq).collect())
    }

    #[test]
    fn missed_events_are_returned_if_all_of_them_are_kept() {
        let mut recent = RecentEvents::default();
        assert_eq!(numbers(&recent, 0, 1), None);
        (1..=20).for_each(|seq| recent.push(told(seq)));
        assert_eq!(numbers(&recent, 17, 20), Some(vec![18, 19, 20]));
        assert_eq!(numbers(&recent, 12, 20).map(|seqs| seqs.len()), Some(KEPT_EVENTS));
        assert_eq!(numbers(&recent, 11, 20), None, "12 is not here any more");
        assert_eq!(numbers(&recent, 17, 21), None, "21 was not told");
    }

    #[test]
    fn events_on_both_sides_of_a_gap_are_not_returned_together() {
        let mut recent = RecentEvents::default();
        [1, 2, 4, 5].into_iter().for_each(|seq| recent.push(told(seq)));
        assert_eq!(numbers(&recent, 0, 5), None);
        assert_eq!(numbers(&recent, 3, 5), Some(vec![4, 5]));
    }
}
