//! The events that a client missed while it was away.

use ikibuguzo_game::replay;
use ikibuguzo_protocol::Snapshot;
use ikibuguzo_store::Store;

use super::frame::{EventForm, OutboundFrame};
use super::yielding::ConcurrencyGate;
use crate::error::Error;

/// Largest number of logs that are read at the same time: other readers need the rest of the connections, also when
/// thousands of clients come back at once.
const CONCURRENT_READS: usize = 2;

/// Reads what clients missed.
#[derive(Debug)]
pub struct MissedEvents {
    store: Store,
    reads: ConcurrencyGate,
}

impl MissedEvents {
    /// Reads the logs of a database.
    pub(crate) fn new(store: Store) -> Self {
        Self { store, reads: ConcurrencyGate::new(CONCURRENT_READS) }
    }

    /// The events between a client's `since` and the snapshot from which on it receives new ones, in a form. `recent`
    /// are these events, if they are in memory.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub async fn load(
        &self,
        snapshot: &Snapshot,
        recent: Option<Vec<OutboundFrame>>,
        form: EventForm,
    ) -> Result<Vec<OutboundFrame>, Error> {
        if snapshot.seq == snapshot.head {
            return Ok(Vec::new());
        }
        match recent {
            Some(recent) => Ok(recent),
            None => self.reads.pass_during(self.read(snapshot, form)).await,
        }
    }

    async fn read(&self, snapshot: &Snapshot, form: EventForm) -> Result<Vec<OutboundFrame>, Error> {
        let log = self.store.log(snapshot.game).await?;
        let events = replay::events_since(&log, snapshot.seq)?;
        let missed = events.iter().take_while(|event| event.seq() <= snapshot.head);
        Ok(missed.map(|event| form.frame(snapshot.game, event, snapshot.role)).collect())
    }
}
