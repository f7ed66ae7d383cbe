//! The requests that write, each to other tables.

use futures_util::future::join_all;
use ikibuguzo_protocol::{Credentials, ErrorCode, Problem};
use ikibuguzo_testing::{CLAIMED_PASSPHRASE, HttpClient, new_game};
use serde_json::json;

use crate::storage::tournaments::new_tournament;

/// The status of an answer, and the code of a refusal.
pub(super) type Answer = (u16, Option<ErrorCode>);

/// Requests that write, each of which succeeds once the database can be used.
pub(super) struct Writes(Vec<Write>);

struct Write {
    name: &'static str,
    method: &'static str,
    path: String,
    player: Option<Credentials>,
    body: String,
}

/// The answer to a request while nothing can be written.
pub(super) fn storage_refusal() -> Answer {
    (503, Some(ErrorCode::StorageUnavailable))
}

impl Writes {
    /// Creates the players who send the requests.
    pub(super) async fn prepare(http: &HttpClient) -> Self {
        let name = format!("Drill{:08x}", fastrand::u32(..));
        let claimed = http.create_claimed(&name).await;
        let maker = http.create_guest().await;
        let other = http.create_guest().await;
        let leaving = http.create_guest().await;
        let claiming = http.create_guest().await;
        let new_game = new_game("kubuguza", "none");
        let tournament = new_tournament("fischer:60+5");
        let report = json!({"player": other.name, "reason": "other", "comment": "a drill"});
        let sign_in = json!({"name": name, "passphrase": CLAIMED_PASSPHRASE});
        let claim = json!({"name": format!("{name}b"), "passphrase": CLAIMED_PASSPHRASE});
        let blocks = format!("/api/blocks/{}", other.name);
        let write = |name, method, path: &str, player: Option<&Credentials>, body: String| Write {
            name,
            method,
            path: path.to_owned(),
            player: player.cloned(),
            body,
        };
        let text = |value: serde_json::Value| value.to_string();
        Self(vec![
            write("a guest", "POST", "/api/players", None, String::new()),
            write("a game", "POST", "/api/games", Some(&maker), text(json!(new_game))),
            write("a name", "PUT", "/api/players/me", Some(&claiming), text(claim)),
            write("a sign-in", "POST", "/api/tokens", None, text(sign_in)),
            write("a tournament", "POST", "/api/tournaments", Some(&claimed), text(json!(tournament))),
            write("a block", "PUT", &blocks, Some(&maker), String::new()),
            write("a report", "POST", "/api/reports", Some(&maker), text(report)),
            write("a deletion", "DELETE", "/api/players/me", Some(&leaving), "{}".to_owned()),
        ])
    }

    /// Sends all of them at the same time.
    pub(super) async fn try_all(&self, http: &HttpClient) -> Vec<(&'static str, Answer)> {
        join_all(self.0.iter().map(async |write| (write.name, write.send(http).await))).await
    }
}

impl Write {
    async fn send(&self, http: &HttpClient) -> Answer {
        let token = self.player.as_ref().map(|player| player.token.reveal());
        let answer = http.send(self.method, &self.path, token, Some(self.body.clone())).await;
        let problem: Option<Problem> = serde_json::from_str(answer.body()).ok();
        (answer.status().as_u16(), problem.map(|problem| problem.code))
    }
}
