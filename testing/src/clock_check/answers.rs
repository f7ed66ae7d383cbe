use ikibuguzo_protocol::Event;

use super::TOLERANCE;
use crate::Transcript;

/// Finds acknowledged events whose time in the log is not between the moment at which the player first sent the command
/// and the moment at which the acknowledgement came. Returns one sentence, about the largest error.
pub fn find_wrong_times(transcript: &Transcript, log: &[Event]) -> Option<String> {
    let errors = transcript.answer_times.iter().filter_map(|answer| {
        let event = log.iter().find(|event| event.seq == answer.seq)?;
        let error =
            answer.sent_at.saturating_since(event.at).max(event.at.saturating_since(answer.answered_at));
        (error > TOLERANCE).then_some((error, event.at, answer))
    });
    let errors: Vec<_> = errors.collect();
    let (error, at, answer) = errors.iter().max_by_key(|(error, _, _)| error)?;
    let game = transcript.game;
    let count = errors.len();
    Some(format!(
        "{game}: {count} events have a wrong time; one has {at}, which is {} ms off: {answer:?}",
        error.as_millis()
    ))
}

#[cfg(test)]
mod tests {
    use ikibuguzo_engine::Seat;
    use ikibuguzo_protocol::Timestamp;
    use ikibuguzo_protocol::{EventKind, Text};

    use super::*;
    use crate::AnswerTime;

    /// What is wrong with an event of this time, if the player sent the command at 1,000 and got the answer at 1,200.
    fn check(at: u64) -> Option<String> {
        let kind = EventKind::DrawOffered { seat: Text(Seat::South) };
        let mut transcript = Transcript::new("05cdv44x7ekv".parse().expect("an id"));
        transcript.answer_times.push(AnswerTime {
            seq: 1,
            sent_at: Timestamp::from_millis(1_000),
            answered_at: Timestamp::from_millis(1_200),
        });
        find_wrong_times(
            &transcript,
            &[Event { seq: 1, at: Timestamp::from_millis(at), kind, closes: Vec::new() }],
        )
    }

    #[test]
    fn an_event_has_the_time_at_which_its_command_came() {
        for at in [950, 1_000, 1_200, 1_250] {
            assert_eq!(check(at), None);
        }
        assert!(check(949).is_some_and(|violation| violation.contains("51 ms off")));
        assert!(check(6_200).is_some_and(|violation| violation.contains("5000 ms off")));
    }
}
