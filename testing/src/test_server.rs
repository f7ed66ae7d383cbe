use std::net::SocketAddr;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use ikibuguzo_protocol::{ClientMessage, Credentials, Refusal};
use ikibuguzo_server::app::{App, AppSettings};
use ikibuguzo_server::config::PageSettings;
use ikibuguzo_server::net::limits::Limits;
use ikibuguzo_server::net::outgoing::Reach;
use ikibuguzo_server::serve;
use ikibuguzo_server::webhook::Webhook;
use tokio::net::TcpListener;
use tokio::task::JoinHandle;
use tokio_util::sync::CancellationToken;

use crate::waiting::{eventually, within};
use crate::{HttpClient, TestClient, TestDatabase, WriteLock};

/// A server in this process, on a free port of the loopback address and its own database.
pub struct TestServer {
    /// The address it listens on.
    pub address: SocketAddr,
    /// A client of its HTTP API.
    pub http: HttpClient,
    /// Its inner state.
    pub app: App,
    settings: Settings,
    stop: CancellationToken,
    running: JoinHandle<std::io::Result<()>>,
}

/// The settings that a restarted server keeps.
#[derive(Clone)]
struct Settings {
    database: Arc<TestDatabase>,
    app: AppSettings,
}

impl Settings {
    async fn new(app: AppSettings) -> Self {
        Self { database: Arc::new(TestDatabase::new().await), app }
    }
}

impl TestServer {
    /// Starts a server with the default limits.
    pub async fn start() -> Self {
        Self::start_with(Limits::default()).await
    }

    /// Starts a server with these limits.
    pub async fn start_with(limits: Limits) -> Self {
        Self::launch(Settings::new(AppSettings { limits, ..AppSettings::default() }).await).await
    }

    /// Starts a server on a new SQLite file, even if `IKIBUGUZO_TEST_DATABASE_URL` names a Postgres database.
    pub async fn start_on_sqlite() -> Self {
        Self::start_on_sqlite_with(Limits::default()).await
    }

    /// Starts a server with these limits on a new SQLite file.
    pub async fn start_on_sqlite_with(limits: Limits) -> Self {
        let app = AppSettings { limits, ..AppSettings::default() };
        Self::launch(Settings { database: Arc::new(TestDatabase::sqlite()), app }).await
    }

    /// Starts a server on a database, which may contain games already.
    pub async fn start_on(database: TestDatabase) -> Self {
        Self::start_on_with(database, Limits::default()).await
    }

    /// Starts a server with these limits on a database, which may contain games already.
    pub async fn start_on_with(database: TestDatabase, limits: Limits) -> Self {
        let app = AppSettings { limits, ..AppSettings::default() };
        Self::launch(Settings { database: Arc::new(database), app }).await
    }

    /// Starts a server on a database, which serves the published games in this folder.
    pub async fn start_with_published(database: TestDatabase, folder: &Path) -> Self {
        let pages = PageSettings { published: Some(folder.to_owned()), ..PageSettings::default() };
        let app = AppSettings { page_settings: Arc::new(pages), ..AppSettings::default() };
        Self::launch(Settings { database: Arc::new(database), app }).await
    }

    /// Starts a server whose public address is configured.
    pub async fn start_with_public_address(address: &str) -> Self {
        let pages = PageSettings { address: Some(address.to_owned()), ..PageSettings::default() };
        let app = AppSettings { page_settings: Arc::new(pages), ..AppSettings::default() };
        Self::launch(Settings::new(app).await).await
    }

    /// Starts a server that makes the files of its pages from this folder.
    pub async fn start_with_web_folder(folder: &Path) -> Self {
        let pages = PageSettings { files: Some(folder.to_owned()), ..PageSettings::default() };
        let app = AppSettings { page_settings: Arc::new(pages), ..AppSettings::default() };
        Self::launch(Settings::new(app).await).await
    }

    /// Starts a server that trusts these reverse proxies: addresses or CIDR blocks, separated by commas.
    pub async fn start_behind(proxies: &str, limits: Limits) -> Self {
        let trusted_proxies = Arc::new(proxies.parse().expect("a list of proxies"));
        let app = AppSettings { limits, trusted_proxies, ..AppSettings::default() };
        Self::launch(Settings::new(app).await).await
    }

    /// Starts a server that sends its messages to this webhook.
    pub async fn start_with_webhook(webhook: Webhook) -> Self {
        let limits = Limits { settled: Duration::ZERO, ..Limits::default() };
        let app = AppSettings { webhook: Some(webhook), limits, ..AppSettings::default() };
        Self::launch(Settings::new(app).await).await
    }

    /// Starts a server that sends push notices to push services of this machine.
    pub async fn start_with_local_push() -> Self {
        Self::launch(Settings::new(AppSettings { push_reach: Reach::Any, ..AppSettings::default() }).await)
            .await
    }

    async fn launch(settings: Settings) -> Self {
        Self::launch_at(SocketAddr::from(([127, 0, 0, 1], 0)), settings).await
    }

    async fn launch_at(address: SocketAddr, settings: Settings) -> Self {
        let stop = CancellationToken::new();
        let app = App::open(&settings.database.url(), settings.app.clone(), stop.clone())
            .await
            .expect("a database");
        let listener = TcpListener::bind(address).await.expect("a port");
        let address = listener.local_addr().expect("its address");
        let running = tokio::spawn(serve(listener, app.clone()));
        Self { address, http: HttpClient::new(address), app, settings, stop, running }
    }

    /// Stops the server and starts another one on the same database, at another port.
    pub async fn restart(self) -> Self {
        let settings = self.end().await;
        Self::launch(settings).await
    }

    /// Stops the server and starts another one on the same database and the same port.
    pub async fn restart_at_same_address(self) -> Self {
        let address = self.address;
        let settings = self.end().await;
        Self::launch_at(address, settings).await
    }

    /// Stops the server and waits until it has ended.
    pub async fn shut_down(self) {
        self.end().await;
    }

    async fn end(self) -> Settings {
        self.stop();
        let ended = within("the end of the server", self.running).await;
        ended.expect("no panic").expect("no error");
        self.settings
    }

    /// Starts a second server on the same database.
    pub async fn start_second(&self) -> Self {
        Self::launch(self.settings.clone()).await
    }

    /// Tells the server to stop.
    pub fn stop(&self) {
        self.stop.cancel();
    }

    /// Connects a WebSocket and says hello.
    pub async fn client(&self, player: Option<&Credentials>) -> TestClient {
        TestClient::connect(self.address, player).await
    }

    /// Sends a command over a new socket and returns the `seq` of its acknowledgement.
    pub async fn command(&self, player: &Credentials, message: &ClientMessage) -> Result<u64, Refusal> {
        self.client(Some(player)).await.command(message).await
    }

    /// The database that the server uses.
    pub fn database(&self) -> &TestDatabase {
        &self.settings.database
    }

    /// Keeps the server from writing until the lock is released.
    pub async fn lock_writes(&self) -> WriteLock {
        self.database().lock_writes().await
    }

    /// Waits until at most this many sockets and streams are open.
    pub async fn wait_for_open_sockets(&self, count: usize) {
        eventually("the end of the other sockets", async || self.app.connections.open_count() <= count).await;
    }

    /// Waits until no room is in memory.
    pub async fn wait_for_no_rooms(&self) {
        eventually("the removal of all rooms from memory", async || self.app.rooms.room_count() == 0).await;
    }
}
