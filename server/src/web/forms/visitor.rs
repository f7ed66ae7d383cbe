//! Who visits a page without scripts: the player whose token is in the cookie.

use axum::extract::{FromRef, FromRequestParts};
use axum::http::request::Parts;
use ikibuguzo_game::player::Player;
use ikibuguzo_pages::forms::FormSecrets;
use ikibuguzo_protocol::{ErrorCode, Token};
use sha2::{Digest, Sha256};

use crate::api::problem::Failure;
use crate::app::App;
use crate::chance::Chance;
use crate::error::Error;
use crate::net::player_cookie;

/// Number of bytes of a form's key.
const KEY_BYTES: usize = 16;

/// The visitor of a page without scripts.
#[derive(Debug)]
pub(in crate::web) struct Visitor {
    /// The token in the cookie.
    token: Option<Token>,
    /// The player; none without a token, or if the server does not know it.
    pub(super) player: Option<Player>,
}

impl<S> FromRequestParts<S> for Visitor
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let Some(token) = player_cookie::token_in(&parts.headers) else {
            return Ok(Self { token: None, player: None });
        };
        let player = match App::from_ref(state).accounts.player_of(&token).await {
            Ok(player) => Some(player),
            Err(Error::Rejected(rejection)) if rejection.code == ErrorCode::BadToken => None,
            Err(error) => return Err(error.into()),
        };
        Ok(Self { token: Some(token), player })
    }
}

impl Visitor {
    /// The hidden values of the forms of a page for this visitor.
    pub(super) fn secrets(&self, chance: &Chance) -> FormSecrets {
        FormSecrets { page: chance.command_id(), key: self.key() }
    }

    /// The token, to keep it for longer.
    pub(super) fn token(&self) -> Option<&Token> {
        self.token.as_ref().filter(|_| self.player.is_some())
    }

    /// Checks that the server knows the token, if there is one.
    ///
    /// # Errors
    ///
    /// `bad_token`.
    pub(super) fn check_known(&self) -> Result<(), Error> {
        match (&self.token, &self.player) {
            (Some(_), None) => Err(Error::new(ErrorCode::BadToken, "this server did not issue that token")),
            _ => Ok(()),
        }
    }

    /// Checks that a form was made for this visitor.
    ///
    /// # Errors
    ///
    /// `cross_site`.
    pub(super) fn check_key(&self, key: Option<&str>) -> Result<(), Error> {
        match self.key() {
            Some(own) if key != Some(own.as_str()) => {
                Err(Error::new(ErrorCode::CrossSite, "the form was made for another visitor"))
            }
            _ => Ok(()),
        }
    }

    /// The key of this visitor's forms. No other site can know it, and it does not reveal the token.
    fn key(&self) -> Option<String> {
        let hash = Sha256::digest(format!("the key of forms: {}", self.token()?.reveal()));
        Some(hash[..KEY_BYTES].iter().map(|byte| format!("{byte:02x}")).collect())
    }
}
