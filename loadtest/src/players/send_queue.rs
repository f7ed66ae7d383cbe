//! The messages that a connection still has to send, within the server's rate limit.
//!
//! The server limits all messages except moves. Moves are sent immediately; other messages wait in order until a token
//! bucket like the server's allows them.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use ikibuguzo_engine::Action;
use ikibuguzo_protocol::{ClientMessage, CommandId, GameId};

/// The capacity of the token bucket in messages. The server's capacity is 60.
const BURST_MESSAGES: u32 = 40;

/// The time until the server allows one more message, for a connection with one game.
const REFILL_INTERVAL: Duration = Duration::from_millis(50);

/// Bytes that suffice for a move.
const MOVE_BYTES: usize = 128;

/// The messages that a connection still has to send.
#[derive(Debug)]
pub struct SendQueue {
    moves: VecDeque<String>,
    limited: VecDeque<String>,
    refill_interval: Duration,
    /// The time at which the token bucket is full.
    full_at: Instant,
}

impl SendQueue {
    /// Creates an empty queue for a connection with this number of games. The server's rate grows with the games.
    pub fn new(now: Instant, games: usize) -> Self {
        let refill_interval = REFILL_INTERVAL / u32::try_from(games).unwrap_or(u32::MAX).max(1);
        Self { moves: VecDeque::new(), limited: VecDeque::new(), refill_interval, full_at: now }
    }

    /// Adds a move.
    pub fn push_move(&mut self, game: GameId, id: &CommandId, after: u64, action: Action) {
        self.moves.push_back(write_move(game, id, after, action));
    }

    /// Adds an arrangement. The server counts it as a move.
    pub fn push_arrangement(&mut self, message: &ClientMessage) {
        self.moves.push_back(message.to_json());
    }

    /// Adds any other message.
    pub fn push(&mut self, message: &ClientMessage) {
        self.limited.push_back(message.to_json());
    }

    /// Takes the next message that may be sent now.
    pub fn pop_allowed(&mut self, now: Instant) -> Option<String> {
        self.moves.pop_front().or_else(|| {
            self.next_allowed_at().filter(|allowed_at| *allowed_at <= now)?;
            self.full_at = self.full_at.max(now) + self.refill_interval;
            self.limited.pop_front()
        })
    }

    /// The time at which the first limited message may be sent. `None` if no such message is queued.
    pub fn next_allowed_at(&self) -> Option<Instant> {
        let one_token_at = self.full_at.checked_sub(self.refill_interval * (BURST_MESSAGES - 1));
        (!self.limited.is_empty()).then(|| one_token_at.unwrap_or(self.full_at))
    }
}

/// Writes [`ClientMessage::Act`] as JSON. This is faster than serde, and the tool writes tens of thousands per second.
fn write_move(game: GameId, id: &CommandId, after: u64, action: Action) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(MOVE_BYTES);
    // Writing to a string cannot fail.
    let _ =
        write!(text, r#"{{"type":"act","game":"{game}","id":"{id}","after":{after},"action":"{action}"}}"#);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;

    fn game() -> GameId {
        GameId::from_random([7; GameId::LENGTH])
    }

    /// Takes all messages that may be sent now, and counts them.
    fn pop_all(queue: &mut SendQueue, now: Instant) -> u32 {
        (0..).take_while(|_| queue.pop_allowed(now).is_some()).count() as u32
    }

    #[test]
    fn a_move_is_written_as_serde_writes_it() {
        let id: CommandId = "a17".parse().expect("an id");
        let action: Action = "n".parse().expect("an action");
        let text = write_move(game(), &id, 3, action);
        let act = ClientMessage::Act { game: game(), id, after: 3, action: action.to_string() };
        assert_eq!(text, act.to_json());
    }

    #[test]
    fn a_burst_is_sent_immediately_and_the_rest_at_intervals() {
        let now = clock::now();
        let mut queue = SendQueue::new(now, 1);
        (0..BURST_MESSAGES + 3).for_each(|_| queue.push(&ClientMessage::PING));
        assert_eq!(pop_all(&mut queue, now), BURST_MESSAGES);
        let allowed_at = queue.next_allowed_at().expect("three more messages");
        assert_eq!(allowed_at, now + REFILL_INTERVAL);
        let later = [0, 1, 1, 3].map(|intervals| pop_all(&mut queue, now + REFILL_INTERVAL * intervals));
        assert_eq!(later, [0, 1, 0, 2], "one message an interval, and unused intervals add up");
        assert_eq!(queue.next_allowed_at(), None);
    }

    #[test]
    fn the_interval_is_shorter_with_more_games() {
        let now = clock::now();
        let mut queue = SendQueue::new(now, 5);
        (0..BURST_MESSAGES + 5).for_each(|_| queue.push(&ClientMessage::PING));
        assert_eq!([now, now + REFILL_INTERVAL].map(|now| pop_all(&mut queue, now)), [BURST_MESSAGES, 5]);
    }

    #[test]
    fn moves_overtake_limited_messages() {
        let now = clock::now();
        let mut queue = SendQueue::new(now, 1);
        (0..=BURST_MESSAGES).for_each(|_| queue.push(&ClientMessage::PING));
        pop_all(&mut queue, now);
        queue.push_move(game(), &"b1".parse().expect("an id"), 0, "n".parse().expect("an action"));
        assert!(queue.pop_allowed(now).is_some_and(|text| text.contains("act")));
        assert_eq!(queue.pop_allowed(now), None);
    }

    #[test]
    fn limited_messages_keep_their_order() {
        let now = clock::now();
        let mut queue = SendQueue::new(now, 1);
        queue.push(&ClientMessage::Leave { game: game() });
        queue.push(&ClientMessage::Join { game: game(), since: Some(0), compact: false });
        let texts = [(); 2].map(|()| queue.pop_allowed(now).expect("both messages"));
        assert!(texts[0].contains("leave") && texts[1].contains("join"));
    }
}
