use std::collections::HashMap;

use ikibuguzo_protocol::{ClientMessage, Event, EventKind, GameId};

use crate::{HttpClient, Transcript};

/// Compares what players and spectators saw with the logs of the server. Returns one sentence for each violation.
pub async fn find_violations(http: &HttpClient, transcripts: &[Transcript]) -> Vec<String> {
    let mut found = Vec::new();
    for transcript in transcripts {
        let log = http.events(transcript.game, 0).await.events;
        found.extend(violations(transcript, &log));
    }
    found
}

/// Compares what a player saw with the log. Returns one sentence for each violation.
pub fn violations(transcript: &Transcript, log: &[Event]) -> Vec<String> {
    let game = transcript.game;
    let mut violations = Vec::new();
    violations.extend(out_of_order(game, log));
    violations.extend(differs_from_log(transcript, log));
    for (command, seq) in &transcript.acknowledged {
        let event = log.iter().find(|event| event.seq == *seq);
        if !event.is_some_and(|event| is_effect_of(command, transcript, event)) {
            violations.push(format!("{game}: {command:?} was acknowledged as {seq}, which is {event:?}"));
        }
    }
    violations.extend(repeated_messages(transcript, log));
    violations.extend(transcript.refusals.iter().map(|refusal| format!("{game}: refused: {refusal}")));
    violations
}

fn out_of_order(game: GameId, log: &[Event]) -> Option<String> {
    let is_numbered = log.iter().map(|event| event.seq).eq(1..=log.len() as u64);
    (!is_numbered).then(|| format!("{game}: the log has a gap, a repeat, or another order"))
}

/// Finds a transcript that is not the beginning of the log. Stores that were concealed then may be visible in the log.
fn differs_from_log(transcript: &Transcript, log: &[Event]) -> Option<String> {
    let is_equal = |(seen, stored): (&Event, &Event)| {
        (seen.seq, seen.at, public_part(&seen.kind), &seen.closes)
            == (stored.seq, stored.at, public_part(&stored.kind), &stored.closes)
    };
    let is_prefix = transcript.events.len() <= log.len() && transcript.events.iter().zip(log).all(is_equal);
    (!is_prefix).then(|| format!("{}: a transcript differs from the log", transcript.game))
}

/// The part of an event that is the same for every viewer, as text.
fn public_part(kind: &EventKind) -> String {
    match kind {
        EventKind::Acted { seat, ply, action, laps, position, receipt, clocks } => {
            format!("{seat} {ply} {action} {laps:?} {:?} {receipt:?} {clocks:?}", position.holes)
        }
        EventKind::Begun { position, .. } => format!("begun {:?}", position.holes),
        other => format!("{other:?}"),
    }
}

fn is_effect_of(command: &ClientMessage, transcript: &Transcript, event: &Event) -> bool {
    let is_own = |seat| transcript.role.seat() == Some(seat);
    match (command, &event.kind) {
        (ClientMessage::Act { after, action, .. }, EventKind::Acted { seat, action: played, .. }) => {
            is_own(**seat) && event.seq > *after && played.to_string() == *action
        }
        (ClientMessage::Arrange { .. }, EventKind::Arranged { seat, .. }) => is_own(**seat),
        (ClientMessage::Say { text, .. }, EventKind::Said { seat, text: said }) => {
            is_own(**seat) && text == said
        }
        _ => false,
    }
}

/// Messages that were stored twice. A chat command has no position: only the command id keeps a message from being
/// stored twice.
fn repeated_messages(transcript: &Transcript, log: &[Event]) -> Vec<String> {
    let mut counts: HashMap<&str, usize> = HashMap::new();
    for event in log {
        if let EventKind::Said { text, .. } = &event.kind {
            *counts.entry(text).or_default() += 1;
        }
    }
    let repeated =
        transcript.said.iter().filter(|text| counts.get(text.as_str()).is_some_and(|count| *count > 1));
    repeated.map(|text| format!("{}: `{text}` was stored twice", transcript.game)).collect()
}
