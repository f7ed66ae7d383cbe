//! Renders cards and icons to pixels: one at a time, on a thread for blocking work, with a cache.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use axum::body::Bytes;
use ikibuguzo_pages::pixels;
use ikibuguzo_protocol::ErrorCode;
use tokio::sync::Semaphore;
use tokio::task;

use crate::error::Error;

/// Largest number of cards rendered at the same time. Each takes a fraction of a second of a core, which the games need
/// too.
const MAX_RENDERING: usize = 1;

/// Largest number of cards that wait to be rendered. Further requests are refused.
const MAX_WAITING: usize = 64;

/// Largest number of bytes of rendered cards in the cache.
const CACHE_SIZE: usize = 8 << 20;

/// Renders cards. Cheap to clone; clones share the limits and the cache.
#[derive(Clone, Debug)]
pub(super) struct CardRenderer {
    shared: Arc<RendererState>,
}

#[derive(Debug)]
struct RendererState {
    /// A permit for each card that is rendered or waits.
    admitted: Arc<Semaphore>,
    /// A permit for each card that is rendered.
    rendering: Arc<Semaphore>,
    /// Rendered cards by tag, the least recently used first.
    cache: Mutex<VecDeque<(String, Bytes)>>,
}

impl Default for CardRenderer {
    fn default() -> Self {
        let shared = RendererState {
            admitted: Arc::new(Semaphore::new(MAX_RENDERING + MAX_WAITING)),
            rendering: Arc::new(Semaphore::new(MAX_RENDERING)),
            cache: Mutex::default(),
        };
        Self { shared: Arc::new(shared) }
    }
}

impl CardRenderer {
    /// Renders a card to PNG, with a width and a height in pixels. `tag` identifies the image in the cache.
    ///
    /// # Errors
    ///
    /// `busy` if too many cards wait; `internal` if the card cannot be drawn.
    pub(super) async fn render(&self, tag: &str, drawing: String, size: (u32, u32)) -> Result<Bytes, Error> {
        if let Some(pixels) = self.cached(tag) {
            return Ok(pixels);
        }
        let busy = |_| Error::new(ErrorCode::Busy, "too many pictures are being drawn; try again");
        let admitted = self.shared.admitted.clone().try_acquire_owned().map_err(busy)?;
        let rendering = self.shared.rendering.clone().acquire_owned().await.map_err(|_| failed())?;
        // An earlier request may have rendered the same card while this one waited.
        if let Some(pixels) = self.cached(tag) {
            return Ok(pixels);
        }
        let (renderer, tag) = (self.clone(), tag.to_owned());
        let rendered = task::spawn_blocking(move || {
            // The rendering goes on if the client leaves, so it holds the permits itself.
            let _permits = (admitted, rendering);
            let pixels = pixels::render(&drawing, size).map(Bytes::from);
            pixels.inspect(|pixels| renderer.cache(tag, pixels))
        });
        rendered.await.ok().flatten().ok_or_else(failed)
    }

    /// A card from the cache, which becomes the most recently used.
    fn cached(&self, tag: &str) -> Option<Bytes> {
        let mut cache = self.lock();
        let place = cache.iter().position(|(cached, _)| cached == tag)?;
        let entry = cache.remove(place)?;
        let pixels = entry.1.clone();
        cache.push_back(entry);
        Some(pixels)
    }

    /// Adds a card to the cache, and drops the least recently used beyond [`CACHE_SIZE`].
    fn cache(&self, tag: String, pixels: &Bytes) {
        let mut cache = self.lock();
        cache.push_back((tag, pixels.clone()));
        while cache.iter().map(|(_, pixels)| pixels.len()).sum::<usize>() > CACHE_SIZE {
            cache.pop_front();
        }
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<(String, Bytes)>> {
        // The cache is whole after every statement, so a panic elsewhere does not spoil it.
        self.shared.cache.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn failed() -> Error {
    Error::new(ErrorCode::Internal, "the picture could not be drawn")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_least_recently_used_cards_leave_a_full_cache() {
        let renderer = CardRenderer::default();
        let large = Bytes::from(vec![0; CACHE_SIZE / 4]);
        for tag in ["a", "b", "c", "d"] {
            renderer.cache(tag.to_owned(), &large);
        }
        assert!(renderer.cached("a").is_some());
        renderer.cache("e".to_owned(), &large);
        let is_cached = ["a", "b", "c", "d", "e"].map(|tag| renderer.cached(tag).is_some());
        assert_eq!(is_cached, [true, false, true, true, true]);
    }
}
