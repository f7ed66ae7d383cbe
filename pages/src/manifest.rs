//! The manifest of the site as an application that a browser can install (<https://www.w3.org/TR/appmanifest/>), and its
//! icons.

use serde_json::json;

use crate::words::Words;

/// The path of the manifest.
pub const MANIFEST_PATH: &str = "/manifest.webmanifest";

/// The colour of the browser's own bars around the site.
pub(crate) const THEME_COLOR: &str = "#b98a5a";

/// The colour behind an icon, and behind the site while it is started.
const BACKGROUND_COLOR: &str = "#f6efe2";

const DRAWING: &str = include_str!("../../web/icon.svg");

/// An icon of the site, in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Icon {
    /// Its name: the last part of its path.
    name: &'static str,
    /// Its width and its height, in pixels.
    size: u32,
    /// Whether the system may cut its edge into a shape of its own.
    is_maskable: bool,
}

impl Icon {
    /// The icon that iOS shows, which has no transparent parts.
    pub(crate) const APPLE: Self = Self { name: "apple.png", size: 180, is_maskable: true };

    const ALL: [Self; 4] = [
        Self { name: "192.png", size: 192, is_maskable: false },
        Self { name: "512.png", size: 512, is_maskable: false },
        Self { name: "maskable.png", size: 512, is_maskable: true },
        Self::APPLE,
    ];

    /// The icon with a name.
    pub fn find(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|icon| icon.name == name)
    }

    /// Its width and its height, in pixels.
    pub fn size(self) -> u32 {
        self.size
    }

    /// Its path on the server.
    pub(crate) fn path(self) -> String {
        format!("/icon/{}", self.name)
    }

    /// Its drawing as SVG. The middle of a maskable icon, four fifths of its width, is always visible.
    pub fn drawing(self) -> String {
        let size = self.size;
        let open = format!(
            r#"<svg xmlns="http://www.w3.org/2000/svg" width="{size}" height="{size}" viewBox="0 0 48 48">"#
        );
        if !self.is_maskable {
            return format!("{open}{DRAWING}</svg>");
        }
        let background = format!(r#"<rect width="48" height="48" fill="{BACKGROUND_COLOR}"/>"#);
        format!(r#"{open}{background}<g transform="translate(7 7) scale(0.708)">{DRAWING}</g></svg>"#)
    }

    fn entry(self) -> serde_json::Value {
        let purpose = if self.is_maskable { "maskable" } else { "any" };
        let sizes = format!("{size}x{size}", size = self.size);
        json!({ "src": self.path(), "type": "image/png", "sizes": sizes, "purpose": purpose })
    }
}

/// The manifest as JSON.
pub fn manifest() -> String {
    let words = Words::english();
    let shortcut = |name, url| json!({ "name": words.text(name), "url": url });
    let icons: Vec<_> = Icon::ALL.into_iter().filter(|icon| *icon != Icon::APPLE).map(Icon::entry).collect();
    let manifest = json!({
        "id": "/",
        "name": words.text("site.name"),
        "short_name": words.text("site.name"),
        "description": words.text("home.title"),
        "lang": words.language,
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "theme_color": THEME_COLOR,
        "background_color": BACKGROUND_COLOR,
        "categories": ["games"],
        "icons": icons,
        "shortcuts": [shortcut("nav.learn", "/learn"), shortcut("nav.puzzles", "/puzzles")],
    });
    manifest.to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pixels;

    #[test]
    fn every_icon_of_the_manifest_can_be_drawn() {
        let manifest: serde_json::Value = serde_json::from_str(&manifest()).expect("JSON");
        let icons = manifest["icons"].as_array().expect("icons");
        assert_eq!(icons.len(), 3);
        for entry in icons {
            let path = entry["src"].as_str().expect("a path");
            let icon = Icon::find(path.strip_prefix("/icon/").expect("a path of icons")).expect("an icon");
            let image = pixels::render(&icon.drawing(), (icon.size, icon.size)).expect("an image");
            assert!(image.len() > 1_000, "{path}: {} bytes", image.len());
        }
    }
}
