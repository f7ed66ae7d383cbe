//! A form that a visitor has sent.

use axum::extract::{FromRef, FromRequest, FromRequestParts, Request};
use ikibuguzo_game::player::Player;
use ikibuguzo_pages::address::SiteAddress;
use ikibuguzo_protocol::{ErrorCode, Token};

use super::response::Answer;
use super::same_site::may_be_own;
use super::visitor::Visitor;
use crate::api::extract::{Address, FormBody};
use crate::api::problem::Failure;
use crate::app::App;
use crate::error::Error;
use crate::net::client_address::ClientAddress;

/// The field with the key of the form.
const KEY: &str = "key";

/// A form, and who has sent it.
#[derive(Debug)]
pub(in crate::web) struct Submission {
    /// Who has sent it.
    pub(super) visitor: Visitor,
    /// Its fields without the key.
    pub(super) fields: Vec<(String, String)>,
    key: Option<String>,
    client: ClientAddress,
    site: SiteAddress,
    /// The token of the guest that the visitor has become.
    new_token: Option<Token>,
}

impl<S> FromRequest<S> for Submission
where
    S: Send + Sync,
    App: FromRef<S>,
{
    type Rejection = Failure;

    async fn from_request(request: Request, state: &S) -> Result<Self, Failure> {
        let (mut parts, body) = request.into_parts();
        let Address(site) = Address::from_request_parts(&mut parts, state).await?;
        if !may_be_own(&parts.headers, &site) {
            let message = "the form was not sent from a page of this site";
            return Err(Error::new(ErrorCode::CrossSite, message).into());
        }
        let client = ClientAddress::from_request_parts(&mut parts, &App::from_ref(state)).await;
        let client = client.map_err(|_| Error::new(ErrorCode::Internal, "the client has no address"))?;
        let visitor = Visitor::from_request_parts(&mut parts, state).await?;
        let FormBody(fields) = FormBody::from_request(Request::from_parts(parts, body), state).await?;
        let (keys, fields): (Vec<_>, Vec<_>) = fields.into_iter().partition(|(name, _)| name == KEY);
        let key = keys.into_iter().next().map(|(_, key)| key);
        Ok(Self { visitor, fields, key, client, site, new_token: None })
    }
}

impl Submission {
    /// Checks that the form was made for this visitor, whom the server knows if it has a token.
    ///
    /// # Errors
    ///
    /// `bad_token`, or `cross_site`.
    pub(super) fn check(&self) -> Result<(), Error> {
        self.visitor.check_known()?;
        self.visitor.check_key(self.key.as_deref())
    }

    /// The player who has sent the form.
    ///
    /// # Errors
    ///
    /// `token_required`.
    pub(super) fn player(&self) -> Result<&Player, Error> {
        let none = || Error::new(ErrorCode::TokenRequired, "begin or join a game first");
        self.visitor.player.as_ref().ok_or_else(none)
    }

    /// The player who has sent the form, or the guest that the visitor becomes.
    ///
    /// # Errors
    ///
    /// As for [`create_guest`](App::create_guest).
    pub(super) async fn player_or_guest(&mut self, app: &App) -> Result<Player, Error> {
        if let Some(player) = &self.visitor.player {
            return Ok(player.clone());
        }
        let (player, token) = app.create_guest(self.client.ip).await?;
        self.new_token = Some(token);
        Ok(player)
    }

    /// The answer that leads the browser to a page. `done` says whether the request was carried out.
    pub(super) fn answer<E: Into<Failure>>(&self, path: String, done: Result<(), E>) -> Answer {
        let error = done.err().map(|error| error.into().into_error());
        let token = self.new_token.as_ref().or_else(|| self.visitor.token()).cloned();
        Answer { path, error, token, is_secure: self.site.is_secure() }
    }
}
