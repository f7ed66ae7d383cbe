//! What the server does in the background: each worker is a task or some threads.

use ikibuguzo_bot::EndgameTables;
use tokio::sync::mpsc::Receiver;

use super::base::Base;
use crate::analysis::queue::AnalysisQueue;
use crate::analysis::worker::AnalysisWorker;
use crate::cluster::bus::Bus;
use crate::cluster::bus_messages::BusMessages;
use crate::computer::thinking::Thinker;
use crate::computer::worker::ComputerWorker;
use crate::live::background_work::{BackgroundWork, ChosenWork};
use crate::live::computer_queue::ComputerQueue;
use crate::live::game_rater::GameRater;
use crate::live::position_indexer::PositionIndexer;
use crate::live::push_notice::PushNotice;
use crate::live::registry::RoomRegistry;
use crate::live::subscribers::Subscribers;
use crate::live::timers::DueGames;
use crate::membership::follower::Follower;
use crate::net::outgoing::Outgoing;
use crate::push::subscriptions::PushSubscriptions;
use crate::push::worker::PushWorker;
use crate::signatures::day_signer::DaySigner;
use crate::signatures::games_key::GamesKey;
use crate::tournaments::runner::TournamentRunner;
use crate::webhook::{Webhook, WebhookWorker};

/// Starts the workers of one server.
#[derive(Clone, Copy, Debug)]
pub(super) struct Workers<'a> {
    pub(super) base: &'a Base,
    pub(super) rooms: &'a RoomRegistry,
    /// The address of this site, if it is known.
    pub(super) address: Option<&'a String>,
}

impl Workers<'_> {
    /// The threads on which computer players think.
    pub(super) fn start_computers(&self, queue: ComputerQueue, endgame_tables: EndgameTables) {
        let clock = self.base.clock.clone();
        let chance = self.base.chance.clone();
        let thinker = Thinker { clock, chance, endgame_tables };
        let rooms = self.rooms.clone();
        let database_log = self.base.database_log.clone();
        let worker = ComputerWorker { thinker, queue, rooms, database_log };
        worker.start(self.base.limits.computer_threads, self.base.closing.clone());
    }

    /// The thread that analyses games and positions.
    pub(super) fn start_analysis(&self, queue: AnalysisQueue) {
        let Base { store, metrics, database_log, closing, .. } = self.base;
        let (store, metrics, database_log) = (store.clone(), metrics.clone(), database_log.clone());
        AnalysisWorker { queue, store, metrics, database_log }.start(closing.clone());
    }

    /// The task that follows what other nodes store.
    pub(super) fn start_follower(&self, bus: Bus, messages: Option<BusMessages>) {
        let Base { nodes, database_log, closing, tasks, .. } = self.base;
        tasks.start(Follower::new(
            self.base.clock.clone(),
            nodes.clone(),
            bus,
            messages,
            self.rooms.clone(),
            database_log.clone(),
            closing.clone(),
        ));
    }

    /// The task that sends notices to push services.
    pub(super) fn start_push(
        &self,
        push: &PushSubscriptions,
        subscribers: Subscribers,
        notices: Receiver<PushNotice>,
    ) {
        let worker = PushWorker {
            clock: self.base.clock.clone(),
            chance: self.base.chance.clone(),
            store: self.base.store.clone(),
            queue: push.queue.clone(),
            key: push.key.clone(),
            outgoing: Outgoing::default(),
            reach: push.reach,
            contact: self.address.cloned().unwrap_or_default(),
            nodes: self.base.nodes.clone(),
            subscribers,
            database_log: self.base.database_log.clone(),
        };
        worker.start(notices, self.base.closing.clone(), &self.base.tasks);
    }

    /// The task that tells a program of the operator of games.
    pub(super) fn start_webhook(&self, webhook: Webhook) {
        let worker = WebhookWorker {
            clock: self.base.clock.clone(),
            webhook,
            store: self.base.store.clone(),
            nodes: self.base.nodes.clone(),
            creations: self.base.creations.clone(),
            settled: self.base.limits.settled,
            address: self.address.cloned(),
            database_log: self.base.database_log.clone(),
            stop: self.base.stop.clone(),
        };
        self.base.tasks.start(worker);
    }

    /// The tasks that wake games, rate and index those that are over, and run tournaments.
    pub(super) fn start_game_tasks(&self) {
        let Base { clock, chance, store, nodes, writer, database_log, closing, tasks, .. } = self.base;
        let (rooms, log) = (|| self.rooms.clone(), || database_log.clone());
        tasks.start(DueGames {
            clock: clock.clone(),
            store: store.clone(),
            nodes: nodes.clone(),
            rooms: rooms(),
            database_log: log(),
            closing: closing.clone(),
        });
        self.start_chosen(GameRater { store: store.clone(), writer: writer.clone() });
        self.start_chosen(TournamentRunner {
            clock: clock.clone(),
            chance: chance.clone(),
            store: store.clone(),
            rooms: rooms(),
            database_log: log(),
        });
        self.start_chosen(PositionIndexer::new(store.clone(), writer.clone()));
    }

    /// The task that signs the games of each day.
    pub(super) fn start_day_signer(&self, key: GamesKey) {
        self.start_chosen(DaySigner::new(self.base.store.clone(), key, self.base.clock.clone()));
    }

    /// Starts work for which one of the nodes is chosen.
    fn start_chosen<W: BackgroundWork>(&self, work: W) {
        let Base { nodes, database_log, stop, tasks, .. } = self.base;
        tasks.start(ChosenWork {
            work,
            nodes: nodes.clone(),
            database_log: database_log.clone(),
            stop: stop.clone(),
        });
    }
}
