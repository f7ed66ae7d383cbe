//! The projection of a game: the parts of it that a viewer may see. All output of the server goes through this
//! module: sockets, HTTP, records.
//!
//! Two things are hidden:
//!
//! - The opening array that a seat has chosen, until both have chosen. Events hide it even from its owner.
//! - The counters in a store of Azigo, from everyone but its owner, until the game is over. The engine's view hides
//!   them.

mod event;
mod event_kind;
mod news;
mod open_offers;
mod ply;
mod position;
mod standing;
mod view;

pub use event::ProjectedEvent;
pub use news::News;
pub use open_offers::OpenOffers;
pub use ply::{ply, position_after, previews};
pub use standing::Standing;
pub use view::{snapshot, time_control_view, view};
