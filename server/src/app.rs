//! What every request can need, and the few things that are done outside of a room: guests and new games.

mod base;
mod workers;

use std::net::IpAddr;
use std::ops::Deref;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use async_nats::ServerAddr;
use axum::extract::FromRef;
use ikibuguzo_bot::EndgameTables;
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::room::Rejection;
use ikibuguzo_protocol::{ErrorCode, GameId, SeatAssignment, Stats, Text};
use ikibuguzo_store::{Store, StoreError};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use self::base::Base;
use self::workers::Workers;
use crate::accounts::commands::Accounts;
use crate::analysis::queue::AnalysisQueue;
use crate::chance::Chance;
use crate::cluster::bus::Bus;
use crate::cluster::nodes::Nodes;
use crate::config::PageSettings;
use crate::error::Error;
use crate::live::computer_queue::ComputerQueue;
use crate::live::missed_events::MissedEvents;
use crate::live::paced_wakeups::PacedWakeups;
use crate::live::pending_creations::PendingCreations;
use crate::live::registry::RoomRegistry;
use crate::live::served_seats_reader::ServedSeatsReader;
use crate::live::services::Services;
use crate::live::standings::Standings;
use crate::live::subscribers::Subscribers;
use crate::live::writer::Writer;
use crate::live::yielding::ConcurrencyGate;
use crate::membership::heartbeat::Heartbeat;
use crate::net::client_address::TrustedProxies;
use crate::net::connection_limiter::ConnectionLimiter;
use crate::net::limits::Limits;
use crate::net::outgoing::Reach;
use crate::net::rate_limiter::{KeyedRateLimiter, MESSAGE_RATE};
use crate::ops::background_tasks::BackgroundTasks;
use crate::ops::database_log::DatabaseLog;
use crate::ops::metrics::Metrics;
use crate::push::subscriptions::PushSubscriptions;
use crate::query::analysis::Analyses;
use crate::query::kept_value::KeptValue;
use crate::query::loaded_game::load_game;
use crate::query::ratings::Leaderboards;
use crate::query::tournaments::ShownTournaments;
use crate::signatures::games_key::GamesKey;
use crate::time::Clock;
use crate::webhook::Webhook;

/// Largest number of sockets that may join a game at the same time. No other message costs as much.
const CONCURRENT_JOINS: usize = 4;

/// Largest number of exports that may read at the same time: they take at most one of the connections that read.
const CONCURRENT_EXPORTS: usize = 1;

/// Everything that a request can need. Cheap to clone.
#[derive(Clone, Debug)]
pub struct App(Arc<AppParts>);

/// Settings of the operator, and what the server is given of the outer world.
#[derive(Clone, Debug, Default)]
pub struct AppSettings {
    /// The clock of the server.
    pub clock: Clock,
    /// The source of chance of the server.
    pub chance: Chance,
    /// Limits of clients and of memory.
    pub limits: Limits,
    /// Reverse proxies whose headers are trusted.
    pub trusted_proxies: Arc<TrustedProxies>,
    /// Settings of the pages.
    pub page_settings: Arc<PageSettings>,
    /// The address of the bus between nodes, such as `nats://127.0.0.1:4222`; none without one.
    pub bus: Option<ServerAddr>,
    /// Endgame tables for the strongest computer players.
    pub endgame_tables: EndgameTables,
    /// Where push services may be.
    pub push_reach: Reach,
    /// The webhook to which new and finished games are reported; none without one.
    pub webhook: Option<Webhook>,
}

/// The parts of an [`App`].
#[derive(Debug)]
pub struct AppParts {
    /// The clock of the server.
    pub clock: Clock,
    /// The source of chance of the server.
    pub chance: Chance,
    /// The rooms in memory.
    pub rooms: RoomRegistry,
    /// The database; rooms write through their own writer.
    pub store: Store,
    /// Cancelled when the server is told to stop. `/readyz` fails from then on.
    pub stop: CancellationToken,
    /// Cancelled when connections must end.
    pub closing: CancellationToken,
    /// The tasks of open sockets.
    pub sockets: TaskTracker,
    /// Limits of clients and of memory.
    pub limits: Limits,
    /// Open sockets and event streams.
    pub connections: ConnectionLimiter,
    /// Bounds how many sockets join a game at the same time.
    pub joins: ConcurrencyGate,
    /// Reads what clients missed.
    pub missed_events: MissedEvents,
    /// Exports in progress.
    pub exports: ConnectionLimiter,
    /// Bounds how many exports read at the same time.
    pub(crate) export_turns: ConcurrencyGate,
    /// The statistics of all games, kept for a minute.
    pub(crate) statistics: KeptValue<Stats>,
    /// The leaderboards, kept for as long as the statistics.
    pub(crate) leaderboards: KeptValue<Leaderboards>,
    /// The tournaments that streams and pages follow.
    pub(crate) shown_tournaments: ShownTournaments,
    /// The request rate of each address; `None` without a limit.
    pub requests: Option<KeyedRateLimiter<IpAddr>>,
    /// The rate of commands over HTTP without a player's token of each address; `None` without a limit.
    pub unknown_players: Option<KeyedRateLimiter<IpAddr>>,
    /// The rate of refused commands of each player over HTTP.
    pub refusals: KeyedRateLimiter<PlayerId>,
    /// Players, names and tokens.
    pub accounts: Accounts,
    /// Browsers that receive players' notices while the site is closed.
    pub(crate) push: PushSubscriptions,
    /// Signs what the server says of finished games.
    pub(crate) games_key: GamesKey,
    /// Reverse proxies whose headers are trusted.
    pub trusted_proxies: Arc<TrustedProxies>,
    /// Counters for `/metrics`.
    pub metrics: Arc<Metrics>,
    /// The tasks that run in the background.
    pub(crate) tasks: BackgroundTasks,
    /// Sends hints to other nodes.
    pub(crate) bus: Bus,
    /// Knows which nodes run, and when they did not.
    pub(crate) nodes: Nodes,
    /// Writes the beats of this node.
    pub(crate) heartbeat: Heartbeat,
    /// Logs failures of the database.
    pub(crate) database_log: DatabaseLog,
    /// The games that wait for a computer player.
    pub(crate) computers: ComputerQueue,
    /// Analyses of games and positions.
    pub(crate) analyses: Analyses,
    /// Settings of the pages.
    pub page_settings: Arc<PageSettings>,
    writer: Writer,
    /// Clients that receive what concerns a player.
    pub subscribers: Subscribers,
    /// For whom games wait.
    pub(crate) standings: Standings,
    /// The games that are being created.
    pub(crate) pending_creations: PendingCreations,
    next_socket: AtomicU64,
}

impl Deref for App {
    type Target = AppParts;

    fn deref(&self) -> &AppParts {
        &self.0
    }
}

impl FromRef<App> for Arc<TrustedProxies> {
    fn from_ref(app: &App) -> Self {
        Arc::clone(&app.trusted_proxies)
    }
}

impl App {
    /// Opens the database, and starts everything that runs in the background.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub async fn open(
        database_url: &str,
        settings: AppSettings,
        stop: CancellationToken,
    ) -> Result<Self, StoreError> {
        let AppSettings { clock, chance, limits, trusted_proxies, page_settings, .. } = settings;
        let AppSettings { bus, endgame_tables, push_reach, webhook, .. } = settings;
        let base = Base::open(database_url, limits, clock, chance, stop).await?;
        let heartbeat = base.start_heartbeat().await?;
        let (bus, messages) = base.connect_bus(bus).await?;
        // This comes before the first game goes on: otherwise its notices would not be queued.
        let (push, notices) =
            PushSubscriptions::open(base.store.clone(), push_reach, base.clock.clone(), base.chance.clone())
                .await?;
        let (standings, subscribers) = (Standings::new(base.store.clone()), Subscribers::default());
        let (computers, analysis) = (ComputerQueue::default(), AnalysisQueue::default());
        let rooms = RoomRegistry::new(Services {
            clock: base.clock.clone(),
            chance: base.chance.clone(),
            served_seats: ServedSeatsReader::start(base.game_store.clone()),
            store: base.game_store.clone(),
            writer: base.writer.clone(),
            nodes: base.nodes.clone(),
            bus: bus.clone(),
            closing: base.closing.clone(),
            pending_creations: base.creations.clone(),
            standings: standings.clone(),
            subscribers: subscribers.clone(),
            push: push.queue.clone(),
            computers: computers.clone(),
            limits,
            paced_wakeups: PacedWakeups::start(),
            metrics: base.metrics.clone(),
            database_log: base.database_log.clone(),
        });
        let workers = Workers { base: &base, rooms: &rooms, address: page_settings.address.as_ref() };
        workers.start_computers(computers.clone(), endgame_tables);
        workers.start_analysis(analysis.clone());
        workers.start_follower(bus.clone(), messages);
        workers.start_push(&push, subscribers.clone(), notices);
        if let Some(webhook) = webhook {
            workers.start_webhook(webhook);
        }
        workers.start_game_tasks();
        let games_key = GamesKey::load(&base.store).await?;
        workers.start_day_signer(games_key.clone());
        let Base {
            clock,
            chance,
            store,
            writer,
            nodes,
            creations,
            metrics,
            database_log,
            stop,
            closing,
            tasks,
            ..
        } = base;
        Ok(Self(Arc::new(AppParts {
            rooms,
            missed_events: MissedEvents::new(store.clone()),
            accounts: Accounts::new(store.clone(), clock.clone(), chance.clone()),
            clock,
            chance,
            analyses: Analyses { store: store.clone(), queue: analysis, nodes: limits.analysis_nodes },
            store,
            stop,
            closing,
            tasks,
            bus,
            sockets: TaskTracker::new(),
            limits,
            connections: ConnectionLimiter::default(),
            joins: ConcurrencyGate::new(CONCURRENT_JOINS),
            exports: ConnectionLimiter::default(),
            export_turns: ConcurrencyGate::new(CONCURRENT_EXPORTS),
            statistics: KeptValue::new(limits.statistics_age),
            leaderboards: KeptValue::new(limits.statistics_age),
            shown_tournaments: ShownTournaments::default(),
            requests: limits.request_rate().map(KeyedRateLimiter::new),
            unknown_players: limits.request_rate().map(KeyedRateLimiter::new),
            refusals: KeyedRateLimiter::new(MESSAGE_RATE),
            push,
            games_key,
            trusted_proxies,
            metrics,
            nodes,
            heartbeat,
            database_log,
            computers,
            page_settings,
            writer,
            subscribers,
            standings,
            pending_creations: creations,
            next_socket: AtomicU64::default(),
        })))
    }

    /// A number that no other socket of this server has.
    pub fn number_socket(&self) -> u64 {
        self.next_socket.fetch_add(1, Ordering::Relaxed)
    }

    /// What a client is told about an error. A failure of the database is logged.
    pub fn rejection_for(&self, error: Error) -> Rejection {
        if let Error::Store(error) = &error {
            self.database_log.failed(error);
        }
        error.into_rejection()
    }

    /// Whether the task that writes to the database still runs.
    pub fn can_commit(&self) -> bool {
        !self.writer.has_ended()
    }

    /// Notes a request of a player for a game: a player over HTTP is present as long as it sends requests.
    pub async fn note_sign_of_life(&self, game: GameId, viewer: Option<&Player>) {
        if let Some(player) = viewer {
            self.rooms.note_sign_of_life(game, &player.id).await;
        }
    }

    /// The seat that a player has in a game.
    ///
    /// # Errors
    ///
    /// `unknown_game`, or `not_a_player`; or if the database cannot be used.
    pub async fn seat_in(&self, game: GameId, player: &Player) -> Result<SeatAssignment, Error> {
        let game_now = load_game(&self.store, game).await?;
        let seat = game_now.room().seat_of(&player.id);
        let seat = seat.ok_or_else(|| Error::new(ErrorCode::NotAPlayer, "you have no seat in this game"))?;
        Ok(SeatAssignment { game, seat: Text(seat) })
    }
}

#[cfg(test)]
mod tests {
    use std::pin::pin;
    use std::time::Duration;

    use futures_util::{FutureExt, poll};
    use ikibuguzo_game::origin::CommandHash;
    use ikibuguzo_game::room::{Command, CommandKind};

    use super::*;
    use crate::live::outbox::Outbox;

    /// A server on a new SQLite file, which is removed with the folder.
    async fn open_app() -> (App, tempfile::TempDir) {
        let folder = tempfile::tempdir().expect("a folder");
        let url = format!("sqlite://{}", folder.path().join("games.db").display());
        let app =
            App::open(&url, AppSettings::default(), CancellationToken::new()).await.expect("a database");
        (app, folder)
    }

    #[test]
    fn a_command_at_the_end_of_the_program_is_not_delivered_forever() {
        let runtime = tokio::runtime::Runtime::new().expect("a runtime");
        let (app, _folder) = runtime.block_on(open_app());
        let handle = runtime.handle().clone();
        drop(runtime);
        // Tasks that are started now end at once.
        let _context = handle.enter();
        let (outbox, mut received) = Outbox::new(1);
        let player = Player::person("p".into(), "player".parse().expect("a name"));
        let kind = CommandKind::Resign;
        let command = Command { id: "c".parse().expect("an id"), hash: CommandHash::of(""), kind };
        let delivery = app.rooms.post(app.chance.game_id(), player, command, outbox);
        assert!(delivery.is_none_or(|delivery| delivery.now_or_never().is_some()));
        assert!(received.try_recv().is_some_and(|frame| frame.text.contains("busy")));
    }

    #[tokio::test]
    async fn lists_wait_for_a_game_whose_creator_has_disconnected() {
        let (app, _folder) = open_app().await;
        let (creator, _) = app.accounts.add_guest().await.expect("a guest");
        let new = serde_json::json!({ "id": "create", "rules": "kubuguza", "public": true });
        let new: ikibuguzo_protocol::NewGame = serde_json::from_value(new).expect("a game");
        {
            // Dropped while the game is being stored, as when a browser is closed.
            let mut creation = pin!(app.rooms.create_game(&creator, &new));
            while app.pending_creations.is_empty() {
                assert!(poll!(creation.as_mut()).is_pending(), "the game was stored before a creation began");
                tokio::task::yield_now().await;
            }
        }
        let read_until = app.pending_creations.complete_before(app.clock.now());
        let stored = async {
            loop {
                let game = app.store.find_created_game(&creator.id, &new.id).await.expect("a database");
                if let Some((game, _)) = game {
                    return game;
                }
                tokio::task::yield_now().await;
            }
        };
        let game = tokio::time::timeout(Duration::from_secs(60), stored).await.expect("the game is stored");
        let created_at = load_game(&app.store, game).await.expect("a game").room().created_at();
        assert!(created_at >= read_until, "created at {created_at}, read until {read_until}");
    }
}
