//! Turns drawings into pixels: a few at a time, off the threads that serve, and each only once while it is asked for.

use std::collections::VecDeque;
use std::sync::{Arc, LazyLock, Mutex, PoisonError};

use axum::body::Bytes;
use ikibuguzo_protocol::ErrorCode;
use resvg::tiny_skia::{Pixmap, Transform};
use resvg::usvg::{Options, Tree, fontdb};
use tokio::sync::Semaphore;
use tokio::task;

use super::picture::CARD;
use crate::error::Error;

/// How many pictures are drawn at a time, a fraction of a second each: games go on beside it.
const AT_ONCE: usize = 1;

/// How many may wait for it; whoever comes then is told to come back.
const WAITING: usize = 64;

/// How many bytes of pictures are kept.
const KEPT: usize = 8 << 20;

/// Draws. Cheap to clone; clones draw as one.
#[derive(Clone, Debug)]
pub(crate) struct Painter {
    inner: Arc<Inner>,
}

#[derive(Debug)]
struct Inner {
    line: Arc<Semaphore>,
    desks: Arc<Semaphore>,
    kept: Mutex<VecDeque<(String, Bytes)>>,
}

impl Default for Painter {
    fn default() -> Self {
        let inner = Inner {
            line: Arc::new(Semaphore::new(AT_ONCE + WAITING)),
            desks: Arc::new(Semaphore::new(AT_ONCE)),
            kept: Mutex::default(),
        };
        Self { inner: Arc::new(inner) }
    }
}

/// The one font: a picture is the same on every machine.
static FONTS: LazyLock<Arc<fontdb::Database>> = LazyLock::new(|| {
    let mut fonts = fontdb::Database::new();
    fonts.load_font_data(epaint_default_fonts::UBUNTU_LIGHT.to_vec());
    let family = fonts.faces().next().map(|face| face.families[0].0.clone());
    fonts.set_sans_serif_family(family.expect("the font that is built in"));
    Arc::new(fonts)
});

impl Painter {
    /// A card as PNG; `tag` tells drawings apart.
    ///
    /// # Errors
    ///
    /// `busy` where too many wait.
    pub(super) async fn paint(&self, tag: &str, drawing: String) -> Result<Bytes, Error> {
        if let Some(pixels) = self.kept(tag) {
            return Ok(pixels);
        }
        let busy = |_| Error::new(ErrorCode::Busy, "too many pictures are being drawn; try again");
        let in_line = self.inner.line.clone().try_acquire_owned().map_err(busy)?;
        let desk = self.inner.desks.clone().acquire_owned().await.map_err(|_| failed())?;
        // Whoever was served meanwhile may have wanted the same.
        if let Some(pixels) = self.kept(tag) {
            return Ok(pixels);
        }
        let (painter, tag) = (self.clone(), tag.to_owned());
        let drawing = task::spawn_blocking(move || {
            // Whoever asked may have gone: the place is taken for as long as the drawing lasts.
            let _places = (in_line, desk);
            draw(&drawing).inspect(|pixels| painter.keep(tag, pixels))
        });
        drawing.await.ok().flatten().ok_or_else(failed)
    }

    fn kept(&self, tag: &str) -> Option<Bytes> {
        let mut kept = self.inner.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let found = kept.iter().position(|(one, _)| one == tag)?;
        let entry = kept.remove(found)?;
        let pixels = entry.1.clone();
        kept.push_back(entry);
        Some(pixels)
    }

    /// Keeps a picture, in the place of those that nobody has asked for for the longest time.
    fn keep(&self, tag: String, pixels: &Bytes) {
        let mut kept = self.inner.kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.push_back((tag, pixels.clone()));
        while kept.iter().map(|(_, pixels)| pixels.len()).sum::<usize>() > KEPT {
            kept.pop_front();
        }
    }
}

fn draw(drawing: &str) -> Option<Bytes> {
    let options = Options { fontdb: FONTS.clone(), ..Options::default() };
    let tree = Tree::from_str(drawing, &options).ok()?;
    let mut pixels = Pixmap::new(CARD.0, CARD.1)?;
    resvg::render(&tree, Transform::identity(), &mut pixels.as_mut());
    pixels.encode_png().ok().map(Bytes::from)
}

fn failed() -> Error {
    Error::new(ErrorCode::Internal, "the picture could not be drawn")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_pictures_go_when_there_are_too_many() {
        let painter = Painter::default();
        let large = Bytes::from(vec![0; KEPT / 4]);
        for tag in ["a", "b", "c", "d"] {
            painter.keep(tag.to_owned(), &large);
        }
        assert!(painter.kept("a").is_some());
        painter.keep("e".to_owned(), &large);
        let kept = ["a", "b", "c", "d", "e"].map(|tag| painter.kept(tag).is_some());
        assert_eq!(kept, [true, false, true, true, true]);
    }
}
