//! The sentence for one action of a turn.

use ikibuguzo_engine::{Action, Direction, Hole, Seat};
use ikibuguzo_protocol::{Lap, PositionView, Text};

use super::phrases::{counters, joined, seat_name};

/// An action and its effects: "South sows N: 3 counters, relay from C, captures 5 from e and l."
pub fn turn_text(
    seat: Seat,
    action: Action,
    laps: &[Lap],
    before: Option<&PositionView>,
    after: &PositionView,
) -> String {
    let mut parts = TurnParts::default();
    parts.push(first_part(action, laps, before));
    for (index, lap) in laps.iter().enumerate() {
        parts.push_lap(lap, laps.get(index + 1));
    }
    if let Some(pending) = after.pending {
        parts.push(format!("and has {} in hand at {}", pending.hand, pending.hole));
    }
    format!("{} {}.", seat_name(seat), parts.finish().join(", "))
}

/// The parts of the sentence. Relays in a row become one part, because a turn can have dozens of them.
#[derive(Debug, Default)]
struct TurnParts {
    parts: Vec<String>,
    /// The holes of the relays since the last part.
    relays: Vec<String>,
}

impl TurnParts {
    /// Adds the effect of a lap, and how the next one continues.
    fn push_lap(&mut self, lap: &Lap, next: Option<&Lap>) {
        match (lap, next) {
            (Lap::Endless { endless }, _) => {
                self.push(format!("and goes round without end: the lap limit leaves the rest in {endless}"));
            }
            (Lap::Entered { captured, .. }, _) if !captured.is_empty() => self.push(captures(captured)),
            (Lap::Sown { captured, dir, .. }, next) if !captured.is_empty() => {
                self.push(captures(captured));
                if let Some(Lap::Sown { dir: next_dir, .. }) =
                    next.filter(|next| direction(next) != Some(*dir))
                {
                    self.push(format!("sows them {}", direction_name(**next_dir)));
                }
            }
            (_, Some(Lap::Sown { from, .. })) => self.relays.push(from.to_string()),
            _ => {}
        }
    }

    fn push(&mut self, part: String) {
        self.push_relays();
        self.parts.push(part);
    }

    fn push_relays(&mut self) {
        if !self.relays.is_empty() {
            self.parts.push(format!("relay from {}", joined(&self.relays, "and")));
            self.relays.clear();
        }
    }

    fn finish(mut self) -> Vec<String> {
        self.push_relays();
        self.parts
    }
}

/// The first part: the action, and how many counters it sows.
fn first_part(action: Action, laps: &[Lap], before: Option<&PositionView>) -> String {
    let count = match laps.first() {
        Some(Lap::Sown { count, .. } | Lap::Entered { count, .. }) => counters(usize::from(*count)),
        _ => "nothing".to_owned(),
    };
    let (hole, direction) = match action {
        Action::Sow { hole, direction } => (hole, direction),
        Action::Enter => return format!("enters the store along the own row: {count}"),
        Action::EnterOpponent => return format!("enters the store on into the opponent's row: {count}"),
        Action::Pass => return "passes".to_owned(),
    };
    let clockwise = if direction == Direction::Clockwise { " clockwise" } else { "" };
    match before.and_then(|position| position.pending) {
        None => format!("sows {hole}{clockwise}: {count}"),
        Some(pending) if *pending.hole == hole => format!("sows on from {hole}{clockwise}: {count}"),
        Some(pending) => {
            format!("leaves {} in {} and sows {hole}{clockwise}: {count}", pending.hand, pending.hole)
        }
    }
}

fn captures(captured: &[(Text<Hole>, u8)]) -> String {
    let count: usize = captured.iter().map(|(_, count)| usize::from(*count)).sum();
    let holes: Vec<String> = captured.iter().map(|(hole, _)| hole.to_string()).collect();
    format!("captures {count} from {}", joined(&holes, "and"))
}

fn direction(lap: &Lap) -> Option<Text<Direction>> {
    match lap {
        Lap::Sown { dir, .. } => Some(*dir),
        Lap::Entered { .. } | Lap::Passed { .. } | Lap::Endless { .. } => None,
    }
}

fn direction_name(direction: Direction) -> &'static str {
    match direction {
        Direction::Anticlockwise => "anti-clockwise",
        Direction::Clockwise => "clockwise",
    }
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::{Game, Viewer};

    use super::*;

    fn position(pending: &str) -> PositionView {
        let text = format!(
            r#"{{"holes":{{"south":[],"north":[]}},"ply":1,"turns":1,"to_move":"south","pending":{pending},"legal":[]}}"#
        );
        serde_json::from_str(&text).expect("a position")
    }

    fn described(action: &str, laps: &str, before: &str, after: &str) -> String {
        let laps: Vec<Lap> = serde_json::from_str(laps).expect("laps");
        let action = action.parse().expect("an action");
        turn_text(Seat::South, action, &laps, Some(&position(before)), &position(after))
    }

    #[test]
    fn a_turn_is_described_lap_by_lap() {
        let mut opening = Game::from_rulespec("ikibuguzo:first").expect("rules");
        let laps: Vec<Lap> =
            opening.play("N".parse().expect("N")).expect("legal").iter().map(Lap::from).collect();
        let action = "N".parse().expect("an action");
        let short =
            turn_text(Seat::South, action, &laps, None, &PositionView::of(&opening, Viewer::Spectator));
        assert_eq!(short, "South sows N: 3 counters.");
        let relays = r#"[{"from":"N","dir":"acw","count":3,"last":"C"},{"from":"C","dir":"acw","count":2,"last":"E"},
            {"from":"E","dir":"acw","count":7,"last":"L","captured":[["e",4],["l",1]]},
            {"from":"E","dir":"acw","count":5,"last":"J"}]"#;
        assert_eq!(
            described("N", relays, "null", "null"),
            "South sows N: 3 counters, relay from C and E, captures 5 from e and l."
        );
        let endless = r#"[{"from":"A","dir":"acw","count":2,"last":"C"},{"endless":"C"}]"#;
        assert_eq!(
            described("A", endless, "null", "null"),
            "South sows A: 2 counters, and goes round without end: the lap limit leaves the rest in C."
        );
    }

    #[test]
    fn a_choice_in_the_middle_of_a_turn_is_described() {
        let clockwise = r#"[{"from":"A","dir":"cw","count":3,"last":"N","captured":[["c",5],["n",2]]}]"#;
        let in_hand = r#"{"hole":"A","hand":7}"#;
        assert_eq!(
            described("A<", clockwise, "null", in_hand),
            "South sows A clockwise: 3 counters, captures 7 from c and n, and has 7 in hand at A."
        );
        let on = r#"[{"from":"A","dir":"acw","count":7,"last":"H"}]"#;
        assert_eq!(described("A", on, in_hand, "null"), "South sows on from A: 7 counters.");
        let other = r#"[{"from":"O","dir":"cw","count":2,"last":"M","captured":[["d",1]]},
            {"from":"O","dir":"acw","count":1,"last":"P"}]"#;
        assert_eq!(
            described("O<", other, in_hand, "null"),
            "South leaves 7 in A and sows O clockwise: 2 counters, captures 1 from d, sows them anti-clockwise."
        );
    }
}
