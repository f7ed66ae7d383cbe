//! Sockets that begin and end to watch a game.

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::projection;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{ErrorCode, GameId, Role, Snapshot, Timestamp};

use super::RoomTask;
use crate::error::Error;
use crate::live::frame::EventForm;
use crate::live::outbox::Outbox;
use crate::live::request::WatchStart;

impl RoomTask {
    pub(super) async fn unwatch(&mut self, socket: u64, left_at: Timestamp) {
        self.keep_open(left_at).await;
        self.fan_out.remove(socket);
        self.update_presence_at(left_at).await;
    }

    pub(super) async fn watch(
        &mut self,
        player: Option<PlayerId>,
        since: Option<u64>,
        form: EventForm,
        outbox: Outbox,
        heard_at: Timestamp,
    ) -> Result<WatchStart, Error> {
        // A new watcher sees the clocks as they stand. What cannot be stored now is stored later.
        if self.services.nodes.is_steady(heard_at) {
            let settled = self.decider.settle(heard_at).await;
            self.report(settled.err().as_ref());
        }
        self.decider.load_at_least(since).await?;
        self.send_unsent().await;
        let room = self.decider.load().await?;
        let (snapshot, is_over) =
            (snapshot(self.game, room, player.as_ref(), since)?, room.outcome().is_some());
        self.fan_out.set_head(snapshot.head);
        // A finished game reveals what its events withheld, so they are sent from the log.
        let recent = if is_over { None } else { self.fan_out.recent_events(&snapshot, form) };
        let is_first = self.fan_out.is_empty();
        self.fan_out.add(player, snapshot.role, form, outbox);
        self.meet_other_nodes(is_first, snapshot.role, heard_at).await;
        Ok(WatchStart { snapshot, recent, head: self.fan_out.head(), is_over })
    }

    /// Learns from the database who is connected to other nodes, when the first watcher or a player comes.
    async fn meet_other_nodes(&mut self, is_first: bool, role: Role, heard_at: Timestamp) {
        if (is_first || role.seat().is_some()) && self.services.nodes.has_others() {
            self.update_presence_at(heard_at).await;
            self.read_presence().await;
        }
    }
}

/// The game as a viewer sees it; without the board for a client that has events up to `since`.
fn snapshot(
    game: GameId,
    room: &Room,
    player: Option<&PlayerId>,
    since: Option<u64>,
) -> Result<Snapshot, Error> {
    let full = projection::snapshot(game, room, room.role(player));
    match since {
        None => Ok(full),
        Some(since) if since <= full.head => Ok(Snapshot { seq: since, view: None, ..full }),
        Some(since) => {
            let message = format!("you have seen {since}, but the game is at {}", full.head);
            Err(Error::new(ErrorCode::SinceAhead, message))
        }
    }
}
