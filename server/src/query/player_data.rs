//! Everything that the server keeps about a player.

use ikibuguzo_game::player::Player;
use ikibuguzo_pages::encoding::encoded;
use ikibuguzo_protocol::{PlayerData, Timestamp, Token};
use ikibuguzo_store::Store;

use super::ratings::rating_histories;
use crate::accounts::commands::Accounts;
use crate::error::Error;

/// Largest number of games that are not over and are listed.
const MAX_UNFINISHED: u32 = 1_000;

/// Largest number of games that the player has left and that are listed.
const MAX_LEFT_GAMES: u32 = 1_000;

/// Loads what the server keeps about a player. `token` is the one that the request came with.
///
/// # Errors
///
/// If the database cannot be used.
pub(crate) async fn load(
    store: &Store,
    accounts: &Accounts,
    player: Player,
    token: &Token,
    now: Timestamp,
) -> Result<PlayerData, Error> {
    let id = &player.id;
    let ratings = store.list_ratings(id, now).await?;
    Ok(PlayerData {
        claimed: store.load_passphrase_hash(id).await?.is_some(),
        bot: player.bot,
        created_at: store.load_creation_time(id).await?,
        tokens: accounts.tokens(&player, token).await?.tokens,
        blocked: store.list_blocked(id).await?,
        push: store.list_push_subscriptions(id).await?,
        rating_histories: rating_histories(store, &player.name, &ratings).await?,
        ratings,
        scores: store.load_scores(id, true).await?,
        unfinished_games: store.find_unfinished_games(id, MAX_UNFINISHED).await?,
        tournaments: store.list_entered_tournaments(id).await?,
        reports: store.list_reports_by(id).await?,
        left_games: store.list_left_games(id, Timestamp::ZERO, MAX_LEFT_GAMES).await?,
        sanctions: store.list_sanctions(id, now).await?,
        finished_games: format!("/api/export?player={}", encoded(player.name.as_str())),
        name: player.name,
    })
}
