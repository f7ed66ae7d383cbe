//! Rooms of games that other nodes also change: they follow hints, and read the log if hints are missing.

use std::collections::HashMap;

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{GameId, Timestamp};
use ikibuguzo_store::{NodeId, StoreError};
use serde_json::value::RawValue;
use tokio::sync::mpsc::Sender;
use tokio::sync::mpsc::error::TrySendError;

use super::registry::RoomRegistry;
use super::request::Request;
use super::room_map::RoomHandle;
use crate::cluster::hint::{Hint, HintBody, StoredEntries};

/// Largest number of games whose newest entries are requested at a time.
const MAX_GAMES_ASKED: usize = 500;

/// Largest number of players whose live games are requested at a time.
const MAX_PLAYERS_ASKED: usize = 200;

impl RoomRegistry {
    /// Hands a hint to the room that it concerns. If nobody follows the game here, the rest of the hint is not read.
    ///
    /// # Errors
    ///
    /// If the hint cannot be read.
    pub(crate) fn follow(&self, node: NodeId, hint: &Hint<&RawValue>) -> Result<(), serde_json::Error> {
        let Some(room) = self.followed_room(hint.game, &hint.players) else { return Ok(()) };
        let request = match serde_json::from_str(hint.body.get())? {
            HintBody::Stored(stored) => Request::Follow(Box::new(stored)),
            HintBody::Connected { players, spectators } => Request::Connected { node, players, spectators },
            HintBody::Seen { seat, at } => Request::Seen { seat: seat.0, at },
        };
        self.deliver_or_wait(room, request);
        Ok(())
    }

    /// Hands entries to the room of a game, if it is followed here.
    pub(super) fn follow_entries(&self, hint: Hint<StoredEntries>) {
        if let Some(room) = self.followed_room(hint.game, &hint.players) {
            self.deliver_or_wait(room, Request::Follow(Box::new(hint.body)));
        }
    }

    /// The room of a game that is in memory, or that one of these players follows here.
    fn followed_room(&self, game: GameId, players: &[PlayerId]) -> Option<Sender<Request>> {
        self.rooms().get(game).or_else(|| {
            let is_wanted = self.services().subscribers.has_any(players);
            is_wanted.then(|| self.room(game)).flatten()
        })
    }

    /// Makes every room forget who was connected to a node.
    pub(crate) fn forget_node(&self, node: NodeId) {
        for (_, room) in self.rooms().all() {
            self.deliver_or_wait(room.mailbox, Request::ForgetNode { node });
        }
    }

    /// The games in memory of which the database has newer entries, each with its newest `seq`.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn find_heads_ahead(&self) -> Result<Vec<(GameId, u64)>, StoreError> {
        let mut ahead = Vec::new();
        for rooms in self.rooms().all().chunks(MAX_GAMES_ASKED) {
            let heads = self.stored_heads(rooms).await?;
            let newer = rooms.iter().filter_map(|(game, room)| {
                heads.get(game).filter(|head| **head > room.head()).map(|head| (*game, *head))
            });
            ahead.extend(newer);
        }
        Ok(ahead)
    }

    /// Makes the rooms read their logs again of which the database has lost the newest entries, or all.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn reread_rewound(&self) -> Result<(), StoreError> {
        for rooms in self.rooms().all().chunks(MAX_GAMES_ASKED) {
            // A room may go on while the database is read. It has then more entries, and is read in vain.
            let heads = self.stored_heads(rooms).await?;
            let is_rewound = |game, room: &RoomHandle| heads.get(game).is_none_or(|head| *head < room.head());
            for (_, room) in rooms.iter().filter(|(game, room)| is_rewound(game, room)) {
                self.deliver_or_wait(room.mailbox.clone(), Request::Reread);
            }
        }
        Ok(())
    }

    async fn stored_heads(&self, rooms: &[(GameId, RoomHandle)]) -> Result<HashMap<GameId, u64>, StoreError> {
        let games: Vec<_> = rooms.iter().map(|(game, _)| *game).collect();
        Ok(self.services().store.find_heads(&games).await?.into_iter().collect())
    }

    /// Makes rooms read their logs up to a `seq`, if they still do not know it.
    pub(crate) fn catch_up(&self, heads: Vec<(GameId, u64)>) {
        for (game, head) in heads {
            self.hand(game, Request::CatchUp { head, since: None });
        }
    }

    /// Makes every room read who is connected to other nodes, if a node has noted a change since a time.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(crate) async fn catch_up_with_presence(
        &self,
        node: NodeId,
        since: Timestamp,
    ) -> Result<(), StoreError> {
        for game in self.services().store.find_games_with_new_presence(node, since).await? {
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
