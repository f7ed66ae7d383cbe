//! Threads of the lowest priority, for work that takes long: people's moves come first.

use std::panic::{AssertUnwindSafe, catch_unwind, resume_unwind};
use std::thread;

use rustix::process::setpriority_process;
use rustix::thread::gettid;
use tokio::runtime::Handle;
use tokio_util::sync::CancellationToken;
use tracing::{debug, error};

/// The lowest priority of a thread.
const LOWEST_PRIORITY: i32 = 19;

/// Starts a thread that does this work.
pub(crate) fn spawn_low_priority(name: &str, work: impl FnOnce() + Send + 'static) {
    let thread = thread::Builder::new().name(name.to_owned());
    let started = thread.spawn(move || {
        lower_priority();
        work();
    });
    if let Err(error) = started {
        error!("The thread \"{name}\" was not started: {error}");
    }
}

/// Does a piece of work. A panic ends only this piece, not the thread; the panic hook has logged it.
pub(crate) fn catch_panic(work: impl FnOnce()) {
    // What the work shares with other threads is behind locks, which are usable after a panic.
    let _ = catch_unwind(AssertUnwindSafe(work));
}

/// Runs a future on the threads of the runtime, and waits for its output. A thread of the lowest priority would hold
/// locks, of the database and of rooms, while all other threads come first.
pub(crate) fn run_on<T: Send + 'static>(
    runtime: &Handle,
    future: impl Future<Output = T> + Send + 'static,
) -> T {
    let finished = runtime.block_on(runtime.spawn(future));
    // If it has not panicked, the runtime has ended, and its server with it.
    finished.unwrap_or_else(|error| {
        resume_unwind(error.try_into_panic().unwrap_or_else(|_| Box::new("the runtime has ended")))
    })
}

/// Calls a function when connections are closed, or when the runtime ends.
pub(crate) fn call_at_end(closing: CancellationToken, end: impl FnOnce() + Send + 'static) {
    let end = CalledAtDrop(Some(end));
    tokio::spawn(async move {
        let _end = end;
        closing.cancelled().await;
    });
}

/// A function that is called when this is dropped.
struct CalledAtDrop<F: FnOnce()>(Option<F>);

impl<F: FnOnce()> Drop for CalledAtDrop<F> {
    fn drop(&mut self) {
        if let Some(end) = self.0.take() {
            end();
        }
    }
}

/// Other threads of the machine come first. On Linux a thread has a priority of its own.
fn lower_priority() {
    if cfg!(target_os = "linux")
        && let Err(error) = setpriority_process(Some(gettid()), LOWEST_PRIORITY)
    {
        debug!("The priority of a thread was not lowered: {error}");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_ends_only_its_piece_of_work() {
        catch_panic(|| panic!("a fault"));
    }

    #[tokio::test(flavor = "multi_thread", worker_threads = 1)]
    async fn a_future_runs_on_another_thread_and_its_panic_ends_only_its_piece_of_work() {
        let runtime = Handle::current();
        let waiting = thread::spawn(move || {
            let id = || async { thread::current().id() };
            assert_ne!(run_on(&runtime, id()), thread::current().id());
            catch_panic(|| run_on(&runtime, async { panic!("a fault") }));
        });
        tokio::task::spawn_blocking(|| waiting.join()).await.expect("joined").expect("no panic");
    }
}
