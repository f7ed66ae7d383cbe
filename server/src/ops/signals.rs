//! The signals that stop the server.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};

/// Interrupt and terminate, kept from ending the program from the moment that this is there.
#[cfg(unix)]
pub struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

#[cfg(unix)]
impl Signals {
    /// Takes the signals over.
    ///
    /// # Errors
    ///
    /// Where the system does not allow it.
    pub fn take_over() -> io::Result<Self> {
        Ok(Self { interrupt: signal(SignalKind::interrupt())?, terminate: signal(SignalKind::terminate())? })
    }

    /// Waits for the next one, and tells its name.
    pub async fn next(&mut self) -> &'static str {
        tokio::select! {
            _ = self.interrupt.recv() => "SIGINT",
            _ = self.terminate.recv() => "SIGTERM",
        }
    }
}

/// Ctrl-C.
#[cfg(not(unix))]
pub struct Signals;

#[cfg(not(unix))]
impl Signals {
    /// Nothing is to be taken over here.
    ///
    /// # Errors
    ///
    /// None.
    pub fn take_over() -> io::Result<Self> {
        Ok(Self)
    }

    /// Waits for the next one, and tells its name.
    pub async fn next(&mut self) -> &'static str {
        match tokio::signal::ctrl_c().await {
            Ok(()) => "Ctrl-C",
            Err(_) => std::future::pending().await,
        }
    }
}
