//! Whom players have met, and where they sat.

use std::collections::HashMap;

use ikibuguzo_engine::{BySeat, Seat};

use crate::round_robin::Pairing;

/// The games of some players so far, including those that are being played.
#[derive(Debug)]
pub(crate) struct History {
    players: Vec<PlayerHistory>,
    /// How often two players have met; the smaller index comes first.
    meetings: HashMap<(usize, usize), u32>,
}

#[derive(Clone, Debug, Default)]
struct PlayerHistory {
    games: u32,
    /// Games as South minus games as North.
    surplus: i32,
    last_opponent: Option<usize>,
    last_seat: Option<Seat>,
    /// Whether the last two games were played from the same seat.
    has_repeated: bool,
}

/// How much a player wants a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SeatWish {
    /// To change after as many games on each seat.
    Mild,
    /// One game more on one seat.
    Strong,
    /// Two games more on one seat, or the last two on the same one.
    Absolute,
}

impl History {
    /// The history of `players` players after these games, the first game first.
    pub(crate) fn new(players: usize, games: impl IntoIterator<Item = BySeat<usize>>) -> Self {
        let mut history = Self { players: vec![PlayerHistory::default(); players], meetings: HashMap::new() };
        for seats in games {
            *history.meetings.entry(ordered(seats.south, seats.north)).or_default() += 1;
            for seat in Seat::ALL {
                history.players[seats[seat]].add(seat, seats[!seat]);
            }
        }
        history
    }

    pub(crate) fn meetings(&self, one: usize, other: usize) -> u32 {
        self.meetings.get(&ordered(one, other)).copied().unwrap_or_default()
    }

    /// Whether the last game of either player was against the other one.
    pub(crate) fn have_just_met(&self, one: usize, other: usize) -> bool {
        let last = |player: usize| self.players[player].last_opponent;
        last(one) == Some(other) || last(other) == Some(one)
    }

    /// The seat that a player wants, and how much; none before its first game.
    pub(crate) fn wish(&self, player: usize) -> Option<(Seat, SeatWish)> {
        let history = &self.players[player];
        let last = history.last_seat?;
        let seat = match history.surplus {
            0 => !last,
            1.. => Seat::North,
            ..0 => Seat::South,
        };
        let wish = match history.surplus.abs() {
            2.. => SeatWish::Absolute,
            _ if history.has_repeated => SeatWish::Absolute,
            1 => SeatWish::Strong,
            _ => SeatWish::Mild,
        };
        Some((seat, wish))
    }

    /// How much the less demanding one of two players wants the seat that both want; none if they want different ones.
    pub(crate) fn wish_clash(&self, one: usize, other: usize) -> Option<SeatWish> {
        let (seat, wish) = self.wish(one)?;
        let (other_seat, other_wish) = self.wish(other)?;
        (seat == other_seat).then_some(wish.min(other_wish))
    }

    pub(crate) fn games(&self, player: usize) -> u32 {
        self.players[player].games
    }

    /// How much two players want the same seat: 0 if they do not.
    pub(crate) fn seat_clash(&self, one: usize, other: usize) -> u32 {
        let [one, other] = [one, other].map(|player| self.players[player].surplus);
        if one.signum() * other.signum() > 0 { one.abs().min(other.abs()).unsigned_abs() } else { 0 }
    }

    /// Seats two players: South is the one who wants that seat more, then the one who has sat there less often, then
    /// the first one.
    pub(crate) fn seated(&self, one: usize, other: usize) -> Pairing {
        if self.distance_from_south(other) < self.distance_from_south(one) {
            Pairing { south: other, north: one }
        } else {
            Pairing { south: one, north: other }
        }
    }

    /// The lower, the more a player wants to sit South.
    fn distance_from_south(&self, player: usize) -> (i32, i32) {
        let wish = self.wish(player).map_or(0, |(seat, wish)| match seat {
            Seat::South => -1 - wish as i32,
            Seat::North => 1 + wish as i32,
        });
        (wish, self.players[player].surplus)
    }
}

impl PlayerHistory {
    fn add(&mut self, seat: Seat, opponent: usize) {
        self.games += 1;
        self.has_repeated = self.last_seat == Some(seat);
        self.surplus += if seat == Seat::South { 1 } else { -1 };
        self.last_opponent = Some(opponent);
        self.last_seat = Some(seat);
    }
}

fn ordered(one: usize, other: usize) -> (usize, usize) {
    (one.min(other), one.max(other))
}
