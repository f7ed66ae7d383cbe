//! The tasks that run in the background. One that panics, or that takes too long for a piece of its work, is started
//! again after a pause; until it has done a piece, the server is not ready.

use std::panic::AssertUnwindSafe;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use futures_util::FutureExt;
use ikibuguzo_protocol::{Timestamp, whole_millis};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep};
use tracing::error;

use super::metrics::Metrics;
use crate::time::Clock;

/// The pause before a task is started again; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// The longest pause before a task is started again.
const MAX_PAUSE: Duration = Duration::from_secs(60);

/// How often it is checked whether a piece of work takes too long.
const CHECK_INTERVAL: Duration = Duration::from_secs(1);

/// The value of [`TaskState::due`] while a task waits for something to do.
const IDLE: u64 = u64::MAX;

/// A task that runs until the server stops.
pub(crate) trait BackgroundTask: Send + 'static {
    /// Its name, in the log and in metrics.
    const NAME: &'static str;

    /// The longest time that a piece of its work may take. After that the work is given up.
    const MAX_WORK: Duration = Duration::from_secs(60);

    /// Does its work. It says when it waits. Called again after a panic, or after work that was given up.
    fn run(&mut self, activity: &TaskActivity) -> impl Future<Output = ()> + Send;
}

/// Owns the tasks that run in the background. Cheap to clone.
#[derive(Clone, Debug)]
pub(crate) struct BackgroundTasks {
    clock: Clock,
    states: Arc<Mutex<Vec<Arc<TaskState>>>>,
    metrics: Arc<Metrics>,
}

/// With which a task says that it waits.
#[derive(Clone, Debug)]
pub(crate) struct TaskActivity {
    clock: Clock,
    state: Arc<TaskState>,
    max_work: Duration,
}

#[derive(Debug)]
struct TaskState {
    name: &'static str,
    started: Instant,
    /// When its present piece of work must be done, in milliseconds since it was started; [`IDLE`] while it waits.
    due: AtomicU64,
    /// When it last finished a piece of work.
    last_ran: AtomicU64,
    /// Whether it has failed, and has not done any work since.
    is_failing: AtomicBool,
}

/// How a task came to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Failure {
    Panic,
    TooLong,
}

impl BackgroundTasks {
    /// No task runs yet.
    pub(crate) fn new(metrics: Arc<Metrics>, clock: Clock) -> Self {
        Self { clock, states: Arc::default(), metrics }
    }

    /// Starts a task.
    pub(crate) fn start<T: BackgroundTask>(&self, task: T) {
        let state = Arc::new(TaskState::new(T::NAME, self.clock.now()));
        self.lock().push(Arc::clone(&state));
        self.metrics.task_failures(T::NAME, 0);
        let activity =
            TaskActivity { clock: self.clock.clone(), state: Arc::clone(&state), max_work: T::MAX_WORK };
        tokio::spawn(supervise(task, activity, Arc::clone(&self.metrics)));
    }

    /// The names of the tasks that have failed and have not worked since.
    pub(crate) fn failing(&self) -> Vec<&'static str> {
        let states = self.lock();
        states
            .iter()
            .filter(|state| state.is_failing.load(Ordering::Acquire))
            .map(|state| state.name)
            .collect()
    }

    /// When each task last finished a piece of work.
    pub(crate) fn last_ran(&self) -> Vec<(&'static str, Timestamp)> {
        self.lock().iter().map(|state| (state.name, state.last_ran())).collect()
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Arc<TaskState>>> {
        // The list is whole after every statement, so a poisoned lock is still usable.
        self.states.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Runs a task, and starts it again when it fails.
async fn supervise<T: BackgroundTask>(mut task: T, activity: TaskActivity, metrics: Arc<Metrics>) {
    let state = &activity.state;
    let mut pause = FIRST_PAUSE;
    while let Err(failure) = run_once(&mut task, &activity).await {
        // A task that has worked since its last failure begins with the first pause again.
        if !state.is_failing.swap(true, Ordering::AcqRel) {
            pause = FIRST_PAUSE;
        }
        metrics.task_failures(T::NAME, 1);
        let (name, why) = (T::NAME, failure.why());
        error!(task = name, "The background task \"{name}\" {why}; it starts again in {pause:?}");
        state.due.store(IDLE, Ordering::Release);
        sleep(pause).await;
        pause = (2 * pause).min(MAX_PAUSE);
    }
}

async fn run_once<T: BackgroundTask>(task: &mut T, activity: &TaskActivity) -> Result<(), Failure> {
    activity.begin_work();
    // What a task shares with others is behind locks, which are usable after a panic.
    let running = AssertUnwindSafe(task.run(activity)).catch_unwind();
    tokio::select! {
        biased;
        ended = running => ended.map_err(|_| Failure::Panic),
        () = activity.wait_until_overdue() => Err(Failure::TooLong),
    }
}

impl Failure {
    fn why(self) -> &'static str {
        match self {
            Self::Panic => "has panicked",
            Self::TooLong => "takes too long",
        }
    }
}

impl TaskActivity {
    /// Waits for something to do. Until then no piece of work is under way.
    pub(crate) async fn wait<T>(&self, waiting: impl Future<Output = T>) -> T {
        self.state.due.store(IDLE, Ordering::Release);
        self.state.last_ran.store(self.clock.now().as_millis(), Ordering::Relaxed);
        self.state.is_failing.store(false, Ordering::Release);
        let output = waiting.await;
        self.begin_work();
        output
    }

    /// Begins a piece of work.
    fn begin_work(&self) {
        let due = self.state.started.elapsed() + self.max_work;
        self.state.due.store(whole_millis(due), Ordering::Release);
    }

    async fn wait_until_overdue(&self) {
        let mut checks = interval(CHECK_INTERVAL);
        checks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            checks.tick().await;
            if whole_millis(self.state.started.elapsed()) > self.state.due.load(Ordering::Acquire) {
                return;
            }
        }
    }
}

impl TaskState {
    fn new(name: &'static str, now: Timestamp) -> Self {
        Self {
            name,
            started: Instant::now(),
            due: AtomicU64::new(IDLE),
            last_ran: AtomicU64::new(now.as_millis()),
            is_failing: AtomicBool::new(false),
        }
    }

    fn last_ran(&self) -> Timestamp {
        Timestamp::from_millis(self.last_ran.load(Ordering::Relaxed))
    }
}

#[cfg(test)]
mod tests {
    use std::future::pending;

    use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender, unbounded_channel};

    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    enum Order {
        Work,
        Panic,
        Hang,
        End,
    }

    /// Does as it is told, and says when it has begun.
    struct Told {
        orders: UnboundedReceiver<Order>,
        begun: UnboundedSender<Instant>,
    }

    impl BackgroundTask for Told {
        const NAME: &'static str = "told";

        async fn run(&mut self, activity: &TaskActivity) {
            let _ = self.begun.send(Instant::now());
            loop {
                match activity.wait(self.orders.recv()).await {
                    Some(Order::Work) => {}
                    Some(Order::Panic) => panic!("as it was told"),
                    Some(Order::Hang) => pending().await,
                    Some(Order::End) | None => return,
                }
            }
        }
    }

    fn start() -> (BackgroundTasks, UnboundedSender<Order>, UnboundedReceiver<Instant>) {
        let tasks = BackgroundTasks::new(Arc::new(Metrics::new()), Clock::system());
        let (sender, orders) = unbounded_channel();
        let (begun, starts) = unbounded_channel();
        tasks.start(Told { orders, begun });
        (tasks, sender, starts)
    }

    #[tokio::test(start_paused = true)]
    async fn a_task_that_panics_or_hangs_starts_again_after_a_pause() {
        for (order, until_failure) in [(Order::Panic, Duration::ZERO), (Order::Hang, Told::MAX_WORK)] {
            let (tasks, orders, mut starts) = start();
            starts.recv().await.expect("started");
            assert!(tasks.failing().is_empty());
            let failed_at = Instant::now();
            orders.send(order).expect("it runs");
            let again = starts.recv().await.expect("started again");
            let after = again - failed_at;
            let expected = until_failure + FIRST_PAUSE;
            assert!(after >= expected && after <= expected + 2 * CHECK_INTERVAL, "{order:?}: {after:?}");
            let text = tasks.metrics.text().expect("metrics");
            assert!(text.contains("ikibuguzo_task_failures_total{task=\"told\"} 1\n"), "{text}");
            orders.send(Order::End).expect("it runs");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_pause_grows_until_the_task_has_worked() {
        /// Panics before it has done anything, as often as it has been told.
        struct Broken(Vec<Instant>, UnboundedSender<Vec<Instant>>);

        impl BackgroundTask for Broken {
            const NAME: &'static str = "broken";

            async fn run(&mut self, _: &TaskActivity) {
                self.0.push(Instant::now());
                assert!(self.0.len() > 9, "it has not been told often enough");
                let _ = self.1.send(self.0.clone());
            }
        }

        let tasks = BackgroundTasks::new(Arc::new(Metrics::new()), Clock::system());
        let (sender, mut receiver) = unbounded_channel();
        tasks.start(Broken(Vec::new(), sender));
        tokio::task::yield_now().await;
        assert_eq!(tasks.failing(), ["broken"]);
        let starts = receiver.recv().await.expect("it has worked in the end");
        let pauses: Vec<_> = starts.windows(2).map(|pair| (pair[1] - pair[0]).as_secs()).collect();
        assert_eq!(pauses, [1, 2, 4, 8, 16, 32, 60, 60, 60]);
    }

    #[tokio::test(start_paused = true)]
    async fn a_task_that_works_again_is_not_failing() {
        let (tasks, orders, mut starts) = start();
        starts.recv().await.expect("started");
        orders.send(Order::Panic).expect("it runs");
        starts.recv().await.expect("started again");
        orders.send(Order::Work).expect("it runs");
        sleep(CHECK_INTERVAL).await;
        assert!(tasks.failing().is_empty());
        let before = tasks.last_ran();
        sleep(Told::MAX_WORK * 2).await;
        assert_eq!(tasks.failing(), Vec::<&str>::new(), "waiting is no work");
        assert_eq!(tasks.last_ran(), before);
    }
}
