/// Two players who play a game: their indexes in the list of players, from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pairing {
    /// The player who sits South and makes the first turn.
    pub south: usize,
    /// The player who sits North.
    pub north: usize,
}

/// The rounds in which each of some players meets each other one once, by the Berger tables (FIDE Handbook C.05, annex
/// 1).
///
/// With an odd number of players, one of them rests in each round. The numbers of first turns of two players differ by
/// at most one.
pub fn round_robin(players: usize) -> Vec<Vec<Pairing>> {
    let seats = players.next_multiple_of(2);
    (0..seats.saturating_sub(1)).map(|round| pairings_of(round, seats, players)).collect()
}

/// The pairings of one round, from 0. With an odd number of players the last of the seats is empty.
fn pairings_of(round: usize, seats: usize, players: usize) -> Vec<Pairing> {
    (0..seats / 2).map(|table| pairing(round, table, seats)).filter(|it| it.has_players(players)).collect()
}

/// The players who meet at a table. All but the last seat stand in a circle, which turns by half its length each round;
/// its first seat meets the last seat, and the others meet across.
fn pairing(round: usize, table: usize, seats: usize) -> Pairing {
    let circle = seats - 1;
    let first = round * (seats / 2) % circle;
    if table > 0 {
        return Pairing { south: (first + table) % circle, north: (first + circle - table) % circle };
    }
    if round.is_multiple_of(2) {
        Pairing { south: first, north: circle }
    } else {
        Pairing { south: circle, north: first }
    }
}

impl Pairing {
    fn has_players(self, players: usize) -> bool {
        self.south < players && self.north < players
    }
}
