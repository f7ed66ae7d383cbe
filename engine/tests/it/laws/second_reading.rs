//! A second, slow implementation of docs/rules/ikibuguzo.md, to compare the engine with. It follows the laps, as a
//! spectator sees them, and computes the legal actions and the outcome. The test vectors cover the openings.

use std::collections::{HashMap, HashSet};

use fastrand::Rng;
use ikibuguzo_engine::{
    Action, BySeat, Direction, Game, Hole, Lap, Opening, Outcome, Pending, Position, Reason, Ruleset, Seat,
};

use super::replayed_board::ReplayedBoard;
use super::{random_action, random_setup_of};

const HOLES: usize = 16;

const RULES: Ruleset = Ruleset::Ikibuguzo { opening: Opening::Choice };
const REVERSE: [usize; 2] = [0, 14];
const ENDS: [u8; 2] = [8, 15];

struct SecondReading {
    board: ReplayedBoard,
    seat: Seat,
    /// The laps of this turn: their directions, and the opponent's inner hole from which they captured.
    laps: Vec<(Direction, Option<u8>)>,
    /// Whether captured counters were left in a reverse hole in this turn.
    left: bool,
    quiet: u32,
    seen: HashMap<(BySeat<Vec<u8>>, Seat), u32>,
}

impl SecondReading {
    fn new(game: &Game) -> SecondReading {
        let board = ReplayedBoard::new(game.position());
        let seat = game.to_move().expect("a game in progress");
        let seen = HashMap::from([((board.holes.clone(), seat), 1)]);
        SecondReading { board, seat, laps: Vec::new(), left: false, quiet: 0, seen }
    }

    /// Start of a turn; Direction of the next lap.
    fn choices(&self) -> Vec<Action> {
        let mut laid_down = self.board.clone();
        laid_down.put_down();
        let side = &laid_down.holes[self.seat];
        let sowable = |&index: &usize| side[index] >= 2;
        let Some(Pending { hole, hand }) = self.board.pending else {
            let clockwise =
                REVERSE.into_iter().filter(|&at| sowable(&at) && self.captures(side, at, side[at]));
            return self.actions((0..HOLES).filter(sowable), clockwise);
        };
        let here = usize::from(hole.index);
        let series = self.laps.iter().all(|(direction, _)| *direction == Direction::Clockwise);
        let untried = self.laps.iter().all(|(direction, _)| *direction == Direction::Anticlockwise);
        let clockwise = |&at: &usize| {
            if at == here {
                return (series || untried) && self.captures(&self.board.holes[self.seat], here, hand);
            }
            series && sowable(&at) && self.captures(side, at, side[at])
        };
        let clockwise: Vec<_> = REVERSE.into_iter().filter(clockwise).collect();
        let any_other = series && self.left && clockwise.is_empty();
        let anticlockwise = (0..HOLES).filter(|at| *at == here || any_other && sowable(at));
        self.actions(anticlockwise, clockwise.into_iter())
    }

    fn actions(
        &self,
        anticlockwise: impl Iterator<Item = usize>,
        clockwise: impl Iterator<Item = usize>,
    ) -> Vec<Action> {
        let hole = |index| Hole::new(self.seat, index as u8);
        let anticlockwise = anticlockwise.map(|index| Action::anticlockwise(hole(index)));
        anticlockwise.chain(clockwise.map(|index| Action::clockwise(hole(index)))).collect()
    }

    /// Sows a copy of the side clockwise, counter by counter, and returns whether that captures.
    fn captures(&self, side: &[u8], from: usize, count: u8) -> bool {
        let mut side = side.to_vec();
        if self.board.pending.is_none_or(|pending| usize::from(pending.hole.index) != from) {
            side[from] = 0;
        }
        let mut last = from;
        for _ in 0..count {
            last = (last + HOLES - 1) % HOLES;
            side[last] += 1;
        }
        let facing = &self.board.holes[!self.seat];
        side[last] > 1 && last >= 8 && facing[23 - last] > 0 && facing[last - 8] > 0
    }

    /// Follows the laps of an action and returns the outcome, if the game is over.
    fn follow(&mut self, action: Action, laps: &[Lap]) -> Option<Outcome> {
        let mut chosen = Some(action);
        for (number, lap) in (1..).zip(laps) {
            let is_last = number == laps.len();
            if let Lap::Sown { from, direction, captures, .. } = lap {
                let choices = self.choices();
                let taken = chosen.take().unwrap_or(choices[0]);
                assert_eq!(Action::Sow { hole: *from, direction: *direction }, taken);
                assert!(choices.contains(&taken), "{taken} is none of {choices:?}");
                assert!(number == 1 || choices.len() == 1, "{choices:?} were not offered");
                self.left |= self.board.pending.is_some_and(|pending| pending.hole != *from);
                self.laps.push((*direction, captures.first().map(|capture| capture.hole.index)));
            } else {
                assert!(is_last && self.laps.len() == 256);
            }
            self.board.follow(lap);
            if let Some(reason) = self.won() {
                assert!(is_last);
                self.board.put_down();
                return Some(Outcome::win(self.seat, reason));
            }
        }
        if self.board.pending.is_some() {
            return None;
        }
        self.next_turn()
    }

    /// End: captured all before both ends.
    fn won(&self) -> Option<Reason> {
        let from = |end: u8| self.laps.iter().any(|(_, captured)| *captured == Some(end));
        if self.board.holes[!self.seat].iter().all(|&counters| counters == 0) {
            return Some(Reason::CapturedAll);
        }
        ENDS.into_iter().all(from).then_some(Reason::BothEnds)
    }

    /// docs/rules/README.md: no legal action, repetition, quiet.
    fn next_turn(&mut self) -> Option<Outcome> {
        let captured = self.laps.iter().any(|(_, captured)| captured.is_some());
        self.quiet = if captured { 0 } else { self.quiet + 1 };
        self.laps.clear();
        self.left = false;
        self.seat = !self.seat;
        if self.choices().is_empty() {
            return Some(Outcome::win(!self.seat, Reason::NoMove));
        }
        let seen = self.seen.entry((self.board.holes.clone(), self.seat)).or_default();
        *seen += 1;
        if *seen == 3 {
            return Some(Outcome::draw(Reason::Repetition));
        }
        (self.quiet == 200).then_some(Outcome::draw(Reason::Quiet))
    }
}

#[test]
fn a_second_reading_of_the_rules_agrees() {
    let mut rng = Rng::with_seed(9);
    let mut reasons = HashSet::new();
    let mut left = 0;
    for _ in 0..10_000 {
        let mut game = Game::new(Position::from_setup(&random_setup_of(RULES, &mut rng)).expect("a setup"));
        if game.outcome().is_some() {
            continue;
        }
        let mut reading = SecondReading::new(&game);
        while game.outcome().is_none() && game.plies() < 300 {
            assert_eq!(game.legal_actions().as_slice(), reading.choices());
            let action = random_action(game.position(), &mut rng);
            let laps = game.play(action).expect("listed as legal");
            assert_eq!(reading.follow(action, &laps), game.outcome());
            assert_eq!(ReplayedBoard::new(game.position()), reading.board);
            left += usize::from(reading.left);
        }
        reasons.extend(game.outcome().map(|outcome| outcome.reason));
    }
    // These must have occurred; otherwise they were not compared.
    assert_eq!(reasons.len(), Reason::ALL.len() - 1, "all but the turn limit, which is Azigo's: {reasons:?}");
    assert!(left > 500, "{left} actions after counters were left");
}
