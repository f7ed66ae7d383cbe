//! What happens next in an arena.

use std::time::Duration;

use std::collections::BTreeMap;

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::{NewTournament, Timestamp};
use ikibuguzo_store::StoredTournament;
use ikibuguzo_tournament::{FreePlayer, pair_arena};

use super::fold::{folded_games, standings_after};
use super::plan::{Plan, planned};
use super::points::GameEnd;

/// Time between two waves of pairings: if more players are free, there are better opponents.
pub(super) const WAVE_GAP: Duration = Duration::from_secs(2);

/// How long after its close an arena ends, in milliseconds: games that ended before the close are stored by then. After
/// a server has died, a command may wait for three seconds.
pub(super) const CLOSING_TIME: Duration = Duration::from_secs(5);

/// How long a player waits for somebody other than its last opponent.
const REMATCH_WAIT: Duration = Duration::from_secs(20);

/// What the games of an arena say about a player.
#[derive(Clone, Copy, Debug, Default)]
struct Occupation {
    last_wave: u32,
    is_playing: bool,
    last_end: Timestamp,
}

impl Plan {
    /// The first step of an arena: it begins with the players who have entered.
    pub(super) fn begin_arena(tournament: &StoredTournament, now: Timestamp) -> Self {
        let minutes = tournament.summary.minutes.unwrap_or(NewTournament::DEFAULT_MINUTES);
        let closes_at = now + Duration::from_mins(minutes.into());
        Self { begun: Some(Vec::new()), closes_at: Some(closes_at), ..Self::default() }
    }

    /// What happens in a running arena after these games have ended: the free players are paired, until it closes. A
    /// game that ended after the close does not count.
    pub(super) fn go_on_arena(tournament: &StoredTournament, mut ends: Vec<GameEnd>, now: Timestamp) -> Self {
        let closes_at = tournament.summary.closes_at.unwrap_or(now);
        ends.retain(|end| end.at <= closes_at);
        let mut plan = Self { ended: ends.iter().map(GameEnd::to_stored).collect(), ..Self::default() };
        plan.pause_absent(tournament, &ends);
        if now >= closes_at + CLOSING_TIME {
            plan.is_over = true;
        } else if now < closes_at && is_next_wave_due(tournament, now) {
            plan.pair_free(tournament, now);
        }
        plan
    }

    fn pair_free(&mut self, tournament: &StoredTournament, now: Timestamp) {
        let games = self.games_after(tournament);
        let occupations = self.occupations(tournament);
        let wave = tournament.games.iter().map(|row| row.round).max().unwrap_or_default();
        let is_here = |it: &usize| self.is_here(&tournament.players[*it]);
        let ranked = standings_after(tournament, &games).into_iter().map(|standing| standing.player);
        let here: Vec<_> = ranked.filter(is_here).collect();
        let free = here.iter().filter_map(|player| {
            let occupation = occupations.get(player).copied().unwrap_or_default();
            let waits = occupation.last_end + REMATCH_WAIT <= now || here.len() == 2;
            (!occupation.is_playing).then_some(FreePlayer {
                player: *player,
                missed_waves: wave - occupation.last_wave,
                accepts_rematch: waits,
            })
        });
        let free: Vec<_> = free.collect();
        let seats: Vec<_> = games.iter().map(|game| game.players).collect();
        let pairings = pair_arena(tournament.players.len(), &free, &seats);
        self.pairings = pairings.into_iter().map(|it| planned(wave + 1, it, &tournament.players)).collect();
    }

    fn occupations(&self, tournament: &StoredTournament) -> BTreeMap<usize, Occupation> {
        let just_ended: BTreeMap<_, _> = self.ended.iter().map(|it| (it.game, it.at)).collect();
        let mut occupations = BTreeMap::<usize, Occupation>::new();
        for (row, game) in folded_games(tournament) {
            let end = row.ended_at.or_else(|| just_ended.get(&row.game?).copied());
            for seat in Seat::ALL {
                let occupation = occupations.entry(game.players[seat]).or_default();
                occupation.last_wave = row.round;
                occupation.is_playing |= end.is_none();
                occupation.last_end = end.unwrap_or_default();
            }
        }
        occupations
    }
}

fn is_next_wave_due(tournament: &StoredTournament, now: Timestamp) -> bool {
    let last = tournament.games.last().and_then(|row| row.begun_at);
    last.is_none_or(|at| at + WAVE_GAP <= now)
}
