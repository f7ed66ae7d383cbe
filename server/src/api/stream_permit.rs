//! The permits of streams. Streams and sockets share one limit.

use std::net::IpAddr;

use ikibuguzo_protocol::ErrorCode;

use crate::app::App;
use crate::error::Error;
use crate::net::connection_limiter::ConnectionPermit;

/// Counts a stream of an address as open until the permit is dropped.
///
/// # Errors
///
/// `too_many_sockets` if too many sockets and streams are open.
pub(super) fn acquire_stream_permit(app: &App, address: IpAddr) -> Result<ConnectionPermit, Error> {
    let too_many = || Error::new(ErrorCode::TooManySockets, "too many sockets and streams are open");
    app.connections.try_acquire(address, app.limits.socket_limits()).ok_or_else(too_many)
}
