use ikibuguzo_protocol::Timestamp;
use ikibuguzo_server::time::Clock;

/// The time of this machine, as a server that is started now shows it.
pub fn machine_time() -> Timestamp {
    Clock::system().now()
}
