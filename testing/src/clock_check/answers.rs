use ikibuguzo_protocol::Event;

use super::TOLERANCE;
use crate::Transcript;

/// Finds acknowledged events whose time in the log is not between the moment at which the player first sent the command and
/// the moment at which the acknowledgement came. One sentence for each.
pub fn find_wrong_times(transcript: &Transcript, log: &[Event]) -> Vec<String> {
    let mut violations = Vec::new();
    for answer in &transcript.answer_times {
        let Some(event) = log.iter().find(|event| event.seq == answer.seq) else { continue };
        let possible = answer.sent_at - TOLERANCE..=answer.answered_at + TOLERANCE;
        if !possible.contains(&event.at) {
            let game = transcript.game;
            violations.push(format!("{game}: event {} has the time {}, but {answer:?}", event.seq, event.at));
        }
    }
    violations
}
