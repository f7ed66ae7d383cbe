//! The live games of one player, as a subscriber is shown them.

use ikibuguzo_engine::Seat;
use ikibuguzo_game::player::Player;
use ikibuguzo_game::projection::Standing;
use ikibuguzo_protocol::{GameId, GameSummary, PlayerGame, PlayerGames, Text};
use ikibuguzo_store::Store;

use crate::error::Error;
use crate::live::outbox::Outbox;
use crate::live::standings::Standings;
use crate::live::subscribers::{Subscribers, Subscription};

/// Largest number of games that a subscriber is shown.
const MAX_SHOWN_GAMES: u32 = 100;

/// Subscribes an outbox to what concerns a player. Returns the player's live games; a notice for everything that
/// happens later comes to the outbox.
///
/// # Errors
///
/// `too_many_sockets`; or if the database cannot be used.
pub(crate) async fn subscribe(
    store: &Store,
    standings: &Standings,
    subscribers: &Subscribers,
    player: &Player,
    outbox: &Outbox,
) -> Result<(Subscription, PlayerGames), Error> {
    // The subscription comes first, so that nothing is missed.
    let mut subscription = subscribers.subscribe(&player.id, outbox)?;
    let games = live_games(store, standings, player).await?;
    subscription.note_shown(&games);
    Ok((subscription, games))
}

async fn live_games(store: &Store, standings: &Standings, player: &Player) -> Result<PlayerGames, Error> {
    let mut listed = store.find_live_games(&player.id, MAX_SHOWN_GAMES + 1).await?;
    let more = listed.len() > MAX_SHOWN_GAMES as usize;
    listed.truncate(MAX_SHOWN_GAMES as usize);
    let ids: Vec<GameId> = listed.iter().map(|game| game.game).collect();
    let standings = standings.find(&ids).await?;
    let shown = |game: GameSummary| player_game(standings.get(&game.game)?, game, player);
    Ok(PlayerGames {
        player: player.name.clone(),
        games: listed.into_iter().filter_map(shown).collect(),
        invitations: store.find_invitations(&player.id, MAX_SHOWN_GAMES).await?,
        more,
    })
}

/// A game with its standing; none if it has ended meanwhile, which a notice reports.
fn player_game(standing: &Standing, summary: GameSummary, player: &Player) -> Option<PlayerGame> {
    let my_turn = Some(standing.waits_for(&player.id)?);
    let seat: Seat = standing.seat_of(&player.id)?;
    let summary = GameSummary { to_move: standing.to_move().map(Text), my_turn, ..summary };
    Some(PlayerGame { summary, seat: Text(seat), seq: standing.head(), offers: standing.offers_to(seat) })
}
