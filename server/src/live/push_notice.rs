//! The notices that players get about games.

use ikibuguzo_engine::{Ruleset, Seat};
use ikibuguzo_game::player::{Player, PlayerId};
use ikibuguzo_game::projection::News;
use ikibuguzo_game::room::Room;
use ikibuguzo_protocol::{GameId, PlayerName, PushKind, State};

/// A notice for one player. Everything in it is what the player may see of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct PushNotice {
    /// The player who gets it.
    pub(crate) player: PlayerId,
    /// The game.
    pub(crate) game: GameId,
    /// The kind of the notice.
    pub(crate) kind: PushKind,
    /// How far the game is: a notice of the same kind is sent only from a later place.
    pub(crate) place: u64,
    /// The other player.
    pub(crate) opponent: Option<PlayerName>,
    /// The ruleset of the game.
    pub(crate) rules: Ruleset,
}

/// The notices of an event. `room` is the game after it.
pub(crate) fn notices_of(news: News, game: GameId, room: &Room) -> Vec<PushNotice> {
    match news {
        News::Invited => invitation(game, room).into_iter().collect(),
        News::Started { .. } => Seat::ALL.into_iter().filter_map(|seat| started(game, room, seat)).collect(),
        News::Turn(seat) => turn(game, room, seat).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// The notices about the present state of a game.
pub(crate) fn notices_of_standing(game: GameId, room: &Room) -> Vec<PushNotice> {
    let is_to_move = |seat: &Seat| room.state() == State::Playing && room.awaited_since(*seat).is_some();
    let to_move = Seat::ALL.into_iter().find(is_to_move);
    let starts = Seat::ALL.into_iter().filter(|_| is_live(room) && room.turns() == 0);
    invitation(game, room)
        .into_iter()
        .chain(starts.filter_map(|seat| started(game, room, seat)))
        .chain(to_move.and_then(|seat| turn(game, room, seat)))
        .collect()
}

fn is_live(room: &Room) -> bool {
    matches!(room.state(), State::Arranging | State::Playing)
}

fn invitation(game: GameId, room: &Room) -> Option<PushNotice> {
    let invited = room.invited()?;
    let maker = Seat::ALL.into_iter().find_map(|seat| room.seats()[seat].as_ref());
    Some(notice(invited, game, PushKind::Invited, 0, maker, room))
}

fn started(game: GameId, room: &Room, seat: Seat) -> Option<PushNotice> {
    let player = person(room, seat)?;
    Some(notice(player, game, PushKind::Started, 0, room.seats()[!seat].as_ref(), room))
}

fn turn(game: GameId, room: &Room, seat: Seat) -> Option<PushNotice> {
    let (player, place) = (person(room, seat)?, 1 + u64::from(room.turns()));
    Some(notice(player, game, PushKind::MyTurn, place, room.seats()[!seat].as_ref(), room))
}

fn person(room: &Room, seat: Seat) -> Option<&Player> {
    room.seats()[seat].as_ref().filter(|player| !player.bot)
}

fn notice(
    player: &Player,
    game: GameId,
    kind: PushKind,
    place: u64,
    opponent: Option<&Player>,
    room: &Room,
) -> PushNotice {
    PushNotice {
        player: player.id.clone(),
        game,
        kind,
        place,
        opponent: opponent.map(|player| player.name.clone()),
        rules: room.options().rules,
    }
}
