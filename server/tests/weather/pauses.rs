use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use ikibuguzo_protocol::Period;
use ikibuguzo_server::time;

/// How often the watch looks at the time.
const TICK: Duration = Duration::from_millis(20);

/// The shortest time between two ticks that counts as a pause.
const MIN_PAUSE: Duration = Duration::from_millis(400);

/// Watches for times in which this machine runs nothing, such as a suspension, or a load with which no server can keep up.
pub(crate) struct PauseWatch {
    stop: Arc<AtomicBool>,
    watching: JoinHandle<Vec<Period>>,
}

impl PauseWatch {
    pub(crate) fn start() -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let is_stopped = Arc::clone(&stop);
        let watching = thread::spawn(move || {
            let mut pauses = Vec::new();
            let mut last = time::now();
            while !is_stopped.load(Ordering::Relaxed) {
                thread::sleep(TICK);
                let now = time::now();
                pauses.extend((now - last >= MIN_PAUSE).then(|| Period::new(last, now)));
                last = now;
            }
            pauses
        });
        Self { stop, watching }
    }

    /// The pauses since the start.
    pub(crate) fn stop(self) -> Vec<Period> {
        self.stop.store(true, Ordering::Relaxed);
        self.watching.join().expect("no panic")
    }
}
