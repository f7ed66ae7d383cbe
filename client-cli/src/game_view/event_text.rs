//! What happened, in words.

use ikibuguzo_engine::{Action, Direction, Hole, Seat};
use ikibuguzo_protocol::{EndReason, Event, Happening, Lap, Outcome, PositionView, Presence, Text};

use crate::game_view::local_game::Table;

/// Tells an event to somebody who knew the table before it; none where there is nothing to tell.
pub fn event(event: &Event, before: &Table) -> Option<String> {
    let who = |seat: Text<Seat>| who(before, *seat);
    Some(match &event.what {
        Happening::Created { rules, rematch_of, .. } => match rematch_of {
            Some(game) => format!("A game of {rules}, the rematch of {game}."),
            None => format!("A game of {rules}."),
        },
        Happening::Seated { seat, player, .. } => format!("{player} sits {}.", capital(**seat)),
        Happening::Arranged { seat } => format!("{} has arranged; it stays sealed.", who(*seat)),
        Happening::Revealed { arrays, .. } => {
            format!("Revealed: South's {} array, North's {} array.", arrays.south, arrays.north)
        }
        Happening::Begun { .. } => "The game begins.".to_owned(),
        Happening::Acted { seat, action, laps, position, .. } => {
            turn(**seat, **action, laps, before.view.position.as_ref(), position)
        }
        Happening::Excused { from, until, .. } => {
            format!(
                "The server was away for {}; nobody is charged for that.",
                time(until.saturating_sub(*from))
            )
        }
        Happening::DrawOffered { seat } => format!("{} offers a draw.", who(*seat)),
        Happening::DrawDeclined { seat, .. } => format!("{} declines the draw.", who(*seat)),
        Happening::TakebackOffered { seat } => format!("{} asks to take back a turn.", who(*seat)),
        Happening::TakebackDeclined { seat, .. } => format!("{} does not let it be taken back.", who(*seat)),
        Happening::TakenBack { position, .. } => {
            format!(
                "Taken back: {} is to move again.",
                position.to_move.map_or("nobody", |seat| capital(*seat))
            )
        }
        Happening::Said { seat, text } => {
            format!("{} says: {}", who(*seat), crate::terminal::sanitize::sanitize(text))
        }
        Happening::Ended { outcome, .. } => end(*outcome),
        Happening::RematchOffered { seat } => format!("{} offers a rematch.", who(*seat)),
        Happening::RematchDeclined { seat, .. } => format!("{} declines the rematch.", who(*seat)),
        Happening::Rematched { rematch } => format!("The rematch has begun: {rematch}."),
    })
}

/// An action and what it made happen: "South sows N: 3 counters, relay from C, captures 5 from e and l."
pub fn turn(
    seat: Seat,
    action: Action,
    laps: &[Lap],
    before: Option<&PositionView>,
    after: &PositionView,
) -> String {
    let mut telling = Telling::default();
    telling.say(first_words(action, laps, before));
    for (index, lap) in laps.iter().enumerate() {
        telling.lap(lap, laps.get(index + 1));
    }
    if let Some(pending) = after.pending {
        telling.say(format!("and has {} in hand at {}", pending.hand, pending.hole));
    }
    format!("{} {}.", capital(seat), telling.parts().join(", "))
}

/// The parts of a turn. Relays are gathered, because a turn may have dozens of them in a row.
#[derive(Debug, Default)]
struct Telling {
    parts: Vec<String>,
    relays: Vec<String>,
}

impl Telling {
    /// What comes of a lap, and how the next one goes on.
    fn lap(&mut self, lap: &Lap, next: Option<&Lap>) {
        match (lap, next) {
            (Lap::Endless { endless }, _) => {
                self.say(format!("and goes round without end: the lap limit leaves the rest in {endless}"));
            }
            (Lap::Entered { captured, .. }, _) if !captured.is_empty() => self.say(captures(captured)),
            (Lap::Sown { captured, dir, .. }, next) if !captured.is_empty() => {
                self.say(captures(captured));
                if let Some(Lap::Sown { dir: now, .. }) = next.filter(|next| direction(next) != Some(*dir)) {
                    self.say(format!("sows them {}", way(**now)));
                }
            }
            (_, Some(Lap::Sown { from, .. })) => self.relays.push(from.to_string()),
            _ => {}
        }
    }

    fn say(&mut self, words: String) {
        self.gather();
        self.parts.push(words);
    }

    fn gather(&mut self) {
        if !self.relays.is_empty() {
            self.parts.push(format!("relay from {}", list(&self.relays, "and")));
            self.relays.clear();
        }
    }

    fn parts(mut self) -> Vec<String> {
        self.gather();
        self.parts
    }
}

fn first_words(action: Action, laps: &[Lap], before: Option<&PositionView>) -> String {
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
    let all: usize = captured.iter().map(|(_, held)| usize::from(*held)).sum();
    let holes: Vec<String> = captured.iter().map(|(hole, _)| hole.to_string()).collect();
    format!("captures {all} from {}", list(&holes, "and"))
}

fn direction(lap: &Lap) -> Option<Text<Direction>> {
    match lap {
        Lap::Sown { dir, .. } => Some(*dir),
        Lap::Entered { .. } | Lap::Passed { .. } | Lap::Endless { .. } => None,
    }
}

fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::Anticlockwise => "anti-clockwise",
        Direction::Clockwise => "clockwise",
    }
}

/// Whether the board after an event is another one than before.
pub fn shows_a_board(what: &Happening) -> bool {
    matches!(
        what,
        Happening::Revealed { .. }
            | Happening::Begun { .. }
            | Happening::Acted { .. }
            | Happening::TakenBack { .. }
    )
}

/// How a game ended, in a sentence.
pub fn end(outcome: Outcome) -> String {
    let why = match outcome.reason {
        EndReason::CapturedAll => "the other side has no counters left",
        EndReason::BothEnds => "both end holes of the other's inner row captured in one turn",
        EndReason::NoMove => "the other side cannot move",
        EndReason::Repetition => "the same position for the third time",
        EndReason::Quiet => "200 turns without a capture",
        EndReason::TurnLimit => "the game has had all its turns",
        EndReason::Resignation => "the other side gave up",
        EndReason::Agreement => "agreed",
        EndReason::Timeout => "the other side's time ran out",
        EndReason::Abandoned => "the other side has left",
        EndReason::Aborted => "it never really began",
        EndReason::Expired => "it was not begun within a week",
    };
    let by_count = matches!(outcome.reason, EndReason::Repetition | EndReason::Quiet | EndReason::TurnLimit);
    match outcome.winner {
        Some(seat) if by_count => format!("{} wins by count: {why}.", capital(*seat)),
        Some(seat) => format!("{} wins: {why}.", capital(*seat)),
        None if outcome.reason.is_a_result() => format!("A draw: {why}."),
        None => format!("No result: {why}."),
    }
}

/// A time in milliseconds as a clock shows it: `0:09`, `4:32`, `1:00:00`, `2 days 3:00:00`.
pub fn time(milliseconds: u64) -> String {
    let seconds = milliseconds / 1_000;
    let (days, hours, minutes, seconds) =
        (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60, seconds % 60);
    match (days, hours) {
        (0, 0) => format!("{minutes}:{seconds:02}"),
        (0, _) => format!("{hours}:{minutes:02}:{seconds:02}"),
        (1, _) => format!("1 day {hours}:{minutes:02}:{seconds:02}"),
        (_, _) => format!("{days} days {hours}:{minutes:02}:{seconds:02}"),
    }
}

/// That the viewer has little time, in milliseconds, for the turn.
pub fn little_time(milliseconds: u64) -> String {
    match milliseconds.div_ceil(1_000) {
        1 => "You have 1 second left.".to_owned(),
        seconds => format!("You have {seconds} seconds left."),
    }
}

/// What has changed in who is there, for somebody who knew what was before; none if that is nothing to tell.
pub fn presence(before: Option<&Presence>, now: &Presence, table: &Table) -> Option<String> {
    let was_there = |seat| before.is_none_or(|before| *before.present.get(seat));
    let others = Seat::ALL.into_iter().filter(|seat| table.role.seat() != Some(*seat));
    let sits = |seat: &Seat| table.player(*seat).is_some();
    let told = others.filter(sits).filter_map(|seat| match (was_there(seat), *now.present.get(seat)) {
        (true, false) => Some(format!("{} is not there.{}", who(table, seat), claim(now, seat, table))),
        (false, true) => Some(format!("{} is there.", who(table, seat))),
        _ => None,
    });
    Some(told.collect::<Vec<_>>().join(" ")).filter(|told| !told.is_empty())
}

fn claim(now: &Presence, gone: Seat, table: &Table) -> &'static str {
    let can_claim = table.role.seat() == Some(!gone) && now.claim_at.get(gone).is_some();
    if can_claim { " If that lasts, you can `claim` the win." } else { "" }
}

/// A seat's name as the first word of a sentence or as a title.
pub fn capital(seat: Seat) -> &'static str {
    match seat {
        Seat::South => "South",
        Seat::North => "North",
    }
}

/// `1 counter`, `5 counters`.
pub fn counters(count: usize) -> String {
    if count == 1 { "1 counter".to_owned() } else { format!("{count} counters") }
}

/// `N`, `N and K<`, `N, J and K<`.
pub fn list(things: &[String], last: &str) -> String {
    match things {
        [] => String::new(),
        [one] => one.clone(),
        [most @ .., end] => format!("{} {last} {end}", most.join(", ")),
    }
}

fn who(table: &Table, seat: Seat) -> String {
    match table.player(seat) {
        Some(player) => format!("{} ({player})", capital(seat)),
        None => capital(seat).to_owned(),
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

    fn told(action: &str, laps: &str, before: &str, after: &str) -> String {
        let laps: Vec<Lap> = serde_json::from_str(laps).expect("laps");
        let action = action.parse().expect("an action");
        turn(Seat::South, action, &laps, Some(&position(before)), &position(after))
    }

    #[test]
    fn a_turn_is_told_lap_by_lap() {
        let mut opening = Game::from_rulespec("ikibuguzo:first").expect("rules");
        let laps: Vec<Lap> =
            opening.play("N".parse().expect("N")).expect("legal").iter().map(Lap::from).collect();
        let action = "N".parse().expect("an action");
        let short = turn(Seat::South, action, &laps, None, &PositionView::of(&opening, Viewer::Spectator));
        assert_eq!(short, "South sows N: 3 counters.");
        let relays = r#"[{"from":"N","dir":"acw","count":3,"last":"C"},{"from":"C","dir":"acw","count":2,"last":"E"},
            {"from":"E","dir":"acw","count":7,"last":"L","captured":[["e",4],["l",1]]},
            {"from":"E","dir":"acw","count":5,"last":"J"}]"#;
        assert_eq!(
            told("N", relays, "null", "null"),
            "South sows N: 3 counters, relay from C and E, captures 5 from e and l."
        );
        let endless = r#"[{"from":"A","dir":"acw","count":2,"last":"C"},{"endless":"C"}]"#;
        assert_eq!(
            told("A", endless, "null", "null"),
            "South sows A: 2 counters, and goes round without end: the lap limit leaves the rest in C."
        );
    }

    #[test]
    fn a_choice_in_the_middle_of_a_turn_is_told() {
        let clockwise = r#"[{"from":"A","dir":"cw","count":3,"last":"N","captured":[["c",5],["n",2]]}]"#;
        let in_hand = r#"{"hole":"A","hand":7}"#;
        assert_eq!(
            told("A<", clockwise, "null", in_hand),
            "South sows A clockwise: 3 counters, captures 7 from c and n, and has 7 in hand at A."
        );
        let on = r#"[{"from":"A","dir":"acw","count":7,"last":"H"}]"#;
        assert_eq!(told("A", on, in_hand, "null"), "South sows on from A: 7 counters.");
        let other = r#"[{"from":"O","dir":"cw","count":2,"last":"M","captured":[["d",1]]},
            {"from":"O","dir":"acw","count":1,"last":"P"}]"#;
        assert_eq!(
            told("O<", other, in_hand, "null"),
            "South leaves 7 in A and sows O clockwise: 2 counters, captures 1 from d, sows them anti-clockwise."
        );
    }

    #[test]
    fn lists_read_like_speech() {
        let things =
            |count: usize| ["N", "J", "K<"][..count].iter().map(ToString::to_string).collect::<Vec<_>>();
        assert_eq!(list(&things(1), "or"), "N");
        assert_eq!(list(&things(2), "or"), "N or J");
        assert_eq!(list(&things(3), "or"), "N, J or K<");
    }

    #[test]
    fn whoever_was_asked_does_not_let_a_turn_be_taken_back() {
        let table = crate::game_view::local_game::tests::table("spectator");
        for (seat, name) in [("south", "South (imbogo-1)"), ("north", "North")] {
            let text = format!(r#"{{"seq":5,"at":0,"kind":"takeback_declined","seat":"{seat}","offer":4}}"#);
            let declined = serde_json::from_str(&text).expect("an event");
            assert_eq!(event(&declined, &table), Some(format!("{name} does not let it be taken back.")));
        }
    }

    #[test]
    fn an_end_is_told_with_its_reason() {
        let end = |winner, reason| end(Outcome { winner, reason });
        assert_eq!(
            end(Some(Text(Seat::North)), EndReason::NoMove),
            "North wins: the other side cannot move."
        );
        assert_eq!(end(None, EndReason::Agreement), "A draw: agreed.");
        assert_eq!(end(None, EndReason::Expired), "No result: it was not begun within a week.");
    }

    #[test]
    fn a_time_is_told_as_a_clock_shows_it() {
        for (milliseconds, told) in [
            (0, "0:00"),
            (9_999, "0:09"),
            (272_000, "4:32"),
            (3_600_000, "1:00:00"),
            (86_400_000, "1 day 0:00:00"),
            (183_600_000, "2 days 3:00:00"),
        ] {
            assert_eq!(time(milliseconds), told);
        }
    }

    #[test]
    fn little_time_is_told_in_seconds() {
        for (milliseconds, told) in [(20_000, "20 seconds"), (18_001, "19 seconds"), (1_000, "1 second")] {
            assert_eq!(little_time(milliseconds), format!("You have {told} left."));
        }
    }

    #[test]
    fn who_comes_and_goes_is_told() {
        let mut table = crate::game_view::local_game::tests::table("south");
        *table.view.players.get_mut(Seat::North) = Some("umusambi-2".parse().expect("a name"));
        let presence_of = |north: bool| -> Presence {
            let claim = if north { "null" } else { "5" };
            let text = format!(
                r#"{{"game":"05cdv44x7ekv","present":{{"south":true,"north":{north}}},"claim_at":{{"south":null,"north":{claim}}}}}"#
            );
            serde_json::from_str(&text).expect("presence")
        };
        let (there, gone) = (presence_of(true), presence_of(false));
        assert_eq!(presence(None, &there, &table), None);
        assert_eq!(
            presence(Some(&there), &gone, &table).as_deref(),
            Some("North (umusambi-2) is not there. If that lasts, you can `claim` the win.")
        );
        assert_eq!(presence(Some(&gone), &gone, &table), None);
        assert_eq!(presence(Some(&gone), &there, &table).as_deref(), Some("North (umusambi-2) is there."));
    }
}
