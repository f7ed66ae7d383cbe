//! A client of the server's HTTP API, with a method for each request.

#[cfg(test)]
mod tests;

use std::io::{BufRead, BufReader};
use std::thread::sleep;
use std::time::Duration;

use anyhow::Result;
use ikibuguzo_protocol::{
    Analysis, ClientMessage, Credentials, CurrentPlayer, DeclineReason, Event, EventPage, GameId, NameClaim,
    NewGame, NewTournament, PlayerGames, PositionBook, Problem, SeatAssignment, ServerMessage, SignIn,
    Snapshot, Token, TokenList, TournamentId, TournamentSummary,
};
use serde::de::DeserializeOwned;
use ureq::http::{Response, StatusCode, header};
use ureq::{Agent, Body};

use crate::connection::retry_delay::{PLAYER_DELAY_MS, retry_delay};
use crate::connection::server_address::ServerAddress;
use crate::exit::{Exit, Failure};
use crate::system::new_command_id;

/// Longest time that a request may take.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(20);

/// How often a request is sent if it fails, or if a proxy or a server cannot answer now.
const MAX_ATTEMPTS: usize = 3;

/// Largest response that is read. The events of the longest known game take about 2 MB.
const MAX_RESPONSE_BYTES: u64 = 64 << 20;

/// A client of one server's HTTP API. Requests block.
///
/// A request that can be repeated is sent again after a random delay, with the same id, if the connection is lost or
/// the status is 502, 503 or 504: behind a proxy, another server may answer it. Requests with a passphrase cannot be
/// repeated.
#[derive(Clone, Debug)]
pub struct ApiClient {
    agent: Agent,
    server: ServerAddress,
}

impl ApiClient {
    /// A client of this server. Nothing is sent yet.
    pub fn new(server: ServerAddress) -> Self {
        let config = Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(REQUEST_TIMEOUT))
            // The WebSocket does not use a proxy either.
            .proxy(None)
            // A redirected POST would arrive as a GET. The error names the new address instead.
            .max_redirects(0)
            .max_redirects_will_error(false)
            .user_agent(concat!("ikibuguzo-cli/", env!("CARGO_PKG_VERSION")))
            .build();
        Self { agent: config.into(), server }
    }

    /// The server's address.
    pub fn server(&self) -> &ServerAddress {
        &self.server
    }

    /// Creates a guest.
    pub fn create_guest(&self) -> Result<Credentials> {
        self.parse(&self.post("/api/players", None, "")?)
    }

    /// The player that the token belongs to.
    pub fn own_player(&self, token: &Token) -> Result<CurrentPlayer> {
        self.parse(&self.get("/api/players/me", &[], Some(token))?)
    }

    /// Claims a name with a passphrase for the token's player.
    pub fn claim_name(&self, token: &Token, claim: &NameClaim) -> Result<CurrentPlayer> {
        let request = self.agent.put(self.server.http_url("/api/players/me"));
        let request = request.header(header::AUTHORIZATION, bearer(token));
        let body = serde_json::to_string(claim)?;
        let response = request.header(header::CONTENT_TYPE, "application/json").send(body);
        self.parse(&self.body_text(response).map_err(|error| error.failure)?)
    }

    /// Gets another token for a claimed name.
    pub fn sign_in(&self, sign_in: &SignIn) -> Result<Credentials> {
        let text = self.post_once("/api/tokens", None, &serde_json::to_string(sign_in)?);
        self.parse(&text.map_err(|error| error.failure)?)
    }

    /// Creates a game in which the token's player has a seat.
    pub fn create_game(&self, token: &Token, game: &NewGame) -> Result<SeatAssignment> {
        self.parse(&self.post("/api/games", Some(token), &serde_json::to_string(game)?)?)
    }

    /// Takes the free seat of a game, or returns to the player's own.
    pub fn join_game(&self, token: &Token, game: GameId) -> Result<SeatAssignment> {
        self.parse(&self.post(&format!("/api/games/{game}/join"), Some(token), "")?)
    }

    /// Declines the invitation of the token's player to a game.
    pub fn decline(&self, token: &Token, game: GameId, reason: Option<DeclineReason>) -> Result<()> {
        let message = ClientMessage::Decline { game, id: new_command_id(), reason };
        self.post("/api/commands", Some(token), &message.to_json()).map(drop)
    }

    /// Makes a tournament.
    pub fn make_tournament(&self, token: &Token, new: &NewTournament) -> Result<TournamentSummary> {
        self.parse(&self.post("/api/tournaments", Some(token), &serde_json::to_string(new)?)?)
    }

    /// Enters the token's player into a tournament.
    pub fn enter_tournament(&self, token: &Token, id: TournamentId) -> Result<()> {
        let url = self.server.http_url(&format!("/api/tournaments/{id}/entry"));
        let put = || self.agent.put(&url).header(header::AUTHORIZATION, bearer(token)).send_empty();
        self.repeat(|| self.body_text(put())).map(drop)
    }

    /// Withdraws the token's player from a tournament.
    pub fn withdraw_from_tournament(&self, token: &Token, id: TournamentId) -> Result<()> {
        let url = self.server.http_url(&format!("/api/tournaments/{id}/entry"));
        let delete = || self.agent.delete(&url).header(header::AUTHORIZATION, bearer(token)).call();
        self.repeat(|| self.body_text(delete())).map(drop)
    }

    /// The current state of a game, as the token's player may see it.
    pub fn game(&self, token: Option<&Token>, game: GameId) -> Result<Snapshot> {
        self.parse(&self.get(&format!("/api/games/{game}"), &[], token)?)
    }

    /// The events of a game, as the token's player may see them.
    pub fn events(&self, token: Option<&Token>, game: GameId) -> Result<Vec<Event>> {
        let page: EventPage = self.parse(&self.get(&format!("/api/games/{game}/events"), &[], token)?)?;
        Ok(page.events)
    }

    /// The finished games that reached the position of a game after this many actions.
    pub fn position_book(&self, token: Option<&Token>, game: GameId, ply: u32) -> Result<PositionBook> {
        let query = [("game", game.to_string()), ("ply", ply.to_string()), ("limit", "5".to_owned())];
        self.parse(&self.get("/api/positions", &query, token)?)
    }

    /// The analysis of a finished game, as far as it is computed.
    pub fn analysis(&self, game: GameId) -> Result<Analysis> {
        self.parse(&self.get(&format!("/api/games/{game}/analysis"), &[], None)?)
    }

    /// Requests the analysis of a finished game.
    pub fn start_analysis(&self, token: &Token, game: GameId) -> Result<Analysis> {
        self.parse(&self.post(&format!("/api/games/{game}/analysis"), Some(token), "")?)
    }

    /// The record of a game up to its newest turn.
    pub fn record(&self, token: Option<&Token>, game: GameId) -> Result<String> {
        self.get(&format!("/api/games/{game}/record"), &[], token)
    }

    /// The lines of the log of a finished game, with which its record is checked.
    pub fn proof(&self, game: GameId) -> Result<String> {
        self.get(&format!("/api/games/{game}/proof"), &[], None)
    }

    /// Shows that a finished game is in a root that the server has signed.
    pub fn inclusion(&self, game: GameId) -> Result<String> {
        self.get(&format!("/api/games/{game}/inclusion"), &[], None)
    }

    /// The public key with which the server's signatures are checked.
    pub fn games_key(&self) -> Result<String> {
        self.get("/.well-known/ikibuguzo-key.pem", &[], None)
    }

    /// Revokes this token.
    pub fn revoke_own_token(&self, token: &Token) -> Result<()> {
        let list: TokenList = self.parse(&self.get("/api/tokens", &[], Some(token))?)?;
        let Some(own) = list.tokens.iter().find(|entry| entry.current) else { return Ok(()) };
        self.repeat(|| {
            let url = self.server.http_url(&format!("/api/tokens/{}", own.token.as_str()));
            self.body_text(self.agent.delete(url).header(header::AUTHORIZATION, bearer(token)).call())
        })
        .map(drop)
    }

    /// The live games of the token's player, and its invitations.
    pub fn player_games(&self, token: &Token) -> Result<PlayerGames> {
        let request = self.agent.get(self.server.http_url("/api/stream"));
        let request = request.header(header::ACCEPT, "application/x-ndjson");
        let mut response = request
            .header(header::AUTHORIZATION, bearer(token))
            .call()
            .map_err(|error| self.unreachable(&error).failure)?;
        if !response.status().is_success() {
            return Err(self
                .body_text(Ok(response))
                .map_or_else(|error| error.failure, |_| self.not_our_server("no list"))
                .into());
        }
        // The stream stays open; its first line is the list.
        let mut line = String::new();
        let body = response.body_mut().with_config().limit(MAX_RESPONSE_BYTES).reader();
        BufReader::new(body).read_line(&mut line)?;
        match ServerMessage::parse(line.trim()) {
            Ok(ServerMessage::Subscribed(games)) => Ok(games),
            _ => Err(self.not_our_server("the stream does not begin with the player's games").into()),
        }
    }

    /// The body of the response at a path.
    pub fn get(&self, path: &str, query: &[(&'static str, String)], token: Option<&Token>) -> Result<String> {
        self.repeat(|| {
            let query = query.iter().map(|(name, value)| (*name, value.as_str()));
            let mut request = self.agent.get(self.server.http_url(path)).query_pairs(query);
            if let Some(token) = token {
                request = request.header(header::AUTHORIZATION, bearer(token));
            }
            self.body_text(request.call())
        })
    }

    /// Parses a response's JSON body.
    pub fn parse<T: DeserializeOwned>(&self, text: &str) -> Result<T> {
        serde_json::from_str(text)
            .map_err(|error| self.not_our_server(&format!("its response cannot be read: {error}")).into())
    }

    /// Sends a request that has the same effect once or repeated.
    fn post(&self, path: &str, token: Option<&Token>, body: &str) -> Result<String> {
        self.repeat(|| self.post_once(path, token, body))
    }

    fn post_once(&self, path: &str, token: Option<&Token>, body: &str) -> Result<String, RequestError> {
        let mut request = self.agent.post(self.server.http_url(path));
        if let Some(token) = token {
            request = request.header(header::AUTHORIZATION, bearer(token));
        }
        self.body_text(match body {
            "" => request.send_empty(),
            json => request.header(header::CONTENT_TYPE, "application/json").send(json),
        })
    }

    /// Sends a request until it succeeds or fails finally, at most [`MAX_ATTEMPTS`] times.
    fn repeat(&self, send: impl Fn() -> Result<String, RequestError>) -> Result<String> {
        let mut failed_attempts = 0;
        loop {
            match send() {
                Err(RequestError { retry: Some(retry), .. }) if failed_attempts + 1 < MAX_ATTEMPTS => {
                    sleep(retry_delay(retry.after_ms, PLAYER_DELAY_MS, failed_attempts));
                    failed_attempts += 1;
                }
                result => return result.map_err(|error| error.failure.into()),
            }
        }
    }

    /// The body of a successful response.
    fn body_text(&self, response: Result<Response<Body>, ureq::Error>) -> Result<String, RequestError> {
        let mut response = response.map_err(|error| self.unreachable(&error))?;
        let status = response.status();
        if status.is_redirection() {
            return Err(RequestError { failure: self.redirected(&response), retry: None });
        }
        let retry = Retry::from_response(&response);
        let body = response.body_mut().with_config().limit(MAX_RESPONSE_BYTES).read_to_string();
        let text = body.map_err(|error| self.unreachable(&error))?;
        if status.is_success() {
            Ok(text)
        } else {
            Err(RequestError { failure: self.refused(status.as_u16(), &text), retry })
        }
    }

    fn redirected(&self, response: &Response<Body>) -> Failure {
        let location = response.headers().get(header::LOCATION).and_then(|value| value.to_str().ok());
        self.not_our_server(&format!("it redirects to {}", location.unwrap_or("another address")))
    }

    fn refused(&self, status: u16, text: &str) -> Failure {
        match serde_json::from_str::<Problem>(text) {
            Ok(problem) => Failure::refused(problem.code, &problem.detail),
            Err(_) => self.not_our_server(&format!("it answered with status {status}")),
        }
    }

    fn unreachable(&self, error: &ureq::Error) -> RequestError {
        let is_connection_lost =
            matches!(error, ureq::Error::Io(_) | ureq::Error::ConnectionFailed | ureq::Error::Protocol(_));
        RequestError {
            failure: Failure::unreachable(&self.server, error),
            retry: is_connection_lost.then_some(Retry { after_ms: None }),
        }
    }

    fn not_our_server(&self, why: &str) -> Failure {
        let message = format!("the server at {} does not answer as an ikibuguzo server: {why}", self.server);
        Failure::new(Exit::Unreachable, message)
    }
}

/// An error of one attempt.
#[derive(Debug)]
struct RequestError {
    failure: Failure,
    /// How another attempt may succeed; none if it cannot.
    retry: Option<Retry>,
}

/// Another attempt.
#[derive(Clone, Copy, Debug)]
struct Retry {
    /// The delay in milliseconds that the server requests.
    after_ms: Option<u64>,
}

impl Retry {
    /// Whether a proxy could not reach a server, or a server cannot answer now.
    fn from_response(response: &Response<Body>) -> Option<Self> {
        let is_temporary = matches!(
            response.status(),
            StatusCode::BAD_GATEWAY | StatusCode::SERVICE_UNAVAILABLE | StatusCode::GATEWAY_TIMEOUT
        );
        let seconds =
            response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok()?.parse().ok());
        is_temporary.then_some(Self { after_ms: seconds.map(|seconds: u64| seconds.saturating_mul(1_000)) })
    }
}

fn bearer(token: &Token) -> String {
    format!("Bearer {}", token.reveal())
}
