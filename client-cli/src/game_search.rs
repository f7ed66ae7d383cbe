//! Searches of the list of games.

use anyhow::Result;
use ikibuguzo_protocol::{ErrorCode, Token};

use crate::args::games_options::GamesOptions;
use crate::connection::api_client::ApiClient;
use crate::exit::Failure;
use crate::identity::store::IdentityStore;

/// A search of the list of games, as a player of this machine.
#[derive(Debug)]
pub struct GameSearch {
    options: GamesOptions,
    token: Option<Token>,
    /// The name that `--player` stands for.
    player: Option<String>,
    /// Why private games are hidden.
    fault: Option<anyhow::Error>,
}

impl GameSearch {
    /// A search with these options.
    ///
    /// A number for `--player` stands for a player of this machine. Without a number the token is that of this
    /// machine's first player, so that its private games are in the list. If the file of that player cannot be used,
    /// the public games are listed nevertheless.
    ///
    /// # Errors
    ///
    /// If the file of the player with the number, or the folder of the players, cannot be used.
    pub fn new(players: &IdentityStore, options: GamesOptions) -> Result<Self> {
        if let Some(number) = options.player.as_ref().and_then(|player| player.parse().ok()) {
            let identity = players.load(number)?;
            let token = Some(identity.token);
            let player = Some(identity.name.to_string());
            return Ok(Self { options, token, player, fault: None });
        }
        let first = players.numbers()?.first().map(|number| players.load(*number)).transpose();
        let (first, fault) = first.map_or_else(|error| (None, Some(error)), |first| (first, None));
        let player = options.player.clone();
        Ok(Self { options, token: first.map(|identity| identity.token), player, fault })
    }

    /// The page of the list at a cursor, or the first page, as the server sends it.
    ///
    /// # Errors
    ///
    /// If the server cannot be reached or refuses.
    pub fn get_page(&mut self, api: &ApiClient, cursor: Option<&str>) -> Result<String> {
        let query = self.query(cursor);
        match api.get("/api/games", &query, self.token.as_ref()) {
            // Everybody may list the public games, also a player whom the server does not know.
            Err(error) if is_bad_token(&error) && self.options.player.is_none() => {
                self.token = None;
                self.fault = Some(error);
                api.get("/api/games", &query, None)
            }
            result => result,
        }
    }

    /// The player's token; none if there is no player, or if the server does not know the player.
    pub fn token(&self) -> Option<&Token> {
        self.token.as_ref()
    }

    /// Why only public games are listed, once.
    pub fn take_fault(&mut self) -> Option<anyhow::Error> {
        self.fault.take()
    }

    /// Whether the page at a cursor may omit games.
    pub fn is_filtered(&self, cursor: Option<&str>) -> bool {
        self.query(cursor).iter().any(|(name, _)| !["order", "limit"].contains(name))
    }

    fn query(&self, cursor: Option<&str>) -> Vec<(&'static str, String)> {
        search_query(&self.options, self.player.as_deref(), cursor)
    }
}

/// The query of `GET /api/games`.
pub fn search_query(
    options: &GamesOptions,
    player: Option<&str>,
    cursor: Option<&str>,
) -> Vec<(&'static str, String)> {
    let parts = [
        ("state", options.state.map(|state| state.as_str().to_owned())),
        ("player", player.map(str::to_owned)),
        ("rules", options.rules.clone()),
        ("opponent", options.opponent.clone()),
        ("result", options.result.clone()),
        ("reason", options.reason.clone()),
        ("arrays", options.arrays.clone()),
        ("from", options.from.clone()),
        ("until", options.until.clone()),
        ("min_turns", options.min_turns.map(|turns| turns.to_string())),
        ("max_turns", options.max_turns.map(|turns| turns.to_string())),
        ("order", options.oldest.then(|| "oldest".to_owned())),
        ("limit", options.limit.map(|limit| limit.to_string())),
        ("cursor", cursor.map(str::to_owned)),
    ];
    parts.into_iter().filter_map(|(name, value)| Some((name, value?))).collect()
}

/// Whether the server does not know the player.
pub fn is_bad_token(error: &anyhow::Error) -> bool {
    error.downcast_ref::<Failure>().is_some_and(|failure| failure.code == Some(ErrorCode::BadToken))
}
