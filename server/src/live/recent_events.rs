use std::collections::VecDeque;

use ikibuguzo_protocol::Role;

use super::lines::Lines;
use super::outbox::OutboundFrame;

/// Events that are kept.
const MOST: usize = 8;

/// The newest events of a game that is played: whoever joins a young game, or comes back after a moment, is told what
/// there was without a look at the log.
#[derive(Debug, Default)]
pub(super) struct Recent {
    /// Without gaps.
    events: VecDeque<Lines>,
}

impl Recent {
    /// Forgets everything: of a game that is over more is told than of one that is played.
    pub(super) fn forget(&mut self) {
        *self = Self::default();
    }

    /// Keeps an event that everybody has been told.
    pub(super) fn note(&mut self, event: Lines) {
        if self.events.back().is_some_and(|last| last.seq() + 1 != event.seq()) {
            self.events.clear();
        }
        if self.events.len() == MOST {
            self.events.pop_front();
        }
        self.events.push_back(event);
    }

    /// What a viewer reads of the events after `since` up to `head`; none where only the log knows all of them.
    pub(super) fn between(&self, since: u64, head: u64, viewer: Role) -> Option<Vec<OutboundFrame>> {
        let (first, last) = (self.events.front()?.seq(), self.events.back()?.seq());
        if first > since + 1 || last != head {
            return None;
        }
        let missed = self.events.iter().filter(|event| event.seq() > since);
        Some(missed.map(|event| event.to(viewer).clone()).collect())
    }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_protocol::{EndReason, GameId};

    use super::super::outbox::What;
    use super::*;
    use ikibuguzo_game::fact::{Entry, Fact};
    use ikibuguzo_game::projection::ProjectedEvent;
    use ikibuguzo_game::room::{Effect, GameOptions, Room, begin_facts};

    fn told(seq: u64) -> Lines {
        let terms = GameOptions {
            rules: "kubuguza".parse().expect("rules"),
            rules_version: 1,
            public: true,
            clock: "none".parse().expect("a clock"),
        };
        let entry = |fact, seq| Entry { seq, at: 1, command: None, fact };
        let log: Vec<_> =
            begin_facts(terms, None, Vec::new()).into_iter().map(|fact| entry(fact, 1)).collect();
        let room = Room::replay(&log).expect("a game");
        let outcome = ikibuguzo_protocol::Outcome { winner: None, reason: EndReason::Aborted };
        let event = ProjectedEvent::new(&entry(Fact::Ended(outcome), seq), &room, &Effect::default());
        Lines::of(GameId::from_random([7; GameId::LENGTH]), &event)
    }

    fn numbers(recent: &Recent, since: u64, head: u64) -> Option<Vec<u64>> {
        let lines = recent.between(since, head, Role::Spectator)?;
        let seq = |line: &OutboundFrame| match line.what {
            What::Event { seq, .. } => seq,
            _ => panic!("only events"),
        };
        Some(lines.iter().map(seq).collect())
    }

    #[test]
    fn what_was_missed_is_told_if_nothing_of_it_was_forgotten() {
        let mut recent = Recent::default();
        assert_eq!(numbers(&recent, 0, 1), None);
        (1..=20).for_each(|seq| recent.note(told(seq)));
        assert_eq!(numbers(&recent, 17, 20), Some(vec![18, 19, 20]));
        assert_eq!(numbers(&recent, 12, 20).map(|seqs| seqs.len()), Some(MOST));
        assert_eq!(numbers(&recent, 11, 20), None, "12 is not here any more");
        assert_eq!(numbers(&recent, 17, 21), None, "21 was not told");
    }

    #[test]
    fn nothing_is_told_over_a_gap() {
        let mut recent = Recent::default();
        [1, 2, 4, 5].into_iter().for_each(|seq| recent.note(told(seq)));
        assert_eq!(numbers(&recent, 0, 5), None);
        assert_eq!(numbers(&recent, 3, 5), Some(vec![4, 5]));
    }
}
