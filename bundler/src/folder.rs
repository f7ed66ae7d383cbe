use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use crate::comments::without_comments;
use crate::error::BundleError;
use crate::script::script;
use crate::texts::texts_of_page;

/// The pages with a script: each has a module of its name in `web/`.
const PAGES: [&str; 13] = [
    "analysis",
    "game",
    "games",
    "home",
    "learn",
    "lesson",
    "live",
    "plain",
    "puzzles",
    "rules",
    "tournament",
    "tournaments",
    "you",
];

/// The module that runs on every page, after the page's own.
const ON_EVERY_PAGE: &str = "visitor-news.js";

/// The script of a game in a frame of another site. It has the texts of the game's page.
const EMBED: &str = "embed.js";

/// The service worker, which browsers know by its address.
const SERVICE_WORKER: &str = "service-worker.js";

/// Endings of files that are delivered as they are.
const STYLES_AND_PICTURES: [&str; 2] = [".css", ".svg"];

/// The folder of the tests, whose files are not delivered.
const TESTS: &str = "test";

/// The folder `web/`: modules, styles, pictures and texts, by their paths.
#[derive(Clone, Debug)]
pub struct WebFolder {
    sources: BTreeMap<String, String>,
}

/// What a delivered file is made of.
enum Content<'a> {
    /// The file at a path, without its comments.
    Source(&'a str),
    /// The script that runs these modules.
    Script(Vec<String>),
    /// The texts of a page, from the file at a path.
    Texts { path: String, page: &'a str },
}

impl WebFolder {
    /// Reads the folder.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or is not UTF-8.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut sources = BTreeMap::new();
        read_into(&mut sources, folder, "")?;
        Ok(Self { sources })
    }

    /// The names of the files that are delivered, without hashes.
    pub fn names(&self) -> Vec<String> {
        self.contents().into_keys().collect()
    }

    /// The file that is delivered under a name; none if there is no such file.
    ///
    /// # Errors
    ///
    /// If a module or a file of texts is not written as its neighbours are.
    pub fn file(&self, name: &str) -> Result<Option<String>, BundleError> {
        self.contents().remove(name).map(|content| self.make(content)).transpose()
    }

    fn make(&self, content: Content<'_>) -> Result<String, BundleError> {
        match content {
            Content::Source(path) => Ok(without_comments(&self.sources[path])),
            Content::Script(modules) => script(&self.sources, &modules),
            Content::Texts { path, page } => texts_of_page(&path, &self.sources[&path], page),
        }
    }

    /// What each delivered file is made of, by its name.
    fn contents(&self) -> BTreeMap<String, Content<'_>> {
        let is_unchanged = |path: &&String| {
            *path == SERVICE_WORKER || STYLES_AND_PICTURES.iter().any(|ending| path.ends_with(ending))
        };
        let unchanged = self.sources.keys().filter(is_unchanged);
        let mut contents: BTreeMap<_, _> =
            unchanged.map(|path| (path.clone(), Content::Source(path.as_str()))).collect();
        contents.insert(EMBED.to_owned(), Content::Script(vec![EMBED.to_owned()]));
        for page in PAGES {
            let module = format!("{page}.js");
            contents.insert(module.clone(), Content::Script(vec![module, ON_EVERY_PAGE.to_owned()]));
            for language in self.languages() {
                let path = format!("text/{language}.json");
                contents.insert(format!("{page}.{language}.js"), Content::Texts { path, page });
            }
        }
        contents
    }

    /// The languages that there are texts for.
    fn languages(&self) -> impl Iterator<Item = &str> {
        self.sources.keys().filter_map(|path| path.strip_prefix("text/")?.strip_suffix(".json"))
    }
}

/// Reads the files below a folder. Their paths begin with `prefix`.
fn read_into(sources: &mut BTreeMap<String, String>, folder: &Path, prefix: &str) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        if !entry.file_type()?.is_dir() {
            sources.insert(format!("{prefix}{name}"), fs::read_to_string(entry.path())?);
        } else if name != TESTS {
            read_into(sources, &entry.path(), &format!("{prefix}{name}/"))?;
        }
    }
    Ok(())
}
