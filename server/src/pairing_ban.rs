//! A player who has left too many games cannot play with strangers for a time. The ban follows from the games that were
//! left, and ends by itself.

use std::time::Duration;

use ikibuguzo_game::player::PlayerId;
use ikibuguzo_protocol::{ErrorCode, LeftGame, Timestamp, whole_millis};
use ikibuguzo_store::Store;

use crate::error::Error;
use crate::time::time_text;

/// The time in which left games are counted together, in milliseconds: a day.
const BAN_WINDOW: Duration = Duration::from_hours(24);

/// Number of games that can be left within a day without a ban.
const TOLERATED: usize = 2;

/// Length of the ban for each further game, in milliseconds; the last one also holds for all later games.
const BAN_LENGTHS: [Duration; 5] = [
    Duration::from_mins(5),
    Duration::from_mins(15),
    Duration::from_hours(1),
    Duration::from_hours(4),
    BAN_WINDOW,
];

/// Largest number of left games that are read: more change nothing.
const MAX_READ: u32 = 20;

/// The games that a player has left lately, and what follows from them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct LeavingRecord {
    /// The games that the player has left within a day, the newest first.
    pub(crate) left_games: Vec<LeftGame>,
    /// The ban that is in force.
    pub(crate) ban: Option<PairingBan>,
}

/// A time in which a player cannot play with strangers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct PairingBan {
    /// Number of games that the player had left within a day when the ban began.
    pub(crate) left: usize,
    /// When it ends.
    pub(crate) until: Timestamp,
}

/// The games that a player has left lately.
///
/// # Errors
///
/// If the database cannot be used.
pub(crate) async fn leaving_record(
    store: &Store,
    player: &PlayerId,
    now: Timestamp,
) -> Result<LeavingRecord, Error> {
    // A ban may be for a game of the last day, and also counts the games of the day before that game.
    let mut left_games = store.list_left_games(player, now.saturating_sub(2 * BAN_WINDOW), MAX_READ).await?;
    let times: Vec<_> = left_games.iter().map(|left| left.at).collect();
    left_games.retain(|left| left.at > now.saturating_sub(BAN_WINDOW));
    Ok(LeavingRecord { left_games, ban: ban_after(&times, now) })
}

/// The ban that is in force at a time and ends last. `left` is when games were left, the newest first.
fn ban_after(left: &[Timestamp], now: Timestamp) -> Option<PairingBan> {
    let bans = left.iter().enumerate().filter_map(|(place, &at)| {
        let left =
            left[place..].iter().take_while(|earlier| **earlier > at.saturating_sub(BAN_WINDOW)).count();
        let excess = left.checked_sub(TOLERATED + 1)?;
        Some(PairingBan { left, until: at + BAN_LENGTHS[excess.min(BAN_LENGTHS.len() - 1)] })
    });
    bans.filter(|ban| ban.until > now).max_by_key(|ban| ban.until)
}

impl PairingBan {
    /// The refusal of what the ban forbids.
    pub(crate) fn error(self, now: Timestamp) -> Error {
        let Self { left, until } = self;
        let minutes = whole_millis(until.saturating_since(now)).div_ceil(60_000);
        let end = time_text(until);
        let message = format!(
            "you have left {left} games within a day; you can play with strangers again in {minutes} min, at {end}; \
             challenges, games with friends and against the computer are open to you"
        );
        Error::new(ErrorCode::LeftTooManyGames, message)
    }

    /// How long it lasts, in seconds, rounded up.
    pub(crate) fn seconds_left(self, now: Timestamp) -> u64 {
        whole_millis(self.until.saturating_since(now)).div_ceil(1_000)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const MINUTE: Duration = Duration::from_mins(1);

    /// An arbitrary time.
    const START: Timestamp = Timestamp::from_millis(86_400_000_000);

    /// For how many minutes a player is banned after leaving games at these minutes.
    fn minutes_banned(left: &[u32]) -> Option<u64> {
        let mut left: Vec<_> = left.iter().map(|minute| START + *minute * MINUTE).collect();
        left.reverse();
        let now = *left.first()?;
        ban_after(&left, now).map(|ban| (ban.until - now).as_secs() / 60)
    }

    #[test]
    fn a_ban_grows_with_each_game_and_is_a_day_at_most() {
        let left: Vec<_> = (0..12).collect();
        let bans = (1..=left.len()).map(|count| minutes_banned(&left[..count]).unwrap_or_default());
        let expected = [0, 0, 5, 15, 60, 240, 1_440, 1_440, 1_440, 1_440, 1_440, 1_440];
        assert_eq!(bans.collect::<Vec<_>>(), expected);
    }

    #[test]
    fn games_of_earlier_days_do_not_count() {
        assert_eq!(minutes_banned(&[0, 1_000, 1_440]), None);
        assert_eq!(minutes_banned(&[0, 1_000, 1_439]), Some(5));
        assert_eq!(minutes_banned(&[0, 1, 2, 2_000, 4_000]), None);
    }

    #[test]
    fn a_ban_passes() {
        let left = [START + 2 * MINUTE, START + MINUTE, START];
        let end = START + 7 * MINUTE;
        assert_eq!(
            ban_after(&left, end - Duration::from_millis(1)),
            Some(PairingBan { left: 3, until: end })
        );
        assert_eq!(ban_after(&left, end), None);
    }

    #[test]
    fn the_refusal_says_how_many_and_until_when() {
        let ban = PairingBan { left: 4, until: Timestamp::from_millis(1_795_246_064_650) };
        let message = ban.error(Timestamp::from_millis(1_795_245_164_650)).into_rejection().message;
        assert!(message.starts_with("you have left 4 games within a day"), "{message}");
        assert!(message.contains("in 15 min, at 2026-11-21 "), "{message}");
        assert_eq!(ban.seconds_left(Timestamp::from_millis(1_795_246_064_001)), 1);
    }
}
