use std::time::Duration;

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::{Period, Timestamp};

use super::TOLERANCE;
use super::account::{ClockAccount, Excused, Stretch};
use super::dead_times::{DeadTime, DeadTimes, Death};
use crate::PlayerLine;

/// The time between two heartbeats of a node: its last heartbeat may be this long before a fault.
const BEAT: Duration = Duration::from_millis(500);

/// The silence of a node after which it counts as dead.
const MAX_SILENCE: Duration = Duration::from_millis(1_500);

/// The longest time from the end of a fault to the next heartbeat of the node: after the next tick it
/// waits 100 ms for messages, and connects to the database again.
const RETURN: Duration = BEAT.saturating_add(Duration::from_millis(300));

/// A silence of a node that certainly makes it dead: even if a heartbeat was under way at its start or
/// its end.
const CERTAIN_SILENCE: Duration = MAX_SILENCE.saturating_add(BEAT.saturating_mul(2));

/// The longest time that is excused after the death of a node.
const MAX_EXCUSE: Duration = Duration::from_secs(30);

/// Compares what was excused in a game with the times in which nodes were dead and with the connections of both
/// players. Returns one sentence for each time that was excused without a reason, and for each time that should have
/// been excused and was not.
pub fn find_wrong_excuses(
    account: &ClockAccount,
    lines: &BySeat<Vec<PlayerLine>>,
    dead: &DeadTimes,
) -> Vec<String> {
    let mut violations = Vec::new();
    for stretch in &account.stretches {
        let reasons = reasons_in(stretch, lines, dead);
        violations.extend(
            stretch.excused.iter().filter_map(|excused| without_reason(excused, stretch, &reasons, lines)),
        );
        violations.extend(not_excused(stretch, account, lines, dead));
    }
    violations
}

/// The times that may be excused in a stretch.
fn reasons_in(stretch: &Stretch, lines: &BySeat<Vec<PlayerLine>>, dead: &DeadTimes) -> Vec<Period> {
    let everywhere = dead.of_all_nodes(|time| time.until).into_iter().chain(dead.pauses.iter().copied());
    let everywhere = everywhere.map(|time| Period::new(time.from - BEAT, time.until + RETURN));
    let own = stretch.seats.iter().flat_map(|seat| reasons_of(&lines[*seat], dead));
    everywhere
        .chain(own)
        .chain(wait_before(stretch, lines))
        .map(|time| Period::new(time.from - TOLERANCE, time.until + TOLERANCE))
        .collect()
}

/// The time that may be excused because the action before this stretch waited: its player came from another node, and
/// this node did not know yet whether that node ran.
fn wait_before(stretch: &Stretch, lines: &BySeat<Vec<PlayerLine>>) -> Option<Period> {
    let from = stretch.time.from;
    let lines = Seat::ALL.into_iter().flat_map(|seat| &lines[seat]);
    // A node without its database takes some time to let a player join.
    let mut came = lines.flat_map(|line| [Some(line.sent_at), line.joined_at]).flatten();
    let has_come = came.any(|at| (from.saturating_sub(CERTAIN_SILENCE)..=from + TOLERANCE).contains(&at));
    has_come.then(|| Period::new(from, from + CERTAIN_SILENCE))
}

/// The times that may be excused because a node that served the player was dead.
fn reasons_of(lines: &[PlayerLine], dead: &DeadTimes) -> Vec<Period> {
    let of_line = |line: &PlayerLine| {
        let times = dead.times.iter().filter(|time| time.node == line.address).copied();
        let line = *line;
        times.filter_map(move |time| reason(&line, lines, &time, &dead.times)).collect::<Vec<_>>()
    };
    lines.iter().flat_map(of_line).collect()
}

/// The time that may be excused because a node to which the player had a connection was dead.
fn reason(line: &PlayerLine, lines: &[PlayerLine], dead: &DeadTime, times: &[DeadTime]) -> Option<Period> {
    let dead_or_near = Period::new(dead.from - BEAT, dead.until + RETURN);
    let noted_end = latest_noted_end(line, times);
    let served =
        Period::new(line.sent_at, noted_end + Duration::from_millis(1)).intersection(dead_or_near)?;
    let latest = served.from + MAX_EXCUSE;
    // A connection that lasts until the node has written a heartbeat again serves the player again.
    let here = (line.ended_at > dead_or_near.until).then_some(dead_or_near.until);
    let later = lines.iter().filter(|later| later.sent_at >= line.ended_at.max(served.from));
    let elsewhere = later.filter_map(|later| later.joined_at).min();
    let until = [here, elsewhere, Some(latest)].into_iter().flatten().min()?;
    Some(Period::new(served.from, until))
}

/// The latest time at which a node notes that a connection has ended. A node that was stopped notes it a moment after
/// it continues. If it dies before that, no other node knows that the player had left it.
fn latest_noted_end(line: &PlayerLine, times: &[DeadTime]) -> Timestamp {
    let stood_still = |time: &&DeadTime| time.node == line.address && time.death == Death::Silenced;
    times
        .iter()
        .filter(stood_still)
        .fold(line.ended_at, |end, time| if time.from <= end { end.max(time.until + RETURN) } else { end })
}

/// A sentence about an event that excuses time without a reason; none if there is a reason.
fn without_reason(
    excused: &Excused,
    stretch: &Stretch,
    reasons: &[Period],
    lines: &BySeat<Vec<PlayerLine>>,
) -> Option<String> {
    let parts = excused.time.without(reasons.iter().copied());
    if total_length(&parts).is_zero() {
        return None;
    }
    let is_own_cut = |line: &&PlayerLine| {
        line.was_cut && parts.iter().any(|part| part.from <= line.ended_at && line.ended_at <= part.until)
    };
    let cut = stretch.seats.iter().find_map(|seat| lines[*seat].iter().find(is_own_cut));
    let why = cut.map_or_else(String::new, |line| format!(", where the player cut its own line {line:?}"));
    Some(format!(
        "event {} excuses {} ({:?}), of which {} has no reason{why}",
        excused.seq,
        excused.time,
        stretch.seats,
        texts(&parts)
    ))
}

/// A sentence about the time that should have been excused in a stretch and was not; none if there is none.
fn not_excused(
    stretch: &Stretch,
    account: &ClockAccount,
    lines: &BySeat<Vec<PlayerLine>>,
    dead: &DeadTimes,
) -> Option<String> {
    let ([seat], true) = (stretch.seats.as_slice(), stretch.is_complete) else { return None };
    let everywhere = dead.of_all_nodes(|time| time.lifted).into_iter();
    let everywhere =
        everywhere.filter(|time| time.length() >= CERTAIN_SILENCE && counts_at_end(time.from, stretch));
    let due: Vec<_> =
        everywhere.chain(claims_of(&lines[*seat], &account.actions_of(*seat), dead, stretch)).collect();
    let not_due = stretch.time.without(due.iter().copied());
    let excused = stretch.excused.iter().map(|excused| excused.time);
    let missing = stretch.time.without(excused.chain(not_due));
    (total_length(&missing) > TOLERANCE).then(|| {
        let time = stretch.time;
        let due = texts(&due);
        let missing = texts(&missing);
        let excused = &stretch.excused;
        format!("{seat} was to move in {time}, {due} should be excused, and {missing} is not: {excused:?}")
    })
}

/// Whether a node whose silence began at this time counted as dead when the stretch ended. If not, it has taken the
/// action, before another node counted it as dead.
fn counts_at_end(silent_from: Timestamp, stretch: &Stretch) -> bool {
    stretch.time.until >= silent_from + MAX_SILENCE + BEAT
}

/// The times that must be excused if the game waited for the player then. `actions` are the times of the player's
/// actions.
fn claims_of(
    lines: &[PlayerLine],
    actions: &[Timestamp],
    dead: &DeadTimes,
    stretch: &Stretch,
) -> Vec<Period> {
    let of_time = |time: &DeadTime| {
        let counts = |line: &&PlayerLine| {
            let was_left = time.death == Death::Killed || line.ended_at < stretch.time.until;
            was_left || counts_at_end(time.from, stretch)
        };
        let known = lines.iter().filter(counts).filter(|line| was_stored(line, time, dead));
        known.filter_map(|line| claim(line, lines, actions, time)).collect::<Vec<_>>()
    };
    dead.times.iter().filter(|time| is_certain(time)).flat_map(of_time).collect()
}

/// Whether the player's arrival at a node was certainly stored before the node died: other nodes know the player's node
/// only from the database.
fn was_stored(line: &PlayerLine, dead: &DeadTime, times: &DeadTimes) -> bool {
    let came_before = |at: &Timestamp| line.address == dead.node && *at < dead.from;
    let Some(joined_at) = line.joined_at.filter(came_before) else { return false };
    let of_node = || times.times.iter().filter(|time| time.node == dead.node);
    let first_death = of_node().filter(|time| time.until >= joined_at).map(|time| time.from).min();
    let earlier = of_node().filter(|time| time.from < dead.from);
    let could_write_from = earlier.map(|time| time.until + RETURN).max().unwrap_or_default().max(joined_at);
    let is_long = |from: Timestamp, until: Timestamp| from + BEAT + TOLERANCE <= until;
    first_death.is_some_and(|at| is_long(joined_at, at)) || is_long(could_write_from, dead.from)
}

/// Whether a dead node certainly counted as dead.
fn is_certain(dead: &DeadTime) -> bool {
    dead.death == Death::Killed || dead.lifted.saturating_since(dead.from) >= CERTAIN_SILENCE
}

/// The time that must be excused because a node to which the player had a connection died: from the fault until the
/// player asked another node to serve it, or until the node took an action that the player had sent before.
fn claim(line: &PlayerLine, lines: &[PlayerLine], actions: &[Timestamp], dead: &DeadTime) -> Option<Period> {
    // If a player leaves while its node is dead, the node may note it.
    if line.ended_at < dead.from || (line.was_cut && line.ended_at <= dead.until) {
        return None;
    }
    let late_action = actions.iter().copied().filter(|at| *at >= dead.lifted).min();
    let latest = late_action.unwrap_or(Timestamp::MAX).min(dead.from + MAX_EXCUSE - BEAT);
    if dead.death == Death::Silenced && line.ended_at > dead.lifted {
        return Some(Period::new(dead.from, dead.lifted.min(latest)));
    }
    let next = lines.iter().map(|next| next.sent_at).filter(|sent_at| *sent_at >= line.ended_at).min()?;
    Some(Period::new(dead.from, next.min(latest)))
}

fn texts(parts: &[Period]) -> String {
    parts.iter().map(ToString::to_string).collect::<Vec<_>>().join(", ")
}

/// The sum of the lengths of some periods.
fn total_length(periods: &[Period]) -> Duration {
    periods.iter().map(|period| period.length()).sum()
}

#[cfg(test)]
mod tests;
