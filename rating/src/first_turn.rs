/// How much the first turn is worth in a game: a player who begins is as strong as one with a rating higher by this.
///
/// Measured with computer players against themselves (docs/BOTS.md). Only in Kubuguza does every level gain by the first
/// turn, and the weakest level gains this much. In the other games the sign depends on the level, or the gain is within the
/// error.
pub fn first_turn_advantage(game: &str) -> f64 {
    match game {
        "kubuguza" => 40.0,
        _ => 0.0,
    }
}
