/// The value of the first turn in a game: a player who begins is as strong as one whose rating is higher by this.
///
/// Measured with computer players against themselves (docs/BOTS.md). In Kubuguza, weak levels gain nothing by the first
/// turn, and stronger ones about 100: this value is in between. In the other games the sign depends on the level, or
/// the gain is within the error.
pub fn first_turn_advantage(game: &str) -> f64 {
    match game {
        "kubuguza" => 40.0,
        _ => 0.0,
    }
}
