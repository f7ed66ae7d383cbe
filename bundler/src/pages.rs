//! What the pages of the site load.

/// The pages with a script: each has a module of its name in `web/`.
pub(crate) const PAGES: [&str; 15] = [
    "analysis",
    "game",
    "games",
    "home",
    "learn",
    "lesson",
    "live",
    "offline",
    "offline-game",
    "plain",
    "puzzles",
    "rules",
    "tournament",
    "tournaments",
    "you",
];

/// The module that runs on every page, after the page's own.
pub(crate) const ON_EVERY_PAGE: &str = "visitor-news.js";

/// The script of a game in a frame of another site. It has the texts of the game's page.
pub(crate) const EMBED: &str = "embed.js";

/// The script that opens the socket of a page while the page's script is on its way.
pub(crate) const EARLY_SOCKET: &str = "early-socket.js";

/// The styles of all pages.
pub(crate) const SHARED_STYLES: [&str; 2] = ["style", "board"];

/// The styles that pages load, and the files in `web/` that each adds to those of all pages. Later rules override earlier
/// ones.
pub(crate) const STYLES: [(&str, &[&str]); 12] = [
    ("analysis", &["game", "sowing", "analysis"]),
    ("api", &["api"]),
    ("embed", &["game", "sowing", "embed"]),
    ("forms", &["forms"]),
    ("game", &["game", "sowing", "examples"]),
    ("learn", &["learn"]),
    ("lesson", &["game", "sowing", "learn", "examples"]),
    ("live", &["lobby", "sowing"]),
    ("lobby", &["lobby"]),
    ("plain", &[]),
    ("rules", &["rules", "sowing", "examples"]),
    ("stats", &["stats"]),
];
