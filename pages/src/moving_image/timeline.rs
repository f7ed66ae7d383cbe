//! When each counter of a stretch falls.

use std::collections::BTreeMap;

use ikibuguzo_engine::{Hole, Ruleset, Seat};
use ikibuguzo_protocol::{CaptureDestination, PlayedAction, PositionView, SowingStep, sowing_steps};

use super::track::Track;
use crate::board;

/// A point of the drawing.
pub(super) type Point = (usize, usize);

/// With more steps than this, all counters of a lap fall at once.
const MAX_STEPS: usize = 2_400;

/// The duration of one counter's fall in a short action, and a duration that no action reaches, in milliseconds.
const FALL: f64 = 260.0;
const MAX_DURATION: f64 = 7_000.0;

/// How long the board is at rest before the first action, after each one, and at the end, in milliseconds.
const REST: u32 = 900;
const LAST_REST: u32 = 2_000;

/// How long the sign of a capture is shown after it, in milliseconds.
const SIGN: u32 = 500;

/// What each part of the picture shows over time.
#[derive(Clone, Debug)]
pub(super) struct Timeline {
    /// The counters in each hole.
    pub(super) holes: BTreeMap<Hole, Track<u8>>,
    /// The counters in each store; empty in games without stores.
    pub(super) stores: BTreeMap<Seat, Track<u8>>,
    /// The counters in hand.
    pub(super) hand: Track<u8>,
    /// Where the hand is.
    pub(super) hand_position: Track<Point>,
    /// The signs of captures: each hole with the moments when its sign comes and goes.
    pub(super) signs: BTreeMap<Hole, Track<bool>>,
    /// How many actions have begun.
    pub(super) begun: Track<usize>,
    /// The duration in milliseconds.
    pub(super) duration: u32,
    rules: Ruleset,
    /// The moment until which the tracks are known.
    now: u32,
}

impl Timeline {
    /// The actions played from a position.
    pub(super) fn new(rules: Ruleset, start: &PositionView, played: &[PlayedAction]) -> Self {
        let before = [start].into_iter().chain(played.iter().map(|action| &action.position));
        let actions: Vec<_> =
            before.zip(played).map(|(before, played)| steps(rules, before, played)).collect();
        let is_fine = actions.iter().map(Vec::len).sum::<usize>() <= MAX_STEPS;
        let mut timeline = Self::starting(rules, start);
        for (number, steps) in actions.iter().enumerate() {
            timeline.now += REST;
            timeline.begun.set(timeline.now, number + 1);
            timeline.play(steps, is_fine);
        }
        timeline.duration = timeline.now + LAST_REST;
        timeline
    }

    /// The board with nothing moving.
    fn starting(rules: Ruleset, position: &PositionView) -> Self {
        let holes = board::holes(position).map(|(hole, held)| (hole, Track::new(*held))).collect();
        let stores = position.stores.into_iter();
        let stores = stores.flat_map(|stores| Seat::ALL.map(|seat| (seat, stores.get(seat).unwrap_or(0))));
        let pending = position.pending.as_ref();
        let hand_position = pending.map_or((0, 0), |pending| board::center(rules, *pending.hole));
        Self {
            holes,
            stores: stores.map(|(seat, held)| (seat, Track::new(held))).collect(),
            hand: Track::new(pending.map_or(0, |pending| pending.hand)),
            hand_position: Track::new(hand_position),
            signs: BTreeMap::new(),
            begun: Track::new(0),
            duration: 0,
            rules,
            now: 0,
        }
    }

    /// Plays the steps of an action, as fast as its length requires.
    fn play(&mut self, steps: &[SowingStep], is_fine: bool) {
        let length: f64 = steps.iter().map(falls).sum();
        if steps.is_empty() {
            return;
        }
        let unit = MAX_DURATION * (1.0 - (-length * FALL / MAX_DURATION).exp()) / length;
        let is_together = |one: &SowingStep, next: &SowingStep| !is_fine && is_drop(one) && is_drop(next);
        let groups =
            if is_fine { steps.chunks(1).collect() } else { steps.chunk_by(is_together).collect::<Vec<_>>() };
        for group in groups {
            let duration = group.iter().map(falls).sum::<f64>() * unit;
            self.take(group, duration.round() as u32);
        }
    }

    /// Takes steps that end at the same moment.
    fn take(&mut self, steps: &[SowingStep], duration: u32) {
        let begin = self.now;
        self.now += duration.max(1);
        for step in steps {
            self.take_one(*step, begin);
        }
        if let Some(step) = steps.last() {
            self.move_hand(begin, *step);
        }
    }

    fn take_one(&mut self, step: SowingStep, begin: u32) {
        match step {
            SowingStep::Lift(hole) => {
                let held = self.held(hole);
                self.set_hole(hole, 0);
                self.set_hand(held);
            }
            SowingStep::Enter(seat) => {
                let held = self.stores.get(&seat).map_or(0, Track::last);
                self.add_to_store(seat, -i16::from(held));
                self.set_hand(held);
            }
            SowingStep::Drop(hole) => {
                self.set_hole(hole, self.held(hole).saturating_add(1));
                self.set_hand(self.hand.last().saturating_sub(1));
            }
            SowingStep::Take(hole, destination) => self.capture(hole, destination, begin),
            SowingStep::Put(hole) => {
                self.set_hole(hole, self.held(hole).saturating_add(self.hand.last()));
                self.set_hand(0);
            }
        }
    }

    fn capture(&mut self, hole: Hole, destination: CaptureDestination, begin: u32) {
        let held = self.held(hole);
        self.set_hole(hole, 0);
        match destination {
            CaptureDestination::Hand => self.set_hand(self.hand.last().saturating_add(held)),
            CaptureDestination::Store(seat) => self.add_to_store(seat, i16::from(held)),
            CaptureDestination::Away => {}
        }
        let sign = self.signs.entry(hole).or_insert_with(|| Track::new(false));
        sign.set(begin, true);
        sign.set(self.now + SIGN, false);
    }

    /// Moves the hand to where a step ends. It is there at once if it was empty.
    fn move_hand(&mut self, begin: u32, step: SowingStep) {
        let target = match step {
            SowingStep::Lift(hole) | SowingStep::Drop(hole) | SowingStep::Put(hole) => {
                board::center(self.rules, hole)
            }
            SowingStep::Enter(seat) => board::store_center(self.rules, seat),
            SowingStep::Take(..) => self.hand_position.last(),
        };
        let is_lift = matches!(step, SowingStep::Lift(_) | SowingStep::Enter(_));
        self.hand_position.pass(begin, if is_lift { target } else { self.hand_position.last() });
        self.hand_position.pass(self.now, target);
    }

    fn held(&self, hole: Hole) -> u8 {
        self.holes.get(&hole).map_or(0, Track::last)
    }

    fn set_hole(&mut self, hole: Hole, held: u8) {
        if let Some(track) = self.holes.get_mut(&hole) {
            track.set(self.now, held);
        }
    }

    fn set_hand(&mut self, held: u8) {
        self.hand.set(self.now, held);
    }

    fn add_to_store(&mut self, seat: Seat, change: i16) {
        if let Some(track) = self.stores.get_mut(&seat) {
            let held = i16::from(track.last()) + change;
            track.set(self.now, u8::try_from(held).unwrap_or(0));
        }
    }
}

/// The steps of an action that is played in the position `before`.
fn steps(rules: Ruleset, before: &PositionView, played: &PlayedAction) -> Vec<SowingStep> {
    sowing_steps(rules, before, *played.seat, &played.laps, &played.position)
}

/// The duration of a step, in falls of one counter.
fn falls(step: &SowingStep) -> f64 {
    match step {
        SowingStep::Lift(_) => 1.8,
        SowingStep::Enter(_) => 2.2,
        SowingStep::Drop(_) => 1.0,
        SowingStep::Take(..) => 2.6,
        SowingStep::Put(_) => 1.4,
    }
}

fn is_drop(step: &SowingStep) -> bool {
    matches!(step, SowingStep::Drop(_))
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::{CapturedCounters, Game, Ruleset};
    use ikibuguzo_protocol::ExploredPosition;

    use super::*;

    /// The first actions of a game that is played in a way of its own for each seed.
    fn played(rules: &str, seed: usize, count: usize) -> ExploredPosition {
        let start = Game::from_rulespec(rules).expect("a game");
        let mut game = start.clone();
        let mut actions = Vec::new();
        for turn in 0..count {
            let legal = game.legal_actions();
            let Some(&action) = legal.get((seed * 31 + turn * 7) % legal.len().max(1)) else { break };
            game.advance(action).expect("legal");
            actions.push(action);
        }
        ExploredPosition::after(start, &actions).expect("legal")
    }

    fn games() -> impl Iterator<Item = ExploredPosition> {
        let rules = Ruleset::ALL.iter().map(Ruleset::to_string);
        let rules = rules.filter(|rules| Game::from_rulespec(rules).is_ok());
        rules.flat_map(|rules| (0..12).map(move |seed| played(&rules, seed, 40)))
    }

    fn assert_shows(timeline: &Timeline, position: &PositionView, context: &str) {
        for (hole, held) in board::holes(position) {
            assert_eq!(timeline.held(hole), *held, "{hole} in {context}");
        }
        for (seat, track) in &timeline.stores {
            assert_eq!(Some(track.last()), *position.stores.expect("stores").get(*seat), "{context}");
        }
        assert_eq!(timeline.hand.last(), position.pending.map_or(0, |pending| pending.hand), "{context}");
    }

    #[test]
    fn the_steps_of_every_action_lead_to_the_position_after_it() {
        for game in games() {
            let mut before = &game.start;
            for action in &game.played {
                let timeline = Timeline::new(*game.rules, before, std::slice::from_ref(action));
                assert_shows(&timeline, &action.position, &format!("{} of {}", action.action, *game.rules));
                before = &action.position;
            }
        }
    }

    #[test]
    fn a_long_stretch_is_shown_lap_by_lap_and_ends_with_the_same_board() {
        let mut longest = 0;
        for game in games() {
            let timeline = Timeline::new(*game.rules, &game.start, &game.played);
            let last = game.played.last().map_or(&game.start, |action| &action.position);
            assert_shows(&timeline, last, &game.rules.to_string());
            let changes: usize = timeline.holes.values().map(|track| track.values().count()).sum();
            longest = longest.max(changes);
        }
        assert!(longest > 100, "{longest} changes");
    }

    #[test]
    fn counters_fall_one_by_one_and_moments_never_go_back() {
        for game in games() {
            let timeline = Timeline::new(*game.rules, &game.start, &game.played[..4.min(game.played.len())]);
            for track in timeline.holes.values() {
                let values: Vec<_> = track.values().collect();
                // In the other games captured counters are put into a hole together.
                let fall_alone = game.rules.traits().captured != CapturedCounters::Hand;
                let is_step = |pair: &[u8]| pair[1] == 0 || pair[1] == pair[0] + 1;
                assert!(!fall_alone || values.windows(2).all(is_step), "{}: {values:?}", *game.rules);
                assert!(
                    track.moments().is_sorted() && track.moments().all(|moment| moment <= timeline.duration)
                );
            }
            for track in timeline.signs.values() {
                assert!(track.moments().is_sorted());
            }
        }
    }
}
