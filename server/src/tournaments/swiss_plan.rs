//! What happens next in a Swiss tournament.

use ikibuguzo_engine::BySeat;
use ikibuguzo_protocol::NewTournament;
use ikibuguzo_store::{ByeRow, StoredTournament, TournamentPlayer};
use ikibuguzo_tournament::{SwissPlayer, pair_swiss};

use super::fold::{byes_of, standings_after};
use super::plan::{MIN_PLAYERS, Plan, planned};
use super::points::GameEnd;

/// The players of a Swiss tournament in the order of the draw, and what they have achieved.
struct Progress<'t> {
    players: &'t [TournamentPlayer],
    points: Vec<u32>,
    byes: Vec<usize>,
    games: Vec<BySeat<usize>>,
}

impl Plan {
    /// What happens in an open Swiss tournament that is due: it begins with its players, in an order of `shuffle`, or
    /// is cancelled.
    pub(super) fn begin_swiss(
        tournament: &StoredTournament,
        shuffle: impl FnOnce(&mut [TournamentPlayer]),
    ) -> Self {
        let mut plan = Self::default();
        if tournament.players.len() < MIN_PLAYERS {
            plan.is_over = true;
            return plan;
        }
        let mut players = tournament.players.clone();
        shuffle(&mut players);
        let points = vec![0; players.len()];
        plan.pair_round(1, &Progress { players: &players, points, byes: Vec::new(), games: Vec::new() });
        plan.begun = Some(players.into_iter().map(|it| it.player).collect());
        plan
    }

    /// What happens in a running Swiss tournament after these games have ended: when no game goes on, the next round
    /// begins. After the last one, or if the remaining players cannot all be paired, the tournament ends.
    pub(super) fn go_on_swiss(tournament: &StoredTournament, ends: &[GameEnd]) -> Self {
        let mut plan = Self { ended: ends.iter().map(GameEnd::to_stored).collect(), ..Self::default() };
        plan.pause_absent(tournament, ends);
        if plan.has_running_game(tournament) {
            return plan;
        }
        let last = tournament.games.iter().map(|it| it.round).max().unwrap_or_default();
        if last < tournament.summary.round_count.unwrap_or(NewTournament::DEFAULT_ROUNDS) {
            plan.pair_round(last + 1, &plan.progress(tournament));
        }
        plan.is_over = plan.pairings.is_empty();
        plan
    }

    fn progress<'t>(&self, tournament: &'t StoredTournament) -> Progress<'t> {
        let games = self.games_after(tournament);
        let mut points = vec![0; tournament.players.len()];
        for standing in standings_after(tournament, &games) {
            points[standing.player] = standing.points;
        }
        let games = games.iter().map(|game| game.players).collect();
        Progress { players: &tournament.players, points, byes: byes_of(tournament), games }
    }

    fn pair_round(&mut self, round: u32, progress: &Progress<'_>) {
        let Progress { players, points, byes, games } = progress;
        let here = (0..players.len()).filter(|it| self.is_here(&players[*it]));
        let present: Vec<_> = here
            .map(|player| SwissPlayer { player, points: points[player], had_bye: byes.contains(&player) })
            .collect();
        let Some(paired) = pair_swiss(players.len(), &present, games) else { return };
        self.pairings = paired.pairings.into_iter().map(|it| planned(round, it, players)).collect();
        self.bye = paired.bye.map(|it| ByeRow { round, player: players[it].player.id.clone() });
    }
}
