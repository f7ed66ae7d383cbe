use ikibuguzo_engine::{Game, Seat, Viewer};
use ikibuguzo_protocol::{ErrorCode, Text};

use crate::fact::Fact;
use crate::room::decision::Decision;
use crate::room::offers::check_answer;
use crate::room::playing::Playing;
use crate::room::rejection::Rejection;
use crate::room::state::Room;

impl Room {
    pub(super) fn decide_offer_takeback(&self, seat: Seat) -> Result<Decision, Rejection> {
        let playing = self.check_playing()?;
        let offers = &playing.offers;
        if offers.takeback.is_some_and(|offer| *offer.seat != seat) {
            let message = "first answer the takeback that your opponent asks for";
            return Err(Rejection::new(ErrorCode::AlreadyOffered, message));
        }
        offers.check_takeback_limit()?;
        offers.check_new_offer(seat, playing.game.plies())?;
        plies_before_last_turn(playing, seat)?;
        Ok(Decision::accept([Fact::TakebackOffered { seat: Text(seat) }]))
    }

    /// The offer and its acceptance in one. Nobody is asked, so the cool-down of offers does not apply.
    pub(super) fn decide_take_back(&self, seat: Seat) -> Result<Decision, Rejection> {
        let playing = self.check_playing()?;
        playing.offers.check_takeback_limit()?;
        let plies = plies_before_last_turn(playing, seat)?;
        let offer = self.head + 1;
        Ok(Decision::accept([Fact::TakebackOffered { seat: Text(seat) }, Fact::TakenBack { offer, plies }]))
    }

    pub(super) fn decide_answer_takeback(
        &self,
        seat: Seat,
        offer: u64,
        accept: bool,
    ) -> Result<Decision, Rejection> {
        let playing = self.check_playing()?;
        check_answer(playing.offers.takeback, seat, offer)?;
        let fact = if accept {
            Fact::TakenBack { offer, plies: plies_before_last_turn(playing, !seat)? }
        } else {
            Fact::TakebackDeclined { seat: Text(seat), offer }
        };
        Ok(Decision::accept([fact]))
    }
}

/// The number of actions before the last turn of a seat, if that turn can be taken back.
fn plies_before_last_turn(playing: &Playing, seat: Seat) -> Result<u32, Rejection> {
    let cannot = |why: &str| Rejection::new(ErrorCode::CannotTakeBack, why);
    let actions = &playing.actions;
    let last = actions.iter().rposition(|(acting, _)| *acting == seat);
    let last = last.ok_or_else(|| cannot("you have not made a turn yet"))?;
    let before = actions[..last].iter().rposition(|(acting, _)| *acting != seat);
    let plies = before.map_or(0, |before| before + 1);
    if has_store_changed_since(playing, plies) {
        return Err(cannot("a turn that has revealed a concealed store cannot be taken back"));
    }
    u32::try_from(plies).map_err(|_| cannot("the game is too long"))
}

/// Whether a store has changed since the first `plies` actions.
fn has_store_changed_since(playing: &Playing, plies: usize) -> bool {
    let Some(mut game) = playing.game_after(plies) else { return true };
    let stores = |game: &Game| game.seen_by(Viewer::AfterGame).stores;
    playing.actions[plies..].iter().any(|(_, action)| {
        let before = stores(&game);
        game.advance(*action).is_err() || stores(&game) != before
    })
}
