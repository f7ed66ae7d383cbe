use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::Path;

use crate::comments::without_comments;
use crate::error::BundleError;
use crate::file_name::{content_hash, with_hash};
use crate::pages::{EARLY_SOCKET, EMBED, ON_EVERY_PAGE, PAGES, SHARED_STYLES, STYLES};
use crate::script::script;
use crate::texts::texts_of_page;

/// The module of the service worker.
const SERVICE_WORKER: &str = "service-worker.js";

/// The placeholder in the module of the service worker for the version of the files.
const VERSION_MARK: &str = "FILES_VERSION";

/// The ending of pictures, which are delivered as they are.
const PICTURE: &str = ".svg";

/// The name and the path of the worker with the rules.
const WORKER: (&str, &str) = ("worker.js", "local-server/worker.js");

/// The name and the path of the WebAssembly module that the worker runs.
const WASM: (&str, &str) = ("module.wasm", "local-server/module.wasm");

/// The folder of the tests, whose files are not delivered.
const TESTS: &str = "test";

/// The folder `web/`: modules, styles, pictures and texts, by their paths.
#[derive(Clone, Debug)]
pub struct WebFolder {
    sources: BTreeMap<String, String>,
    /// The WebAssembly module.
    wasm: Vec<u8>,
}

/// What a delivered file is made of.
enum Content<'a> {
    /// The file at a path.
    Source(&'a str),
    /// The styles in these files, without comments.
    Style(Vec<&'a str>),
    /// The script that runs these modules.
    Script(Vec<String>),
    /// The texts of a page, from the file at a path.
    Texts { path: String, page: &'a str },
    /// The script of the service worker.
    ServiceWorker,
    /// The WebAssembly module.
    Wasm,
}

impl WebFolder {
    /// Reads the folder.
    ///
    /// # Errors
    ///
    /// If a file cannot be read, or is neither UTF-8 nor the WebAssembly module.
    pub fn read(folder: &Path) -> io::Result<Self> {
        let mut sources = BTreeMap::new();
        read_into(&mut sources, folder, "")?;
        Ok(Self { sources, wasm: fs::read(folder.join(WASM.1))? })
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
    pub fn file(&self, name: &str) -> Result<Option<Vec<u8>>, BundleError> {
        self.contents().remove(name).map(|content| self.make(content)).transpose()
    }

    /// The version of the files: it changes with each of them, and with the version of this package.
    ///
    /// # Errors
    ///
    /// As [`WebFolder::file`].
    pub fn version(&self) -> Result<String, BundleError> {
        let mut all = env!("CARGO_PKG_VERSION").to_owned();
        for (name, content) in self.contents() {
            // The script of the service worker names the version.
            let content = match content {
                Content::ServiceWorker => self.service_worker_script()?.into_bytes(),
                other => self.make(other)?,
            };
            all.push_str(&with_hash(&name, &content_hash(&content)));
        }
        Ok(content_hash(all.as_bytes()))
    }

    fn make(&self, content: Content<'_>) -> Result<Vec<u8>, BundleError> {
        let text: Result<String, _> = match content {
            Content::Source(path) => self.source(path).map(str::to_owned),
            Content::Style(names) => names.into_iter().map(|name| self.style(name)).collect(),
            Content::Script(modules) => self.script(&modules),
            Content::Texts { path, page } => texts_of_page(&path, self.source(&path)?, page),
            Content::ServiceWorker => self.service_worker(),
            Content::Wasm => return Ok(self.wasm.clone()),
        };
        text.map(String::into_bytes)
    }

    /// The script that runs modules. The addresses of the worker and its module change with their content.
    fn script(&self, modules: &[String]) -> Result<String, BundleError> {
        let mut script = script(&self.sources, modules)?;
        for name in [WORKER.0, WASM.0] {
            let address = format!("\"/static/{name}\"");
            if script.contains(&address) {
                let hash = content_hash(&self.file(name)?.unwrap_or_default());
                script = script.replace(&address, &format!("\"/static/{}\"", with_hash(name, &hash)));
            }
        }
        Ok(script)
    }

    fn service_worker(&self) -> Result<String, BundleError> {
        Ok(self.service_worker_script()?.replace(VERSION_MARK, &self.version()?))
    }

    fn service_worker_script(&self) -> Result<String, BundleError> {
        script(&self.sources, &[SERVICE_WORKER.to_owned()])
    }

    fn style(&self, name: &str) -> Result<String, BundleError> {
        self.source(&format!("{name}.css")).map(without_comments)
    }

    fn source(&self, path: &str) -> Result<&str, BundleError> {
        let source = self.sources.get(path).map(String::as_str);
        source.ok_or_else(|| BundleError::new(path, "there is no such file"))
    }

    /// What each delivered file is made of, by its name.
    fn contents(&self) -> BTreeMap<String, Content<'_>> {
        let is_unchanged = |path: &&String| path.ends_with(PICTURE);
        let unchanged = self.sources.keys().filter(is_unchanged);
        let mut contents: BTreeMap<_, _> =
            unchanged.map(|path| (path.clone(), Content::Source(path.as_str()))).collect();
        for (name, own) in STYLES {
            let files = SHARED_STYLES.into_iter().chain(own.iter().copied()).collect();
            contents.insert(format!("{name}.css"), Content::Style(files));
        }
        for module in [EARLY_SOCKET, EMBED] {
            contents.insert(module.to_owned(), Content::Script(vec![module.to_owned()]));
        }
        contents.insert(SERVICE_WORKER.to_owned(), Content::ServiceWorker);
        contents.insert(WORKER.0.to_owned(), Content::Script(vec![WORKER.1.to_owned()]));
        contents.insert(WASM.0.to_owned(), Content::Wasm);
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
        if name.ends_with(".wasm") {
            continue;
        }
        if !entry.file_type()?.is_dir() {
            sources.insert(format!("{prefix}{name}"), fs::read_to_string(entry.path())?);
        } else if name != TESTS {
            read_into(sources, &entry.path(), &format!("{prefix}{name}/"))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_of_the_site_can_be_made() {
        let web = WebFolder::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../web")).expect("a folder");
        let names = web.names();
        for expected in ["game.js", "game.en.js", "game.css", "embed.js", "service-worker.js", "icon.svg"] {
            assert!(names.iter().any(|name| name == expected), "{expected} is missing: {names:?}");
        }
        for name in names {
            let content = web.file(&name).expect(&name).expect(&name);
            assert!(!content.is_empty(), "{name}");
            let content = String::from_utf8_lossy(&content);
            assert!(!name.ends_with(".js") || !content.contains("\nimport "), "{name}");
        }
    }

    #[test]
    fn a_page_with_a_board_names_the_worker_and_its_module_by_their_content() {
        let web = WebFolder::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../web")).expect("a folder");
        let made = |name| web.file(name).expect("a file").expect("a file");
        let script = String::from_utf8(made("game.js")).expect("text");
        for name in [WORKER.0, WASM.0] {
            assert!(script.contains(&with_hash(name, &content_hash(&made(name)))), "{name}");
        }
    }

    #[test]
    fn the_service_worker_names_the_version_of_the_files() {
        let mut web =
            WebFolder::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../web")).expect("a folder");
        let version = web.version().expect("a version");
        let worker = String::from_utf8(web.file(SERVICE_WORKER).expect("a file").expect("a file"));
        assert!(worker.expect("text").contains(&format!("\"{version}\"")));
        web.sources.insert("style.css".to_owned(), "p {}\n".to_owned());
        assert_ne!(web.version(), Ok(version));
    }

    #[test]
    fn sources_are_not_delivered() {
        let web = WebFolder::read(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../web")).expect("a folder");
        for name in ["dom.js", "game/page.js", "text/en.json", "sowing.css", "protocol.d.ts", "../Cargo.toml"]
        {
            assert_eq!(web.file(name), Ok(None), "{name}");
        }
    }
}
