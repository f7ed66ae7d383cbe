//! Names that are claimed, and coming back to them.

use std::net::IpAddr;

use ikibuguzo_protocol::{Credentials, ErrorCode, NameClaim, SignIn, Token, TokenId, TokenInfo, TokenList};

use crate::accounts::passphrase::Hasher;
use crate::app::App;
use crate::chance;
use crate::error::Error;
use crate::net::limits::{KeyedRateLimiter, RateLimit, neighbourhood};
use crate::time;
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_store::StoreError;
use ikibuguzo_store::{look, token_hash};

/// Names that nobody may have: paths, and those who could be taken for the server.
const RESERVED: [&str; 10] = [
    "me",
    "admin",
    "administrator",
    "moderator",
    "server",
    "system",
    "ikibuguzo",
    "south",
    "north",
    "spectator",
];

/// Attempts on one name from one address.
const ON_A_NAME: RateLimit = RateLimit { burst: 5, each: 60_000 };

/// Attempts from one address.
const FROM_AN_ADDRESS: RateLimit = RateLimit { burst: 20, each: 30_000 };

/// Claims that one player tries: each costs a hash.
const CLAIMS: RateLimit = RateLimit { burst: 10, each: 30_000 };

/// Who may try a passphrase, and when.
#[derive(Clone, Debug)]
pub struct Gate {
    hasher: Hasher,
    /// By what the name looks like.
    on_a_name: KeyedRateLimiter<(String, IpAddr)>,
    from_an_address: KeyedRateLimiter<IpAddr>,
    claims: KeyedRateLimiter<PlayerId>,
}

impl Default for Gate {
    fn default() -> Self {
        Self {
            hasher: Hasher::default(),
            on_a_name: KeyedRateLimiter::new(ON_A_NAME),
            from_an_address: KeyedRateLimiter::new(FROM_AN_ADDRESS),
            claims: KeyedRateLimiter::new(CLAIMS),
        }
    }
}

/// Why somebody did not get in.
#[derive(Debug)]
pub enum Shut {
    /// For so many milliseconds.
    For(u64),
    /// For another reason.
    Refused(Error),
}

impl<R: Into<Error>> From<R> for Shut {
    fn from(reason: R) -> Self {
        Self::Refused(reason.into())
    }
}

impl App {
    /// Gives a player a name and a passphrase.
    ///
    /// # Errors
    ///
    /// `name_taken`, `wrong_passphrase`, `busy`; too soon; or where the database cannot be used.
    pub async fn claim(&self, player: &Player, claim: &NameClaim) -> Result<(), Shut> {
        self.gate.claims.take(player.id.clone(), 1, time::now()).map_err(Shut::For)?;
        let known = self.store.passphrase(&player.id).await?;
        if let Some(known) = &known {
            let current = claim.current.as_ref().ok_or_else(wrong)?;
            if !self.gate.hasher.verify(current, Some(known.clone())).await? {
                return Err(wrong().into());
            }
        }
        if RESERVED.iter().any(|name| look(name) == look(claim.name.as_str())) {
            return Err(taken().into());
        }
        let hash = self.gate.hasher.hash(&claim.passphrase).await?;
        let named = Player { id: player.id.clone(), name: claim.name.clone() };
        match self.store.claim(&named, &hash, known.as_deref(), time::now()).await {
            Err(StoreError::Conflict) => Err(taken().into()),
            done => Ok(done?),
        }
    }

    /// Another token for whoever knows a name and its passphrase.
    ///
    /// # Errors
    ///
    /// `wrong_passphrase`, `busy`; too soon; or where the database cannot be used.
    pub async fn sign_in(&self, from: IpAddr, sign_in: &SignIn) -> Result<Credentials, Shut> {
        let (now, from) = (time::now(), neighbourhood(from));
        self.gate.from_an_address.take(from, 1, now).map_err(Shut::For)?;
        self.gate.on_a_name.take((look(sign_in.name.as_str()), from), 1, now).map_err(Shut::For)?;
        let (player, kept) = self.store.account(&sign_in.name).await?.unzip();
        let right = self.gate.hasher.verify(&sign_in.passphrase, kept).await?;
        let player = player.filter(|_| right).ok_or_else(wrong)?;
        let token = chance::token();
        self.store.add_token(&player.id, &token, time::now()).await?;
        Ok(Credentials { name: player.name, token })
    }

    /// The tokens of a player, of which one asks.
    ///
    /// # Errors
    ///
    /// Where the database cannot be used.
    pub async fn tokens(&self, player: &Player, asking: &Token) -> Result<TokenList, Error> {
        let asking = token_hash(asking);
        let told = |(token, created_at): (TokenId, u64)| TokenInfo {
            current: asking.starts_with(token.as_str()),
            token,
            created_at,
        };
        Ok(TokenList { tokens: self.store.tokens(&player.id).await?.into_iter().map(told).collect() })
    }

    /// Puts a token of a player out of use.
    ///
    /// # Errors
    ///
    /// `unknown_token`, or where the database cannot be used.
    pub async fn revoke(&self, player: &Player, token: &TokenId) -> Result<(), Error> {
        let unknown = || Error::new(ErrorCode::UnknownToken, "you have no token of that id");
        self.store.revoke(&player.id, token).await?.then_some(()).ok_or_else(unknown)
    }
}

fn wrong() -> Error {
    Error::new(ErrorCode::WrongPassphrase, "the name and the passphrase do not belong together")
}

fn taken() -> Error {
    Error::new(ErrorCode::NameTaken, "that name is taken, or looks like one that is or was")
}
