use std::collections::HashMap;

use ikibuguzo_protocol::{ClientMessage, Event, GameId, Happening};

use super::persistent_player::Witness;

/// Everything that is wrong with what a player was told, compared with the log.
pub(crate) fn faults(witness: &Witness, log: &[Event]) -> Vec<String> {
    let game = witness.game;
    let mut faults = Vec::new();
    faults.extend(not_in_order(game, log));
    faults.extend(not_the_log(witness, log));
    for (command, seq) in &witness.acknowledged {
        let event = log.iter().find(|event| event.seq == *seq);
        if !event.is_some_and(|event| is_done_by(command, witness, event)) {
            faults.push(format!("{game}: {command:?} was acknowledged as {seq}, which is {event:?}"));
        }
    }
    faults.extend(not_once(witness, log));
    faults
}

fn not_in_order(game: GameId, log: &[Event]) -> Option<String> {
    let numbered = log.iter().map(|event| event.seq).eq(1..=log.len() as u64);
    (!numbered).then(|| format!("{game}: the log has a gap, a repeat, or another order"))
}

/// What was seen is the beginning of the log; stores that were concealed then may be shown now.
fn not_the_log(witness: &Witness, log: &[Event]) -> Option<String> {
    let alike = |(seen, stored): (&Event, &Event)| {
        (seen.seq, seen.at, course(&seen.what)) == (stored.seq, stored.at, course(&stored.what))
    };
    let is_beginning = witness.events.len() <= log.len() && witness.events.iter().zip(log).all(alike);
    (!is_beginning).then(|| format!("{}: somebody saw something else than the log", witness.game))
}

/// What of an event is the same for everybody, as text.
fn course(what: &Happening) -> String {
    match what {
        Happening::Acted { seat, ply, action, laps, position, receipt, clock } => {
            format!("{seat} {ply} {action} {laps:?} {:?} {receipt:?} {clock:?}", position.holes)
        }
        Happening::Begun { position, .. } => format!("begun {:?}", position.holes),
        other => format!("{other:?}"),
    }
}

fn is_done_by(command: &ClientMessage, witness: &Witness, event: &Event) -> bool {
    let own = |seat| witness.role.seat() == Some(seat);
    match (command, &event.what) {
        (ClientMessage::Act { ply, action, .. }, Happening::Acted { seat, ply: now, action: played, .. }) => {
            own(**seat) && *now == ply + 1 && played.to_string() == *action
        }
        (ClientMessage::Arrange { .. }, Happening::Arranged { seat }) => own(**seat),
        (ClientMessage::Say { text, .. }, Happening::Said { seat, text: said }) => {
            own(**seat) && text == said
        }
        _ => false,
    }
}

/// Words are said by commands that name no ply: only their ids keep them from being said twice.
fn not_once(witness: &Witness, log: &[Event]) -> Vec<String> {
    let mut times: HashMap<&str, usize> = HashMap::new();
    for event in log {
        if let Happening::Said { text, .. } = &event.what {
            *times.entry(text).or_default() += 1;
        }
    }
    let twice = witness.said.iter().filter(|text| times.get(text.as_str()).is_some_and(|times| *times > 1));
    twice.map(|text| format!("{}: `{text}` was said twice", witness.game)).collect()
}
