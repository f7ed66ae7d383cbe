use std::net::SocketAddr;
use std::sync::Arc;

use ikibuguzo_protocol::{Credentials, GameId, NewGame, Seated, Starts, Text};
use ikibuguzo_server::app::App;
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::serve;
use ikibuguzo_server::site::PageSettings;
use sqlx::AnyConnection;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use super::{Client, Http, TestDatabase, command_id};

/// A server in this process, on a database of its own. It can be stopped and started again on the same database.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    pub(crate) http: Http,
    pub(crate) app: App,
    database: Arc<TestDatabase>,
    limits: Limits,
    stop: CancellationToken,
    running: JoinHandle<std::io::Result<()>>,
}

impl TestServer {
    pub(crate) async fn start() -> Self {
        Self::start_with(Limits::default()).await
    }

    /// A server with other bounds.
    pub(crate) async fn start_with(limits: Limits) -> Self {
        Self::start_on(Arc::new(TestDatabase::new().await), limits).await
    }

    /// A server that was told the address by which people reach it.
    pub(crate) async fn start_at(address: &str) -> Self {
        let site = PageSettings { address: Some(address.to_owned()), ..PageSettings::default() };
        Self::start_for(Arc::new(TestDatabase::new().await), Limits::default(), site).await
    }

    async fn start_on(database: Arc<TestDatabase>, limits: Limits) -> Self {
        Self::start_for(database, limits, PageSettings::default()).await
    }

    async fn start_for(database: Arc<TestDatabase>, limits: Limits, site: PageSettings) -> Self {
        let stop = CancellationToken::new();
        let mut app = App::open(&database.url(), limits, stop.clone()).await.expect("a database");
        app.site = Arc::new(site);
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let running = tokio::spawn(serve(listener, app.clone()));
        Self { address, http: Http::new(address), app, database, limits, stop, running }
    }

    /// A server on a database that holds games already.
    pub(crate) async fn start_with_games(database: TestDatabase) -> Self {
        Self::start_on(Arc::new(database), Limits::default()).await
    }

    /// Stops the server and starts another one on the same database.
    pub(crate) async fn restart(self) -> Self {
        self.stop.cancel();
        self.running.await.expect("the server ends").expect("without an error");
        drop(self.app);
        Self::start_on(self.database, self.limits).await
    }

    /// Another server on the same database.
    pub(crate) async fn beside(&self) -> Self {
        Self::start_on(Arc::clone(&self.database), self.limits).await
    }

    /// A connection to its database, for what no server does.
    pub(crate) async fn database(&self) -> AnyConnection {
        self.database.connect().await
    }

    /// Tells the server to stop.
    pub(crate) fn tell_to_stop(&self) {
        self.stop.cancel();
    }

    pub(crate) async fn client(&self, player: Option<&Credentials>) -> Client {
        Client::connect(self.address, player).await
    }
}

/// Two guests and a game between them, without a clock; the first sits South.
pub(crate) async fn seated_pair(http: &Http, rules: &str, public: bool) -> (GameId, [Credentials; 2]) {
    seat_pair(http, NewGame { public, ..new_game(rules, "none") }).await
}

/// A game that its creator begins and that is by invitation.
pub(crate) fn new_game(rules: &str, clock: &str) -> NewGame {
    NewGame {
        id: command_id(),
        rules: Text(rules.parse().expect("rules")),
        starts: Starts::Me,
        public: false,
        clock: Text(clock.parse().expect("a clock")),
    }
}

/// Two guests and a game between them; the first has created it.
pub(crate) async fn seat_pair(http: &Http, new: NewGame) -> (GameId, [Credentials; 2]) {
    let (south, north) = (http.guest().await, http.guest().await);
    let Seated { game, .. } = http.create(&south, &new).await.expect("created");
    http.join(&north, game).await.expect("joined");
    (game, [south, north])
}
