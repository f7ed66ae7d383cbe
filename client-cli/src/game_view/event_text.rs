//! The sentence for an event.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{DeclineReason, EndReason, Event, EventKind, Outcome, Text};

use super::array_seals::seal_text;
use super::phrases::{clock_time, marked_name, seat_and_player, seat_name};
use super::turn_text::turn_text;
use crate::game_view::local_game::LocalGame;
use crate::terminal::sanitize::sanitize;

/// The sentence for an event. `before` is the game before the event.
pub fn event_text(event: &Event, before: &LocalGame) -> String {
    let player = |seat: Text<Seat>| seat_and_player(before, *seat);
    match &event.kind {
        EventKind::Created { rules, rated, rematch_of, .. } => {
            let kind = if *rated { "rated game" } else { "game" };
            match rematch_of {
                Some(game) => format!("A {kind} of {rules}, the rematch of {game}."),
                None => format!("A {kind} of {rules}."),
            }
        }
        EventKind::Seated { seat, player, bot, .. } => {
            format!("{} sits {}.", marked_name(player, *bot), seat_name(**seat))
        }
        EventKind::Invited { player, .. } => format!("{player} is invited."),
        EventKind::Declined { reason } => format!("The invitation is declined: {}.", decline_text(*reason)),
        EventKind::Arranged { seat, .. } => format!("{} has arranged; it stays sealed.", player(*seat)),
        EventKind::Revealed { arrays, commitments, .. } => {
            let seals = seal_text(&before.view.commitments, commitments, arrays);
            format!("Revealed: South's {} array, North's {} array.{seals}", arrays.south, arrays.north)
        }
        EventKind::Begun { .. } => "The game begins.".to_owned(),
        EventKind::Berserked { seat, .. } => {
            format!("{} goes berserk: half the time, and no increments.", player(*seat))
        }
        EventKind::Acted { seat, action, laps, position, .. } => {
            turn_text(**seat, **action, laps, before.view.position.as_ref(), position)
        }
        EventKind::Excused { from, until, .. } => {
            let downtime = clock_time(until.saturating_since(*from));
            format!("The server was away for {downtime}; nobody is charged for that.")
        }
        EventKind::DrawOffered { seat } => format!("{} offers a draw.", player(*seat)),
        EventKind::DrawDeclined { seat, .. } => format!("{} declines the draw.", player(*seat)),
        EventKind::TakebackOffered { seat } => format!("{} asks to take back a turn.", player(*seat)),
        EventKind::TakebackDeclined { seat, .. } => {
            format!("{} does not let it be taken back.", player(*seat))
        }
        EventKind::TakenBack { position, .. } => {
            let to_move = position.to_move.map_or("nobody", |seat| seat_name(*seat));
            format!("Taken back: {to_move} is to move again.")
        }
        EventKind::PreviewsOffered { seat } => {
            format!("{} offers that both see what an action would do.", player(*seat))
        }
        EventKind::PreviewsDeclined { seat, .. } => {
            format!("{} does not want to see what an action would do.", player(*seat))
        }
        EventKind::PreviewsAgreed { .. } => "Both players see what an action would do.".to_owned(),
        EventKind::Said { seat, text } => format!("{} says: {}", player(*seat), sanitize(text)),
        EventKind::Ended { outcome, .. } => outcome_text(*outcome),
        EventKind::RematchOffered { seat } => format!("{} offers a rematch.", player(*seat)),
        EventKind::RematchDeclined { seat, .. } => format!("{} declines the rematch.", player(*seat)),
        EventKind::Rematched { rematch } => format!("The rematch has begun: {rematch}."),
    }
}

/// The sentence for an event of a finished game. It leaves out announcements that have come true.
pub fn past_event_text(event: &Event, before: &LocalGame) -> String {
    match &event.kind {
        EventKind::Arranged { seat, .. } => format!("{} has arranged.", seat_and_player(before, **seat)),
        EventKind::Rematched { rematch } => format!("The rematch was {rematch}."),
        _ => event_text(event, before),
    }
}

/// Why an invitation is declined.
pub fn decline_text(reason: DeclineReason) -> &'static str {
    match reason {
        DeclineReason::Later => "not now, but another time",
        DeclineReason::TooFast => "the clock is too fast",
        DeclineReason::TooSlow => "the game would take too long",
        DeclineReason::OtherGame => "rather another game",
        DeclineReason::Rated => "rather a rated game",
        DeclineReason::Casual => "rather a game that is not rated",
    }
}

/// Whether the board after an event can differ from the one before it.
pub fn changes_board(kind: &EventKind) -> bool {
    matches!(
        kind,
        EventKind::Revealed { .. }
            | EventKind::Begun { .. }
            | EventKind::Acted { .. }
            | EventKind::TakenBack { .. }
    )
}

/// The sentence for the end of a game.
pub fn outcome_text(outcome: Outcome) -> String {
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
    let is_by_count =
        matches!(outcome.reason, EndReason::Repetition | EndReason::Quiet | EndReason::TurnLimit);
    match outcome.winner {
        Some(seat) if is_by_count => format!("{} wins by count: {why}.", seat_name(*seat)),
        Some(seat) => format!("{} wins: {why}.", seat_name(*seat)),
        None if outcome.reason.has_result() => format!("A draw: {why}."),
        None => format!("No result: {why}."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_view::local_game::tests::open_game;

    #[test]
    fn a_declined_takeback_names_the_player_who_declined() {
        let game = open_game("spectator");
        for (seat, name) in [("south", "South (imbogo-1)"), ("north", "North")] {
            let text = format!(r#"{{"seq":5,"at":0,"kind":"takeback_declined","seat":"{seat}","offer":4}}"#);
            let declined = serde_json::from_str(&text).expect("an event");
            assert_eq!(event_text(&declined, &game), format!("{name} does not let it be taken back."));
        }
    }

    #[test]
    fn an_arrangement_of_a_finished_game_does_not_stay_sealed() {
        let game = open_game("spectator");
        let arranged = serde_json::from_str(r#"{"seq":3,"at":0,"kind":"arranged","seat":"south"}"#);
        let arranged = arranged.expect("an event");
        assert_eq!(event_text(&arranged, &game), "South (imbogo-1) has arranged; it stays sealed.");
        assert_eq!(past_event_text(&arranged, &game), "South (imbogo-1) has arranged.");
    }

    #[test]
    fn an_outcome_has_its_reason() {
        let text = |winner, reason| outcome_text(Outcome { winner, reason });
        assert_eq!(
            text(Some(Text(Seat::North)), EndReason::NoMove),
            "North wins: the other side cannot move."
        );
        assert_eq!(text(None, EndReason::Agreement), "A draw: agreed.");
        assert_eq!(text(None, EndReason::Expired), "No result: it was not begun within a week.");
    }
}
