//! What happens next in a tournament.

use std::collections::BTreeMap;

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_protocol::{TimeControl, Timestamp, TournamentState};
use ikibuguzo_store::{ByeRow, EndedTournamentGame, StoredTournament, TournamentPlayer};
use ikibuguzo_tournament::{Pairing, TournamentGame, round_robin};

use super::fold::folded_games;
use super::points::{GameEnd, won_by};

/// Smallest number of players: with fewer, a tournament is cancelled.
pub(super) const MIN_PLAYERS: usize = 3;

/// What happens next in a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Plan {
    /// The players in the order of the pairings, if it begins; an arena has no such order.
    pub(super) begun: Option<Vec<Player>>,
    /// When an arena that begins will close.
    pub(super) closes_at: Option<Timestamp>,
    /// Games that have ended and count.
    pub(super) ended: Vec<EndedTournamentGame>,
    /// Players who did not come to a game: they get no new ones until they enter again.
    pub(super) paused: Vec<PlayerId>,
    /// New pairings.
    pub(super) pairings: Vec<PlannedPairing>,
    /// The player who rests in the new round.
    pub(super) bye: Option<ByeRow>,
    /// Whether it ends.
    pub(super) is_over: bool,
}

/// Two players who meet next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PlannedPairing {
    /// The round, from 1.
    pub(super) round: u32,
    /// The players.
    pub(super) players: BySeat<Player>,
    /// The points of both, if one of them has withdrawn: there is no game then.
    pub(super) points: Option<BySeat<u32>>,
}

impl Plan {
    /// What happens in an open round robin that is due: it begins with its players, in an order of `shuffle`, or is
    /// cancelled.
    pub(super) fn begin(
        tournament: &StoredTournament,
        shuffle: impl FnOnce(&mut [TournamentPlayer]),
    ) -> Self {
        if tournament.players.len() < MIN_PLAYERS {
            return Self { is_over: true, ..Self::default() };
        }
        let mut players = tournament.players.clone();
        shuffle(&mut players);
        let mut plan = Self::default();
        plan.pair(tournament, &players, 0);
        plan.begun = Some(players.into_iter().map(|it| it.player).collect());
        plan
    }

    /// What happens in a running round robin after these games have ended: when no game goes on, the next round begins,
    /// or the tournament ends.
    pub(super) fn go_on(tournament: &StoredTournament, ends: &[GameEnd]) -> Self {
        let mut plan = Self { ended: ends.iter().map(GameEnd::to_stored).collect(), ..Self::default() };
        if !plan.has_running_game(tournament) {
            let last = tournament.games.iter().map(|it| it.round).max().unwrap_or_default();
            plan.pair(tournament, &tournament.players, last);
        }
        plan
    }

    /// Whether a game goes on after those that have just ended.
    pub(super) fn has_running_game(&self, tournament: &StoredTournament) -> bool {
        let has_ended = |game| self.ended.iter().any(|end| Some(end.game) == game);
        tournament.games.iter().any(|it| it.points.is_none() && !has_ended(it.game))
    }

    /// The games with the points of those that have just ended.
    pub(super) fn games_after(&self, tournament: &StoredTournament) -> Vec<TournamentGame> {
        let just_ended: BTreeMap<_, _> = self.ended.iter().map(|it| (it.game, it.points)).collect();
        let folded = folded_games(tournament).into_iter().map(|(row, game)| {
            let points = row.game.and_then(|game| just_ended.get(&game).copied());
            TournamentGame { points: points.or(game.points), ..game }
        });
        folded.collect()
    }

    /// Pauses the players who did not come to their games.
    pub(super) fn pause_absent(&mut self, tournament: &StoredTournament, ends: &[GameEnd]) {
        for end in ends {
            let row = tournament.games.iter().find(|row| row.game == Some(end.game));
            let absent =
                row.into_iter().flat_map(|row| end.absent.iter().map(|seat| row.players[*seat].clone()));
            self.paused.extend(absent);
        }
    }

    /// Whether a player can be paired.
    pub(super) fn is_here(&self, player: &TournamentPlayer) -> bool {
        !player.withdrawn && !self.paused.contains(&player.player.id)
    }

    /// Whether nothing happens.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// Adds the pairings after a round: all of them in a tournament by correspondence, otherwise those of the next
    /// round in which there is a game. If there are none, the tournament is over.
    fn pair(&mut self, tournament: &StoredTournament, players: &[TournamentPlayer], last: u32) {
        let is_correspondence = matches!(*tournament.summary.clock, TimeControl::Days(_));
        for (round, pairings) in (1..).zip(round_robin(players.len())).filter(|(round, _)| *round > last) {
            self.pairings.extend(pairings.into_iter().map(|it| planned(round, it, players)));
            if self.has_game() && !is_correspondence {
                return;
            }
        }
        self.is_over = !self.has_game();
    }

    fn has_game(&self) -> bool {
        self.pairings.iter().any(|it| it.points.is_none())
    }
}

/// Two players of a list who meet in a round.
pub(super) fn planned(
    round: u32,
    Pairing { south, north }: Pairing,
    players: &[TournamentPlayer],
) -> PlannedPairing {
    let (south, north) = (&players[south], &players[north]);
    let points = match (south.withdrawn, north.withdrawn) {
        (false, false) => None,
        (true, false) => Some(won_by(Seat::North)),
        (false, true) => Some(won_by(Seat::South)),
        (true, true) => Some(BySeat::default()),
    };
    let players = BySeat { south: south.player.clone(), north: north.player.clone() };
    PlannedPairing { round, players, points }
}

/// Whether a tournament is open: its next step is that it begins or is cancelled.
pub(super) fn is_open(tournament: &StoredTournament) -> bool {
    tournament.summary.state == TournamentState::Open
}
