//! Rooms of games that other nodes go on with: they follow hints, and read the log where hints are missing.

use std::collections::HashMap;

use ikibuguzo_protocol::GameId;
use ikibuguzo_store::{NodeId, StoreError};
use tokio::sync::mpsc::Sender;
use tokio::sync::mpsc::error::TrySendError;

use super::registry::RoomRegistry;
use super::request::Request;
use crate::cluster::hint::{Hint, StoredEntries};

/// Games whose newest entries are asked for at a time.
const MAX_GAMES_ASKED: usize = 500;

/// Players whose live games are asked for at a time.
const MAX_PLAYERS_ASKED: usize = 200;

impl RoomRegistry {
    /// Hands a hint to the room that it concerns, if it is in memory.
    pub(crate) fn follow(&self, node: NodeId, hint: Hint) {
        match hint {
            Hint::Stored(stored) => self.follow_entries(stored),
            Hint::Connected { game, players, spectators } => {
                self.hand(game, Request::Connected { node, players, spectators });
            }
            Hint::Seen { game, seat, at } => self.hand(game, Request::Seen { seat: seat.0, at }),
        }
    }

    /// A game that nobody follows here is followed if one of its players wants to be told of all games.
    pub(super) fn follow_entries(&self, stored: StoredEntries) {
        let game = stored.game;
        let room = self.rooms().get(game).or_else(|| {
            let subscribers = &self.services().subscribers;
            let is_wanted = stored.players.iter().any(|player| subscribers.has(player));
            is_wanted.then(|| self.room(game)).flatten()
        });
        if let Some(room) = room {
            self.deliver_or_wait(room, Request::Follow(Box::new(stored)));
        }
    }

    /// Makes every room forget who was connected to a node.
    pub(crate) fn forget_node(&self, node: NodeId) {
        for (_, room) in self.rooms().all() {
            self.deliver_or_wait(room.mailbox, Request::ForgetNode { node });
        }
    }

    /// Makes every room read its log that is behind the database.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn catch_up(&self) -> Result<(), StoreError> {
        let rooms = self.rooms().all();
        for rooms in rooms.chunks(MAX_GAMES_ASKED) {
            let games: Vec<_> = rooms.iter().map(|(game, _)| *game).collect();
            let heads: HashMap<_, _> = self.services().store.find_heads(&games).await?.into_iter().collect();
            for (game, room) in rooms {
                if let Some(head) = heads.get(game).copied().filter(|head| *head > room.head()) {
                    self.deliver_or_wait(room.mailbox.clone(), Request::CatchUp { head, since: None });
                }
            }
        }
        Ok(())
    }

    /// Makes every room read who is connected to other nodes, if that has changed since a time, in milliseconds since
    /// 1970-01-01 UTC.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn catch_up_with_presence(&self, since: u64) -> Result<(), StoreError> {
        for game in self.services().store.find_games_with_new_presence(since).await? {
            self.hand(game, Request::ReadPresence);
        }
        Ok(())
    }

    /// Makes the rooms of subscribers' games read the log, if it has more entries than the subscribers know.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn catch_up_for_subscribers(&self) -> Result<(), StoreError> {
        for players in self.services().subscribers.players().chunks(MAX_PLAYERS_ASKED) {
            for (game, head) in self.services().store.find_live_heads(players).await? {
                let since = self.services().subscribers.known(game).unwrap_or_default();
                if let Some(room) = (since < head).then(|| self.room(game)).flatten() {
                    self.deliver_or_wait(room, Request::CatchUp { head, since: Some(since) });
                }
            }
        }
        Ok(())
    }

    fn hand(&self, game: GameId, request: Request) {
        if let Some(room) = self.rooms().get(game) {
            self.deliver_or_wait(room, request);
        }
    }

    /// A busy room takes the request later, and the others need not wait for it.
    fn deliver_or_wait(&self, room: Sender<Request>, request: Request) {
        if let Err(TrySendError::Full(request)) = room.try_send(request) {
            self.rooms().spawn(async move {
                // A room that has left memory follows nothing.
                let _ = room.send(request).await;
            });
        }
    }
}
