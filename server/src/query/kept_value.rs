//! A value that is kept for a while: it is loaded once, however many ask for it at the same time.

use std::sync::Arc;
use std::time::Duration;

use ikibuguzo_store::StoreError;
use tokio::sync::Mutex;

use crate::time::Stopwatch;

/// A value that is loaded when it is older than a given age.
#[derive(Debug)]
pub(crate) struct KeptValue<T> {
    max_age: Duration,
    last: Mutex<Option<LoadedValue<T>>>,
}

/// The result of a load, and how long ago it ended.
#[derive(Debug)]
struct LoadedValue<T> {
    age: Stopwatch,
    result: Result<Arc<T>, StoreError>,
}

impl<T> KeptValue<T> {
    /// A value that is not loaded yet.
    pub(crate) fn new(max_age: Duration) -> Self {
        Self { max_age, last: Mutex::default() }
    }

    /// The kept value, or a new one if it is too old. All callers who wait for a load get its result, even if it is an
    /// error: a database that hangs is asked once at a time.
    ///
    /// # Errors
    ///
    /// The error of `load`. An error is not kept.
    pub(crate) async fn get(
        &self,
        load: impl AsyncFnOnce() -> Result<T, StoreError>,
    ) -> Result<Arc<T>, StoreError> {
        let wait = Stopwatch::start();
        let mut last = self.last.lock().await;
        if let Some(LoadedValue { age, result }) = &*last {
            let age = age.elapsed();
            if (result.is_ok() && age < self.max_age) || age < wait.elapsed() {
                return result.clone();
            }
        }
        let result = load().await.map(Arc::new);
        *last = Some(LoadedValue { age: Stopwatch::start(), result: result.clone() });
        result
    }

    /// Forgets the value, because it has changed.
    pub(crate) async fn forget(&self) {
        *self.last.lock().await = None;
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicU32, Ordering};

    use futures_util::future::join_all;
    use tokio::task::yield_now;

    use super::*;

    const MINUTE: Duration = Duration::from_secs(60);

    /// Has many callers ask together, and returns their results and the number of loads.
    async fn ask(value: &KeptValue<u32>, fails: bool) -> (Vec<Option<u32>>, u32) {
        let loads = AtomicU32::default();
        let load = async || {
            let number = loads.fetch_add(1, Ordering::Relaxed);
            yield_now().await;
            if fails { Err(StoreError::Conflict) } else { Ok(number) }
        };
        let found = join_all((0..50).map(|_| value.get(load))).await;
        (found.into_iter().map(|found| found.ok().map(|it| *it)).collect(), loads.into_inner())
    }

    #[tokio::test]
    async fn a_value_is_loaded_once_for_all_who_ask() {
        let value = KeptValue::new(MINUTE);
        assert_eq!(ask(&value, false).await, (vec![Some(0); 50], 1));
        assert_eq!(ask(&value, false).await.1, 0, "it is kept");
        let aged = KeptValue::new(Duration::ZERO);
        assert_eq!(ask(&aged, false).await, (vec![Some(0); 50], 1));
        assert_eq!(ask(&aged, false).await.1, 1, "it is too old");
    }

    #[tokio::test]
    async fn a_forgotten_value_is_loaded_again() {
        let value = KeptValue::new(MINUTE);
        assert_eq!(ask(&value, false).await.1, 1);
        value.forget().await;
        assert_eq!(ask(&value, false).await.1, 1);
    }

    #[tokio::test]
    async fn an_error_is_for_those_who_wait_alone() {
        let value = KeptValue::new(MINUTE);
        assert_eq!(ask(&value, true).await, (vec![None; 50], 1));
        assert_eq!(ask(&value, false).await, (vec![Some(0); 50], 1));
    }
}
