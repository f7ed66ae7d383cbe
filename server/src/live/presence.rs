use std::time::Duration;

use ikibuguzo_engine::{BySeat, Seat};
use ikibuguzo_protocol::{GameId, Presence};

use ikibuguzo_game::downtime::Downtime;
use ikibuguzo_game::room::{DecisionContext, Room};

/// Who of the players of a game is there, as far as this server can see. It is not in the log: who looks at a board is
/// no part of the game.
#[derive(Clone, Copy, Debug)]
pub(super) struct Attendance {
    gone_since: BySeat<Option<u64>>,
}

impl Attendance {
    /// Nobody is there yet.
    pub(super) fn new(now: u64) -> Self {
        Self { gone_since: BySeat::new(Some(now), Some(now)) }
    }

    /// Takes note of who is there now. Whether anything has changed.
    pub(super) fn note(&mut self, is_there: impl Fn(Seat) -> bool, now: u64) -> bool {
        let before = self.present();
        let gone_since = self.gone_since;
        self.gone_since = BySeat::from_fn(|seat| match is_there(seat) {
            true => None,
            false => gone_since[seat].or(Some(now)),
        });
        self.present() != before
    }

    /// Somebody has been heard from, who may not be there all the same. Whether it counts as gone from then on.
    pub(super) fn hear(&mut self, seat: Seat, now: u64) -> bool {
        let before = self.gone_since[seat];
        self.gone_since[seat] = before.map(|since| since.max(now));
        self.gone_since[seat] != before
    }

    /// What a room has to know beside its log. While the server was away nobody could come, and so nobody was gone.
    pub(super) fn circumstances(&self, now: u64, patience: u64, absences: &[Downtime]) -> DecisionContext {
        let gone_since = self.gone_since.map(|since| since.map(|since| since + time_away(absences, since)));
        DecisionContext { now, gone_since, patience }
    }

    /// What everybody who follows the game is told.
    pub(super) fn told(
        &self,
        game: GameId,
        room: &Room,
        here: &DecisionContext,
        spectators: u32,
    ) -> Presence {
        Presence {
            game,
            present: self.present().into(),
            claim_at: BySeat::from_fn(|seat| room.claim_at(seat, here)).into(),
            spectators,
        }
    }

    fn present(&self) -> BySeat<bool> {
        self.gone_since.map(|since| since.is_none())
    }
}

/// For how long no server was there since then, in milliseconds. Absences are in their order.
fn time_away(absences: &[Downtime], since: u64) -> u64 {
    let later = absences.iter().rev().take_while(|away| away.until > since);
    later.map(|away| away.until - away.from.max(since)).sum()
}

/// For so long spectators come and go before everybody is told their number again, in milliseconds: a thousand of them
/// who come at once are news once, not a thousand times.
const GATHERING: u64 = 2_000;

/// What everybody has been told of the number of spectators, and when.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Crowd {
    told: u32,
    told_at: u64,
}

impl Crowd {
    /// Everybody has been told this number.
    pub(super) fn note(&mut self, spectators: u32, now: u64) {
        *self = Self { told: spectators, told_at: now };
    }

    /// How long it is until everybody is to be told this number; none where they know it.
    pub(super) fn due(&self, spectators: u32, now: impl FnOnce() -> u64) -> Option<Duration> {
        let wait = || (self.told_at + GATHERING).saturating_sub(now()).min(GATHERING);
        (spectators != self.told).then(|| Duration::from_millis(wait()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nobody_is_gone_while_the_server_is_away() {
        let absences = [Downtime { from: 0, until: 900 }, Downtime { from: 2_000, until: 42_000 }];
        let gone = |at| {
            let mut attendance = Attendance::new(at);
            attendance.note(|seat| seat == Seat::South, at);
            attendance.circumstances(50_000, 20_000, &absences).gone_since
        };
        assert_eq!((gone(1_000).south, gone(1_000).north), (None, Some(41_000)));
        assert_eq!(gone(10_000).north, Some(42_000), "who went meanwhile has gone when it came back");
        assert_eq!(gone(45_000).north, Some(45_000));
    }
}
