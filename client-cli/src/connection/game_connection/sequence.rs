//! The order of a game's events, in which gaps and repeats are detected.

/// A cursor in the events of a game: all up to it were passed on.
#[derive(Debug, Default)]
pub struct EventSequence {
    /// The newest `seq` that was passed on; none before the snapshot.
    last: Option<u64>,
    /// The value of `last` at the previous pong, if that pong named a newer head.
    last_when_behind: Option<u64>,
}

impl EventSequence {
    /// The newest `seq` that was passed on; none before the snapshot.
    pub fn last(&self) -> Option<u64> {
        self.last
    }

    /// Starts at the snapshot's `seq`.
    pub fn start_at(&mut self, seq: u64) {
        self.last = Some(seq);
    }

    /// Whether an event is the next one; false for a repeated event.
    ///
    /// # Errors
    ///
    /// The reason to reconnect, if there is a gap before the event.
    pub fn is_next(&mut self, seq: u64) -> Result<bool, String> {
        let last = self.last.unwrap_or_default();
        if seq > last + 1 {
            return Err(format!("the events after {last} are missing"));
        }
        self.last = Some(last.max(seq));
        Ok(seq > last)
    }

    /// Compares with the head that a pong names.
    ///
    /// Events may still be on their way at the first such pong. If none has arrived by the next one, they are lost.
    ///
    /// # Errors
    ///
    /// The reason to reconnect, if events are lost.
    pub fn compare_head(&mut self, head: Option<u64>) -> Result<(), String> {
        let behind = self.last.filter(|last| head.is_some_and(|head| head > *last));
        if behind.is_some() && behind == self.last_when_behind {
            return Err("the server did not send the newest events".to_owned());
        }
        self.last_when_behind = behind;
        Ok(())
    }
}
