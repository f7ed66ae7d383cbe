//! The text for players who leave and return.

use ikibuguzo_engine::Seat;
use ikibuguzo_protocol::Presence;

use super::phrases::seat_and_player;
use crate::game_view::local_game::LocalGame;

/// The text for a change of the players' presence; none if nothing has changed.
///
/// `before` is the presence that the viewer knows; without it, all players count as present. The viewer's own seat is
/// left out.
pub fn presence_text(before: Option<&Presence>, now: &Presence, game: &LocalGame) -> Option<String> {
    let was_present = |seat| before.is_none_or(|before| *before.present.get(seat));
    let is_other_player = |seat: &Seat| game.role.seat() != Some(*seat) && game.player_name(*seat).is_some();
    let change = |seat| match (was_present(seat), *now.present.get(seat)) {
        (true, false) => {
            Some(format!("{} is not there.{}", seat_and_player(game, seat), claim_hint(now, seat, game)))
        }
        (false, true) => Some(format!("{} is there.", seat_and_player(game, seat))),
        _ => None,
    };
    let mut changes: Vec<String> = Seat::ALL.into_iter().filter(is_other_player).filter_map(change).collect();
    changes.extend(computer_queue_text(before, now));
    (!changes.is_empty()).then(|| changes.join(" "))
}

/// How many games a computer player plays before this one, unless that was said already.
fn computer_queue_text(before: Option<&Presence>, now: &Presence) -> Option<String> {
    let ahead = now.computer_queue.filter(|ahead| before.and_then(|it| it.computer_queue) != Some(*ahead))?;
    let games = if ahead == 1 { "game comes" } else { "games come" };
    Some(format!("The computer is busy: {ahead} {games} first."))
}

/// What a player can do while the opponent is absent.
fn claim_hint(now: &Presence, absent: Seat, game: &LocalGame) -> &'static str {
    let can_claim = game.role.seat() == Some(!absent) && now.claim_at.get(absent).is_some();
    if can_claim {
        " If that lasts, you can `claim` the win, or `abort` before both of you have made a turn."
    } else {
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game_view::local_game::tests::open_game;

    #[test]
    fn players_who_leave_and_return_are_reported() {
        let mut game = open_game("south");
        *game.view.players.get_mut(Seat::North) = Some("umusambi-2".parse().expect("a name"));
        let presence = |north: bool| -> Presence {
            let claim = if north { "null" } else { "5" };
            let text = format!(
                r#"{{"game":"05cdv44x7ekv","present":{{"south":true,"north":{north}}},"claim_at":{{"south":null,"north":{claim}}}}}"#
            );
            serde_json::from_str(&text).expect("presence")
        };
        let (connected, gone) = (presence(true), presence(false));
        assert_eq!(presence_text(None, &connected, &game), None);
        assert_eq!(
            presence_text(Some(&connected), &gone, &game).as_deref(),
            Some(
                "North (umusambi-2) is not there. If that lasts, you can `claim` the win, or `abort` before both of you have made a turn."
            )
        );
        assert_eq!(presence_text(Some(&gone), &gone, &game), None);
        assert_eq!(
            presence_text(Some(&gone), &connected, &game).as_deref(),
            Some("North (umusambi-2) is there.")
        );
    }
}
