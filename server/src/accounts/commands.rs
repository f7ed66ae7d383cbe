//! What players do with their accounts.

use std::net::IpAddr;

use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_protocol::{
    AccountDeletion, Credentials, ErrorCode, NameClaim, Passphrase, SignIn, Timestamp, Token, TokenId,
    TokenInfo, TokenList,
};
use ikibuguzo_store::{Store, StoreError, token_hash};

use super::guest_name::{draw_former_name, draw_guest_name};
use super::passphrase::Hasher;
use super::passphrase_limiter::PassphraseLimiter;
use super::reserved_names::{is_reserved, is_unknown_player};
use crate::chance::Chance;
use crate::error::Error;
use crate::time::Clock;

/// Largest number of names that are drawn for a guest until one is free.
const MAX_NAME_DRAWS: usize = 20;

/// The accounts of all players. Cheap to clone.
#[derive(Clone, Debug)]
pub struct Accounts {
    clock: Clock,
    chance: Chance,
    store: Store,
    hasher: Hasher,
    limiter: PassphraseLimiter,
}

/// Why a passphrase was not tried, or an account not changed.
#[derive(Debug)]
pub enum AccountError {
    /// Too many attempts.
    TooSoon {
        /// Milliseconds until the next attempt is allowed.
        wait_ms: u64,
    },
    /// Any other reason.
    Failed(Error),
}

impl<E: Into<Error>> From<E> for AccountError {
    fn from(error: E) -> Self {
        Self::Failed(error.into())
    }
}

impl Accounts {
    /// The accounts in a database.
    pub fn new(store: Store, clock: Clock, chance: Chance) -> Self {
        let hasher = Hasher::new(chance.clone());
        Self { clock, chance, store, hasher, limiter: PassphraseLimiter::default() }
    }

    /// Finds the player whom a token identifies.
    ///
    /// # Errors
    ///
    /// `bad_token` if the server did not issue the token; or if the database cannot be used.
    pub async fn player_of(&self, token: &Token) -> Result<Player, Error> {
        let player = self.store.find_token_owner(token).await?;
        player.ok_or_else(|| Error::new(ErrorCode::BadToken, "this server did not issue that token"))
    }

    /// Adds a guest with a free name, and issues its token.
    ///
    /// # Errors
    ///
    /// `busy` if no free name was found; or if the database cannot be used.
    pub async fn add_guest(&self) -> Result<(Player, Token), Error> {
        for _ in 0..MAX_NAME_DRAWS {
            let Some(name) = draw_guest_name(&self.chance) else {
                continue;
            };
            let (player, token) = (Player::person(self.chance.player_id(), name), self.chance.token());
            match self.store.add_player(&player, &token, self.clock.now()).await {
                Ok(()) => return Ok((player, token)),
                Err(StoreError::Conflict) => {}
                Err(error) => return Err(error.into()),
            }
        }
        Err(Error::new(ErrorCode::Busy, "no free name was found; try again"))
    }

    /// Gives a player a name and a passphrase, or changes them.
    ///
    /// # Errors
    ///
    /// `name_taken`, `wrong_passphrase`, or `busy`; [`AccountError::TooSoon`] after too many attempts; or if the
    /// database cannot be used.
    pub async fn claim_name(&self, player: &Player, claim: &NameClaim) -> Result<(), AccountError> {
        let too_soon = |wait_ms| AccountError::TooSoon { wait_ms };
        self.limiter.take_claim(player.id.clone(), self.clock.now()).map_err(too_soon)?;
        let current_hash = self.check_current(&player.id, claim.current.as_ref()).await?;
        if is_reserved(&claim.name) || is_unknown_player(&claim.name) {
            return Err(name_taken().into());
        }
        let hash = self.hasher.hash(&claim.passphrase).await?;
        let named = Player { name: claim.name.clone(), ..player.clone() };
        match self.store.claim_name(&named, &hash, current_hash.as_deref(), self.clock.now()).await {
            Err(StoreError::Conflict) => Err(name_taken().into()),
            result => Ok(result?),
        }
    }

    /// Marks a player as a bot: others see that a program plays for it.
    ///
    /// # Errors
    ///
    /// `already_played` if the player has a game or has entered a tournament; or if the database cannot be used.
    pub async fn mark_bot(&self, player: &Player) -> Result<(), Error> {
        let already_played = || {
            let why =
                "you have a game already, or have entered a tournament; create another player for a bot";
            Error::new(ErrorCode::AlreadyPlayed, why)
        };
        self.store.mark_bot(&player.id).await?.then_some(()).ok_or_else(already_played)
    }

    /// Checks that a player may delete its account: a player with a passphrase has to know it.
    ///
    /// # Errors
    ///
    /// `wrong_passphrase`, or `busy`; [`AccountError::TooSoon`] after too many attempts; or if the database cannot be
    /// used.
    pub async fn check_deletion(
        &self,
        player: &Player,
        deletion: &AccountDeletion,
    ) -> Result<(), AccountError> {
        let too_soon = |wait_ms| AccountError::TooSoon { wait_ms };
        self.limiter.take_claim(player.id.clone(), self.clock.now()).map_err(too_soon)?;
        self.check_current(&player.id, deletion.current.as_ref()).await?;
        Ok(())
    }

    /// Deletes everything about a player except its games, which stay as those of a former player.
    ///
    /// # Errors
    ///
    /// `busy` if no free name was found; or if the database cannot be used.
    pub async fn delete(&self, player: &Player) -> Result<(), Error> {
        for _ in 0..MAX_NAME_DRAWS {
            let Some(name) = draw_former_name(&self.chance) else { continue };
            match self.store.delete_account(&player.id, &name).await {
                Err(StoreError::Conflict) => {}
                result => return Ok(result?),
            }
        }
        Err(Error::new(ErrorCode::Busy, "no free name was found; try again"))
    }

    /// Checks the current passphrase of a player, if there is one, and returns its hash.
    async fn check_current(
        &self,
        player: &PlayerId,
        current: Option<&Passphrase>,
    ) -> Result<Option<String>, Error> {
        let Some(hash) = self.store.load_passphrase_hash(player).await? else { return Ok(None) };
        let current = current.ok_or_else(wrong_passphrase)?;
        match self.hasher.verify(current, Some(hash.clone())).await? {
            true => Ok(Some(hash)),
            false => Err(wrong_passphrase()),
        }
    }

    /// Issues another token to a player who knows the name and its passphrase.
    ///
    /// # Errors
    ///
    /// `wrong_passphrase`, or `busy`; [`AccountError::TooSoon`] after too many attempts; or if the database cannot be
    /// used.
    pub async fn sign_in(&self, address: IpAddr, sign_in: &SignIn) -> Result<Credentials, AccountError> {
        let too_soon = |wait_ms| AccountError::TooSoon { wait_ms };
        self.limiter.take_sign_in(&sign_in.name, address, self.clock.now()).map_err(too_soon)?;
        let (player, hash) = self.store.find_account(&sign_in.name).await?.unzip();
        let is_right = self.hasher.verify(&sign_in.passphrase, hash).await?;
        let player = player.filter(|_| is_right).ok_or_else(wrong_passphrase)?;
        let token = self.chance.token();
        self.store.add_token(&player.id, &token, self.clock.now()).await?;
        Ok(Credentials { name: player.name, token })
    }

    /// Lists the tokens of a player and marks the one that the request came with.
    ///
    /// # Errors
    ///
    /// If the database cannot be used.
    pub async fn tokens(&self, player: &Player, current: &Token) -> Result<TokenList, Error> {
        let current = token_hash(current);
        let info = |(token, created_at): (TokenId, Timestamp)| TokenInfo {
            current: current.starts_with(token.as_str()),
            token,
            created_at,
        };
        Ok(TokenList { tokens: self.store.list_tokens(&player.id).await?.into_iter().map(info).collect() })
    }

    /// Revokes a token of a player.
    ///
    /// # Errors
    ///
    /// `unknown_token`; or if the database cannot be used.
    pub async fn revoke(&self, player: &Player, token: &TokenId) -> Result<(), Error> {
        let unknown = || Error::new(ErrorCode::UnknownToken, "you have no token with that id");
        self.store.revoke_token(&player.id, token).await?.then_some(()).ok_or_else(unknown)
    }
}

fn wrong_passphrase() -> Error {
    Error::new(ErrorCode::WrongPassphrase, "the name and the passphrase do not match")
}

fn name_taken() -> Error {
    Error::new(ErrorCode::NameTaken, "that name is taken, or looks like one that is or was taken")
}
