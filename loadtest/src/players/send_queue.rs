//! What a player has to say in all its games. Moves go out at once; all else when the server lets it pass, and in order.

use std::collections::VecDeque;
use std::time::{Duration, Instant};

use ikibuguzo_engine::Action;
use ikibuguzo_protocol::{ClientMessage, CommandId, GameId};

/// Messages other than moves that may be sent at once; the server allows for 60 of them.
const BURST: u32 = 40;

/// How long it takes until the server lets one more pass, of a socket that follows one game.
const EACH: Duration = Duration::from_millis(50);

/// Enough for a move, in bytes.
const MOVE: usize = 128;

/// The messages of one socket that are still to be sent.
#[derive(Debug)]
pub struct Post {
    moves: VecDeque<String>,
    waiting: VecDeque<String>,
    /// How long it takes until the server lets one more pass.
    each: Duration,
    /// When there may be a whole burst of messages again.
    full_at: Instant,
}

impl Post {
    /// Nothing to say yet, in so many games: whoever follows more of them may say more.
    pub fn new(now: Instant, games: usize) -> Self {
        let each = EACH / u32::try_from(games).unwrap_or(u32::MAX).max(1);
        Self { moves: VecDeque::new(), waiting: VecDeque::new(), each, full_at: now }
    }

    /// Has a move sent.
    pub fn act(&mut self, game: GameId, id: &CommandId, ply: u32, action: Action) {
        self.moves.push_back(written(game, id, ply, action));
    }

    /// Has an arrangement sent, which is a move to the server.
    pub fn arrange(&mut self, message: &ClientMessage) {
        self.moves.push_back(message.to_json());
    }

    /// Has a message sent that is not a move.
    pub fn say(&mut self, message: &ClientMessage) {
        self.waiting.push_back(message.to_json());
    }

    /// The next message that may be sent now.
    pub fn next(&mut self, now: Instant) -> Option<String> {
        self.moves.pop_front().or_else(|| {
            self.due().filter(|due| *due <= now)?;
            self.full_at = self.full_at.max(now) + self.each;
            self.waiting.pop_front()
        })
    }

    /// When the first message that waits may be sent.
    pub fn due(&self) -> Option<Instant> {
        // A bucket that is full, or was long ago, lets everything pass.
        (!self.waiting.is_empty())
            .then(|| self.full_at.checked_sub(self.each * (BURST - 1)).unwrap_or(self.full_at))
    }
}

/// [`ClientMessage::Act`] as JSON, without taking the way over serde.
fn written(game: GameId, id: &CommandId, ply: u32, action: Action) -> String {
    use std::fmt::Write;
    let mut text = String::with_capacity(MOVE);
    // No string refuses to be written to.
    let _ = write!(text, r#"{{"type":"act","game":"{game}","id":"{id}","ply":{ply},"action":"{action}"}}"#);
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::clock;

    fn game() -> GameId {
        GameId::from_random([7; GameId::LENGTH])
    }

    /// How many of the messages that wait may be sent by then.
    fn sent(post: &mut Post, now: Instant) -> u32 {
        (0..).take_while(|_| post.next(now).is_some()).count() as u32
    }

    #[test]
    fn a_move_is_written_as_serde_writes_it() {
        let (id, action): (CommandId, Action) =
            ("a17".parse().expect("an id"), "n".parse().expect("an action"));
        let text = written(game(), &id, 3, action);
        let act = ClientMessage::Act { game: game(), id, ply: 3, action: action.to_string() };
        assert_eq!(text, act.to_json());
    }

    #[test]
    fn a_burst_is_sent_at_once_and_the_rest_one_by_one() {
        let now = clock::now();
        let mut post = Post::new(now, 1);
        (0..BURST + 3).for_each(|_| post.say(&ClientMessage::Ping {}));
        assert_eq!(sent(&mut post, now), BURST);
        let due = post.due().expect("three more");
        assert_eq!(due, now + EACH);
        let later = [0, 1, 1, 3].map(|times| sent(&mut post, now + EACH * times));
        assert_eq!(later, [0, 1, 0, 2], "one each time, and what was not used up waits");
        assert_eq!(post.due(), None);
    }

    #[test]
    fn whoever_plays_more_games_says_more() {
        let now = clock::now();
        let mut post = Post::new(now, 5);
        (0..BURST + 5).for_each(|_| post.say(&ClientMessage::Ping {}));
        assert_eq!([now, now + EACH].map(|now| sent(&mut post, now)), [BURST, 5]);
    }

    #[test]
    fn moves_wait_for_nobody() {
        let now = clock::now();
        let mut post = Post::new(now, 1);
        (0..=BURST).for_each(|_| post.say(&ClientMessage::Ping {}));
        sent(&mut post, now);
        post.act(game(), &"b1".parse().expect("an id"), 0, "n".parse().expect("an action"));
        assert!(post.next(now).is_some_and(|text| text.contains("act")));
        assert_eq!(post.next(now), None);
    }

    #[test]
    fn what_waits_keeps_its_order() {
        let now = clock::now();
        let mut post = Post::new(now, 1);
        post.say(&ClientMessage::Leave { game: game() });
        post.say(&ClientMessage::Join { game: game(), since: Some(0) });
        let said = [(); 2].map(|()| post.next(now).expect("both"));
        assert!(said[0].contains("leave") && said[1].contains("join"));
    }
}
