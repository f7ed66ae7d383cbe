use ikibuguzo_engine::Array;
use ikibuguzo_protocol::{Claim, CommandId, DeclineReason, GameId};

use crate::origin::{CommandHash, Origin};
use crate::player::PlayerId;

/// A player's command to a game.
#[derive(Clone, Debug)]
pub struct Command {
    /// The id that the client gave it. The same id sent again has no second effect.
    pub id: CommandId,
    /// The hash of its content. The same id with another hash is another command.
    pub hash: CommandHash,
    /// The kind, with its arguments.
    pub kind: CommandKind,
}

/// The kinds of commands.
#[derive(Clone, Debug)]
pub enum CommandKind {
    /// Take the free seat.
    Sit,
    /// Choose an opening array.
    Arrange(Array),
    /// Halve one's own clock before the first action, for one more point in an arena.
    Berserk,
    /// Play an action.
    Act {
        /// The `seq` of an event that the player had seen: the position must be the same since then.
        after: u64,
        /// The action, as written.
        action: String,
    },
    /// Decline the invitation to the game, with a reason or without.
    Decline(Option<DeclineReason>),
    /// Resign.
    Resign,
    /// Offer a draw.
    OfferDraw,
    /// Answer a draw offer.
    AnswerDraw {
        /// The `seq` of the offer.
        offer: u64,
        /// Whether to accept it.
        accept: bool,
        /// The `seq` after which the board must not have changed, for a player that answers by the board; none if the
        /// answer holds for every board.
        after: Option<u64>,
    },
    /// Ask to take back one's own last turn.
    OfferTakeback,
    /// Take back one's own last turn without asking, where both players are at one keyboard. It never comes from a
    /// client.
    TakeBack,
    /// Answer the opponent's request to take back a turn.
    AnswerTakeback {
        /// The `seq` of the offer.
        offer: u64,
        /// Whether to accept it.
        accept: bool,
    },
    /// Offer that both players are shown what an action would do.
    OfferPreviews,
    /// Answer an offer of previews.
    AnswerPreviews {
        /// The `seq` of the offer.
        offer: u64,
        /// Whether to accept it.
        accept: bool,
    },
    /// Offer a rematch. If the opponent has offered one already, it starts with this id.
    OfferRematch(GameId),
    /// Answer a rematch offer.
    AnswerRematch {
        /// The `seq` of the offer.
        offer: u64,
        /// The id of the new game, to accept; none to decline.
        accept: Option<GameId>,
    },
    /// End a game that the opponent has left.
    Claim(Claim),
    /// Send a chat message.
    Say(String),
}

impl Command {
    /// The origin of the entry that the command produces.
    pub fn origin(&self, player: PlayerId) -> Origin {
        Origin { player, id: self.id.clone(), hash: Some(self.hash) }
    }
}

impl CommandKind {
    /// Whether it is a move. Moves are exempt from the rate limit of commands as long as they are legal.
    pub fn is_move(&self) -> bool {
        matches!(self, Self::Act { .. } | Self::Arrange(_))
    }
}
