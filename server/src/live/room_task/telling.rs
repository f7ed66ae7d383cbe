//! What a room tells about what it has stored: the acknowledgement, and the events to everybody who follows the game.

use ikibuguzo_engine::Seat;
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::room::{Command, Room};
use ikibuguzo_protocol::GameId;

use super::{RoomTask, start_rematch};
use crate::live::decider::Committed;
use crate::live::deferred_delivery::DeferredDelivery;
use crate::live::encoded_event::EncodedEvent;
use crate::live::reply::Reply;

impl RoomTask {
    /// Acknowledges a command, and then sends its events, after those that time has decided before.
    pub(super) async fn tell_committed(
        &mut self,
        player: &Player,
        command: &Command,
        committed: Committed,
        reply: Reply,
    ) {
        self.tell_rewound().await;
        let Committed { seq, events, rematch } = committed;
        let mut unsent = self.decider.take_unsent();
        unsent.extend(events);
        if let Some(rematch) = rematch {
            start_rematch(*rematch, self.game, &self.rooms, &self.services);
        }
        let deferred = self.deferred_delivery(player, command);
        if deferred.includes_sender() {
            reply.acknowledge_deferred(seq, &self.services.writer);
        } else {
            reply.send(Ok(seq));
        }
        self.send_events(unsent, None, deferred).await;
    }

    /// Sends stored events to everybody who follows the game, and tells its players.
    async fn send_events(
        &mut self,
        events: Vec<EncodedEvent>,
        rematch_of: Option<GameId>,
        deferred: DeferredDelivery,
    ) {
        if let Some(room) = self.decider.room().filter(|_| !events.is_empty()) {
            self.services.standings.refresh(self.game, room);
            let news = events.iter().map(|event| (event.seq(), event.news()));
            self.services.subscribers.tell(self.game, room, rematch_of, news);
            let (presence, subscribers) = (self.fan_out.presence(), &self.services.subscribers);
            let is_away = |seat: Option<Seat>, player: &PlayerId| {
                !seat.is_some_and(|seat| presence.is_connected(seat)) && !subscribers.has(player)
            };
            let news = events.iter().map(EncodedEvent::news);
            self.services.push.push_news(self.game, room, news, is_away);
            self.fan_out.send_events(events, room, deferred).await;
        }
    }

    /// What may be deferred: nothing unless another transaction is about to follow.
    fn deferred_delivery(&self, player: &Player, command: &Command) -> DeferredDelivery {
        let room = self.decider.room().filter(|_| self.services.writer.is_busy());
        room.map(|room| DeferredDelivery::after(room, &player.id, &command.kind)).unwrap_or_default()
    }

    /// Sends events that time has decided, or that another server has stored.
    pub(super) async fn send_unsent(&mut self) {
        self.send_unsent_of(None).await;
    }

    /// Sends events that another server has stored, and what has changed with them.
    pub(super) async fn send_followed(&mut self, rematch_of: Option<GameId>) {
        self.send_unsent_of(rematch_of).await;
        if let Some(head) = self.decider.room().map(Room::head) {
            self.fan_out.set_head(head);
        }
        // A player who has been watching may have sat down.
        self.update_presence().await;
    }

    /// Tells everybody who follows the game that it goes on from other events than they have.
    async fn tell_rewound(&mut self) {
        if self.decider.take_rewound()
            && let Some(room) = self.decider.room()
        {
            self.services.standings.forget(self.game);
            self.services.subscribers.forget(self.game);
            self.fan_out.send_snapshots(self.game, room).await;
        }
    }

    async fn send_unsent_of(&mut self, rematch_of: Option<GameId>) {
        // Without a room the events wait until the log has been read again.
        if self.decider.room().is_none() {
            return;
        }
        self.tell_rewound().await;
        let unsent = self.decider.take_unsent();
        self.send_events(unsent, rematch_of, DeferredDelivery::default()).await;
    }
}
