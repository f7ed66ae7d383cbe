//! Who is present: players and spectators of one game, at this node and at others. What a player at this node does is
//! stored, so that others can decide claims and excuse clocks if this node dies.

use std::time::Duration;

use axum::extract::ws::Utf8Bytes;
use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_game::player::PlayerId;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{ServerMessage, Text, Timestamp};
use ikibuguzo_store::{NodeId, ServedSeat};

use super::RoomTask;
use crate::cluster::hint::{Hint, HintBody};
use crate::cluster::nodes::Nodes;
use crate::error::Error;
use crate::live::frame::{FrameKind, OutboundFrame};

impl RoomTask {
    /// Notes a request of a player. One who plays over HTTP has no socket, and a claim against it counts from here.
    pub(super) async fn note_request(&mut self, player: &PlayerId, now: Timestamp) {
        let Some(room) = self.decider.room() else { return };
        // A computer player is served by every node, so its requests are no visits.
        let Some(seat) = room.seat_of(player).filter(|seat| !room.computers()[*seat]) else { return };
        self.fan_out.note_request(seat, now);
        if let Some(row) = self.decider.note_request(seat, now).filter(|_| !self.is_over()) {
            self.store_served(vec![row]);
            self.send_hint(|| HintBody::Seen { seat: Text(seat), at: now });
            if self.services.nodes.has_others() {
                self.read_presence().await;
            }
        }
        self.extend_invitation(now).await;
    }

    /// Notes that a player, who may have no socket, is present until a time.
    pub(super) fn note_presence_until(&mut self, player: &PlayerId, until: Timestamp) {
        if let Some(seat) = self.decider.room().and_then(|room| room.seat_of(player)) {
            self.fan_out.note_request(seat, until);
        }
    }

    /// Notes a request of a player at another node.
    pub(super) fn note_seen(&mut self, seat: Seat, at: Timestamp) {
        // Another node's time may be ahead.
        self.fan_out.note_request(seat, at.min(self.services.clock.now()));
    }

    /// Notes who is connected to another node. A node that reports this for the first time is told who is connected
    /// here.
    pub(super) async fn note_remote(&mut self, node: NodeId, players: [bool; 2], spectators: u32) {
        let [south, north] = players;
        if self.fan_out.remote.note(node, BySeat::new(south, north), spectators) && !self.fan_out.is_empty() {
            self.send_connected();
        }
        self.update_presence().await;
    }

    /// Forgets who was connected to a node that has died.
    pub(super) async fn forget_node(&mut self, node: NodeId) {
        let were_connected = self.fan_out.remote.forget(node);
        if let Some(until) = self.services.nodes.excused_until(node) {
            let players = Seat::ALL.into_iter().filter(|seat| were_connected[*seat]);
            players.for_each(|seat| self.fan_out.excuse_absence(seat, until));
        }
        self.update_presence().await;
    }

    /// Reads which nodes run, and who is connected to them: a claim must not depend on hints.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub(super) async fn verify_presence(&mut self) -> Result<(), Error> {
        self.services.nodes.refresh().await?;
        let served = self.decider.read_presence().await?;
        self.note_served(&served);
        self.update_presence().await;
        Ok(())
    }

    /// Reads from the database who is connected to other nodes, in case hints were lost.
    pub(super) async fn read_presence(&mut self) {
        match self.decider.read_presence().await {
            Ok(rows) => self.note_served(&rows),
            Err(error) => self.report(Some(&error)),
        }
    }

    fn note_served(&mut self, rows: &[ServedSeat]) {
        let nodes = &self.services.nodes;
        for row in rows.iter().filter(|row| row.node != nodes.me()) {
            if let Some(until) = row.until {
                self.fan_out.note_request(row.seat, until);
            }
            let is_connected = |seat| {
                let is_open = |it: &ServedSeat| (it.node, it.seat) == (row.node, seat) && it.until.is_none();
                nodes.is_running(row.node) && rows.iter().any(is_open)
            };
            self.fan_out.remote.note_players(row.node, BySeat::from_fn(is_connected));
        }
        for seat in Seat::ALL {
            let excused_until = absence_excused_until(seat, rows, nodes);
            self.fan_out.excuse_absence(seat, excused_until);
        }
    }

    /// Stores, and tells other nodes, which players are connected here, if that has changed at a time. Players whose
    /// node stops have not left.
    fn share_connections(&mut self, at: Timestamp) {
        if self.services.closing.is_cancelled() || self.is_over() {
            return;
        }
        let connected = self.fan_out.connected_here();
        let rows: Vec<_> = Seat::ALL
            .into_iter()
            .filter_map(|seat| self.decider.note_connection(seat, connected[seat], at))
            .collect();
        if !rows.is_empty() {
            self.store_served(rows);
            self.send_connected();
        }
    }

    pub(super) fn is_over(&self) -> bool {
        self.decider.room().is_some_and(|room| room.outcome().is_some())
    }

    /// Tells other nodes who is connected here.
    fn send_connected(&self) {
        let (players, spectators) = (self.fan_out.connected_here(), self.fan_out.spectators_here());
        let players = [players.south, players.north];
        self.send_hint(|| HintBody::Connected { players, spectators });
    }

    fn send_hint(&self, body: impl FnOnce() -> HintBody) {
        self.services.bus.send(|| Hint::for_followers(self.game, body()));
    }

    /// Tells a new watcher, who has come at a time, who is connected; tells everybody, if that has changed.
    pub(super) async fn tell_presence_to(&mut self, socket: u64, heard_at: Timestamp) {
        if self.update_presence_at(heard_at).await || self.tell_spectator_count().await {
            return;
        }
        if let Some(frame) = self.presence_frame() {
            self.fan_out.send_presence_to(socket, &frame);
        }
    }

    /// Determines which players are connected, and tells everybody if that has changed. Returns whether it has.
    pub(super) async fn update_presence(&mut self) -> bool {
        self.update_presence_at(self.services.clock.now()).await
    }

    /// Like [`update_presence`](Self::update_presence), for a change that came at a time: the room may have been busy
    /// since then.
    pub(super) async fn update_presence_at(&mut self, at: Timestamp) -> bool {
        self.share_connections(at);
        let has_changed =
            self.decider.room().is_some_and(|room| self.fan_out.update_presence(room.computers(), at));
        if has_changed {
            self.tell_presence().await;
        }
        has_changed
    }

    /// Tells everybody the number of spectators, if that is due. Returns whether it was.
    pub(super) async fn tell_spectator_count(&mut self) -> bool {
        let is_due = self.spectator_count_due_in().is_some_and(|due_in| due_in.is_zero());
        if is_due {
            self.tell_presence().await;
            self.send_connected();
        }
        is_due
    }

    pub(super) fn spectator_count_due_in(&self) -> Option<Duration> {
        self.fan_out.spectator_count_due_in().filter(|_| self.decider.room().is_some())
    }

    /// Tells everybody when the game can be claimed, if that has changed: only from a player for whom the game waits.
    pub(super) async fn tell_claim_times(&mut self) {
        let is_told = |claim_at| claim_at == self.fan_out.told_claim_at();
        if !self.fan_out.is_empty() && !self.claim_at().is_none_or(is_told) {
            self.tell_presence().await;
        }
    }

    /// Queues the game if a computer player has something to do in it.
    pub(super) fn call_computer(&self) {
        if let Some(room) = self.decider.room() {
            self.services.computers.push_if_due(self.game, room);
        }
    }

    /// Tells everybody how many other games come before this one for a computer player, if that has changed.
    pub(super) async fn tell_computer_queue(&mut self) {
        let computers = self.decider.room().map(Room::computers).unwrap_or_default();
        if !self.fan_out.is_empty()
            && (computers.south || computers.north)
            && self.services.computers.place_of(self.game) != self.told_computer_queue
        {
            self.tell_presence().await;
        }
    }

    async fn tell_presence(&mut self) {
        if let (Some(claim_at), Some(frame)) = (self.claim_at(), self.presence_frame()) {
            self.told_computer_queue = self.services.computers.place_of(self.game);
            self.fan_out.send_presence(claim_at, &frame).await;
        }
    }

    /// When the game can be claimed from each seat; `None` if the game is not in memory.
    fn claim_at(&self) -> Option<BySeat<Option<Timestamp>>> {
        let (room, presence) = (self.decider.room()?, self.fan_out.presence());
        if presence.is_complete() {
            return Some(BySeat::default());
        }
        let context = self.decider.decision_context(self.services.clock.now(), presence);
        Some(BySeat::from_fn(|seat| room.claim_at(seat, &context)))
    }

    fn presence_frame(&self) -> Option<OutboundFrame> {
        let (presence, spectators) = (self.fan_out.presence(), self.fan_out.spectators());
        let computer_queue = self.services.computers.place_of(self.game);
        let message = presence.message(self.game, self.claim_at()?, spectators, computer_queue);
        let text = Utf8Bytes::from(ServerMessage::Presence(message).to_json());
        Some(OutboundFrame { game: self.game, kind: FrameKind::Presence, text })
    }
}

/// Until when no absence of a player counts, because a node to which it was connected has died; 0 if none has, or if
/// the player has left another node since.
fn absence_excused_until(seat: Seat, rows: &[ServedSeat], nodes: &Nodes) -> Timestamp {
    let visits = || rows.iter().filter(|row| row.seat == seat);
    let last_left = visits().filter_map(|row| row.until).max().unwrap_or_default();
    let open = visits().filter(|row| row.until.is_none());
    let interrupted = open.filter(|row| nodes.died_at(row.node).is_some_and(|at| at >= last_left));
    interrupted.filter_map(|row| nodes.excused_until(row.node)).max().unwrap_or_default()
}
