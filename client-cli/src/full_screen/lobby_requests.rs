//! The requests of the lobby to a server. They block.

use anyhow::Result;
use ikibuguzo_protocol::{DeclineReason, GameId, GameList, Snapshot, Token};

use super::lobby::tab::{LobbyTab, sort_own_games};
use super::lobby::{ListRequest, ListedGames};
use crate::args::games_options::GamesOptions;
use crate::connection::api_client::ApiClient;
use crate::exit::error_text;
use crate::game_search::GameSearch;
use crate::identity::player::Identity;
use crate::identity::store::IdentityStore;

/// A server, with the players of this machine.
#[derive(Clone, Debug)]
pub struct LobbyRequests {
    api: ApiClient,
    players: IdentityStore,
}

impl LobbyRequests {
    /// Requests to this server.
    pub fn new(api: &ApiClient, players: &IdentityStore) -> Self {
        Self { api: api.clone(), players: players.clone() }
    }

    /// A page of a list, or a sentence that says why there is none.
    pub fn list(&self, request: &ListRequest) -> Result<ListedGames, String> {
        let listed = match request.tab {
            LobbyTab::Mine => self.list_own(request),
            _ => self.search(request.options.clone(), request.cursor.as_deref()).map(|(listed, _)| listed),
        };
        listed.map_err(|error| error_text(&error, false))
    }

    /// A game as this machine's first player may see it; none if it cannot be loaded.
    pub fn preview(&self, game: GameId) -> Option<Box<Snapshot>> {
        let token = self.first_player().ok().flatten().map(|identity| identity.token);
        // A game that the token does not open may be public.
        let snapshot = self.api.game(token.as_ref(), game).or_else(|_| self.api.game(None, game));
        snapshot.ok().map(Box::new)
    }

    /// Declines an invitation of this machine's first player. The error is a sentence.
    pub fn decline(&self, game: GameId, reason: Option<DeclineReason>) -> Result<(), String> {
        let declined = self.first_player().and_then(|identity| match identity {
            Some(identity) => {
                self.api.decline(&identity.token, game, reason).map_err(|error| identity.explain(error))
            }
            None => Ok(()),
        });
        declined.map_err(|error| error_text(&error, false))
    }

    fn first_player(&self) -> Result<Option<Identity>> {
        let first = self.players.numbers()?.first().copied();
        first.map(|number| self.players.load(number)).transpose()
    }

    /// The games of this machine's first player. `--player` of the filter is then the opponent.
    fn list_own(&self, request: &ListRequest) -> Result<ListedGames> {
        let Some(number) = self.players.numbers()?.first().copied() else {
            return Ok(ListedGames::default());
        };
        let filter = request.options.clone();
        let opponent = filter.opponent.clone().or(filter.player.clone());
        let options = GamesOptions { player: Some(number.to_string()), opponent, ..filter };
        let is_filtered = options.opponent.is_some() || options.state.is_some() || options.rules.is_some();
        let (mut listed, token) = self.search(options, request.cursor.as_deref())?;
        if let Some(token) = token.filter(|_| !is_filtered && request.cursor.is_none()) {
            self.add_invitations(&token, &mut listed);
        }
        sort_own_games(&mut listed.games);
        Ok(listed)
    }

    fn search(&self, options: GamesOptions, cursor: Option<&str>) -> Result<(ListedGames, Option<Token>)> {
        let first = options.cursor.clone();
        let mut search = GameSearch::new(&self.players, options)?;
        let page: GameList = self.api.parse(&search.get_page(&self.api, cursor.or(first.as_deref()))?)?;
        let warn = |fault| format!("Only public games are listed: {}", error_text(&fault, false));
        let warning = search.take_fault().map(warn);
        let listed = ListedGames { games: page.games, next: page.next, warning, ..ListedGames::default() };
        Ok((listed, search.token().cloned()))
    }

    /// Adds the games to which the player is invited. An error does not hide the list.
    fn add_invitations(&self, token: &Token, listed: &mut ListedGames) {
        let Ok(own) = self.api.player_games(token) else { return };
        for invitation in own.invitations {
            listed.invitations.push(invitation.game);
            if listed.games.iter().all(|game| game.game != invitation.game) {
                listed.games.push(invitation);
            }
        }
    }
}
