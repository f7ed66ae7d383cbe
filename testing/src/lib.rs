//! Test support for the server and its clients: running servers, clients, databases, bad connections, random games.
//!
//! It is a separate crate, so that it is compiled once for all tests. Only tests and examples depend on it.
//! Helpers panic if something fails, as assertions do. Every wait has a limit: a test that hangs fails with a sentence.
//!
//! ```no_run
//! # async fn example() {
//! use ikibuguzo_testing::{TestServer, act, start_game};
//!
//! let server = TestServer::start().await;
//! let (game, [south, _north]) = start_game(&server.http, "kubuguza", true).await;
//! let mut client = server.client(Some(&south)).await;
//! client.command(&act(game, 0, "O")).await.expect("a legal move");
//! # }
//! ```

mod test_server;
mod server_process;
mod test_database;
mod postgres_cluster;
mod test_client;
mod http_client;
mod event_stream;
mod form_browser;
pub mod form_page;
pub mod raw_socket;
mod commands;
mod bot;
mod random_games;
mod persistent_player;
mod transcript;
mod violations;
pub mod clock_check;
mod outages;
mod fault_proxy;
mod process_faults;
mod free_port;
mod cluster;
mod link_proxy;
mod nats_server;
mod nats_frame;
mod nats_proxy;
mod harness_options;
mod machine_time;
mod waiting;

pub use bot::{Bot, PlayedGame};
pub use cluster::{Cluster, Node};
pub use commands::{
    act, arrange, arranged_pair, command_id, new_game, resign, say, start_game, start_game_with,
};
pub use event_stream::{EventStream, NDJSON, SSE};
pub use fault_proxy::{Fault, FaultProxy};
pub use form_browser::FormBrowser;
pub use harness_options::{FULL_TESTS, HarnessOptions, repetitions};
pub use http_client::{CLAIMED_PASSPHRASE, HttpClient};
pub use link_proxy::{Link, LinkProxy};
pub use machine_time::machine_time;
pub use nats_proxy::{MessageFaults, NatsProxy};
pub use nats_server::NatsServer;
pub use outages::play_through_outages;
pub use persistent_player::{Habits, PersistentPlayer};
pub use postgres_cluster::PostgresCluster;
pub use process_faults::{fake_time_setup, limit_file_size};
pub use random_games::RandomGames;
pub use server_process::{ServerCommand, ServerProcess};
pub use test_client::TestClient;
pub use test_database::{TestDatabase, WriteLock};
pub use test_server::TestServer;
pub use transcript::{AnswerTime, PlayerLine, Transcript, is_over};
pub use violations::{find_violations, violations};
pub use waiting::{PATIENCE, eventually, within};
