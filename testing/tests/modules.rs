//! The layers within a crate: which module may use which. Sources are read as text; code of tests does not count.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

/// Modules of the server whose files still use each other in a circle. This list only becomes shorter.
const CYCLIC_MODULES: &[&str] = &["live::room_task"];

/// For each module, the modules that it uses. A module is named by its path from the root of the crate, such as
/// `live::writer`; the root of the crate is the empty path.
type Graph = BTreeMap<String, BTreeSet<String>>;

/// The text of each module of a crate, without comments and tests.
struct Sources(BTreeMap<String, String>);

impl Sources {
    fn read(crate_folder: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(crate_folder).join("src");
        let mut sources = Self(BTreeMap::new());
        sources.read_folder(&root, "");
        sources
    }

    fn read_folder(&mut self, folder: &Path, prefix: &str) {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            let name = path.file_stem().expect("a name").to_str().expect("UTF-8");
            let module = if prefix.is_empty() { name.to_owned() } else { format!("{prefix}::{name}") };
            if path.is_dir() {
                self.read_folder(&path, &module);
            } else if path.extension().is_some_and(|extension| extension == "rs") && module != "main" {
                let module = if module == "lib" { String::new() } else { module };
                self.0.insert(module, without_tests(&fs::read_to_string(&path).expect("UTF-8")));
            }
        }
        self.remove_test_modules();
    }

    /// Removes the files of modules that are declared behind `#[cfg(test)]`.
    fn remove_test_modules(&mut self) {
        let is_test = |module: &String| {
            let (parent, name) = module.rsplit_once("::").unwrap_or(("", module));
            let declaration = format!("mod {name};");
            !module.is_empty() && self.0.get(parent).is_some_and(|text| !text.contains(&declaration))
        };
        let tests: Vec<String> = self.0.keys().filter(|module| is_test(module)).cloned().collect();
        self.0.retain(|module, _| !tests.contains(module));
    }

    /// The graph of all modules.
    fn graph(&self) -> Graph {
        self.0.iter().map(|(module, text)| (module.clone(), self.used_by(module, text))).collect()
    }

    fn used_by(&self, module: &str, text: &str) -> BTreeSet<String> {
        let paths = paths_in(text).into_iter();
        let paths = paths.filter_map(|path| self.absolute(module, &path));
        paths.map(|path| self.module_of(&path)).filter(|used| used != module).collect()
    }

    /// The path from the root of the crate; none if the path is one of another crate, or of something in the file.
    fn absolute(&self, module: &str, path: &[String]) -> Option<Vec<String>> {
        let own = || module.split("::").filter(|part| !part.is_empty()).map(str::to_owned);
        let (first, rest) = path.split_first()?;
        match first.as_str() {
            "crate" => Some(rest.to_vec()),
            "self" => Some(own().chain(rest.iter().cloned()).collect()),
            "super" => {
                let parents = path.iter().take_while(|part| *part == "super").count();
                let depth = own().count().saturating_sub(parents);
                Some(own().take(depth).chain(path[parents..].iter().cloned()).collect())
            }
            _ => {
                let child: Vec<String> = own().chain([first.clone()]).collect();
                self.0.contains_key(&child.join("::")).then(|| own().chain(path.iter().cloned()).collect())
            }
        }
    }

    /// The module in which the path ends: its longest beginning that is a module.
    fn module_of(&self, path: &[String]) -> String {
        let beginnings = (0..=path.len()).rev().map(|length| path[..length].join("::"));
        beginnings.into_iter().find(|module| self.0.contains_key(module)).unwrap_or_default()
    }
}

/// The text without comments and without items behind `#[cfg(test)]`.
fn without_tests(text: &str) -> String {
    let mut kept = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        if line.trim() == "#[cfg(test)]" {
            let indent = &line[..line.len() - line.trim_start().len()];
            let ends = |line: &str| {
                let at_indent = line.strip_prefix(indent).is_some_and(|rest| !rest.starts_with(' '));
                at_indent && (line.ends_with(';') || line.ends_with('}') || line.ends_with(','))
            };
            lines.by_ref().find(|line| ends(line));
        } else if !line.trim_start().starts_with("//") {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// All paths of two or more parts in a text; `a::{b, c}` is two paths.
fn paths_in(text: &str) -> Vec<Vec<String>> {
    // The path of a visibility is no use.
    let text = text.replace("pub(in crate::", "pub(");
    let mut paths = Vec::new();
    let mut rest = text.as_str();
    while let Some(start) = rest.find(is_name_character) {
        let is_inside_path = rest[..start].ends_with("::");
        rest = &rest[start..];
        if is_inside_path {
            rest = read_name(rest).1;
        } else {
            rest = read_path(rest, &[], &mut paths);
        }
    }
    paths.retain(|path| path.len() > 1);
    paths
}

/// Reads a path that begins with a name, and adds it behind `parent` to `paths`. Returns the text after it.
fn read_path<'a>(text: &'a str, parent: &[String], paths: &mut Vec<Vec<String>>) -> &'a str {
    let (name, mut rest) = read_name(text);
    let path: Vec<String> = parent.iter().cloned().chain([name.to_owned()]).collect();
    let Some(next) = rest.strip_prefix("::") else {
        paths.push(path);
        return rest;
    };
    if next.starts_with(is_name_character) {
        return read_path(next, &path, paths);
    }
    let Some(list) = next.strip_prefix('{') else {
        paths.push(path);
        return next;
    };
    rest = list.trim_start();
    while rest.starts_with(is_name_character) {
        rest = read_path(rest, &path, paths).trim_start_matches(|it: char| it == ',' || it.is_whitespace());
    }
    rest.strip_prefix('}').unwrap_or(rest)
}

fn read_name(text: &str) -> (&str, &str) {
    text.split_at(text.find(|it| !is_name_character(it)).unwrap_or(text.len()))
}

fn is_name_character(it: char) -> bool {
    it.is_ascii_alphanumeric() || it == '_'
}

/// The graph in which modules with the same result of `outer` are one.
fn merged(graph: &Graph, outer: impl Fn(&str) -> String) -> Graph {
    let mut modules = Graph::new();
    for (module, used) in graph {
        let module = outer(module);
        let used: Vec<String> = used.iter().map(|used| outer(used)).filter(|used| *used != module).collect();
        modules.entry(module).or_default().extend(used);
    }
    modules
}

/// The module at the top of the crate in which a module is.
fn top_of(module: &str) -> String {
    module.split("::").next().unwrap_or_default().to_owned()
}

/// The module of the list in which a module is; otherwise the module itself.
fn listed_of(module: &str) -> String {
    let is_inside = |outer: &str| module == outer || module.starts_with(&format!("{outer}::"));
    CYCLIC_MODULES.iter().copied().find(|outer| is_inside(outer)).unwrap_or(module).to_owned()
}

/// The modules of all cycles, and those between them: what remains while modules that use no others, or that no other
/// uses, are removed.
fn cyclic(mut graph: Graph) -> Graph {
    loop {
        let used: BTreeSet<String> = graph.values().flatten().cloned().collect();
        let count = graph.len();
        graph.retain(|module, uses| !uses.is_empty() && used.contains(module));
        if graph.len() == count {
            return graph;
        }
        let left: BTreeSet<String> = graph.keys().cloned().collect();
        graph.values_mut().for_each(|uses| uses.retain(|module| left.contains(module)));
    }
}

fn expect_no_cycle(modules: Graph) {
    let cyclic = cyclic(modules);
    assert!(cyclic.is_empty(), "these modules use each other in a circle: {cyclic:#?}");
}

#[test]
fn the_modules_at_the_top_of_the_server_form_no_cycle() {
    let modules = merged(&Sources::read("server").graph(), top_of);
    assert!(modules.len() > 20, "{modules:#?}");
    expect_no_cycle(modules);
}

#[test]
fn the_files_of_the_server_form_no_cycle() {
    let files = Sources::read("server").graph();
    assert!(files.len() > 200, "{files:#?}");
    expect_no_cycle(merged(&files, listed_of));
}

#[test]
fn each_listed_module_has_a_cycle() {
    let files = Sources::read("server").graph();
    for module in CYCLIC_MODULES {
        let mut inside = files.clone();
        inside.retain(|file, _| listed_of(file) == *module);
        assert!(!cyclic(inside).is_empty(), "{module} has no cycle: remove it from the list");
    }
}

#[test]
fn paths_are_read_from_imports_and_expressions() {
    let text =
        "pub(in crate::x) use crate::a::{b::{C, d}, e};\n    crate::f::<T>(super::g::H, self::i::j(), k::l)";
    let expected =
        ["crate::a::b::C", "crate::a::b::d", "crate::a::e", "crate::f", "super::g::H", "self::i::j", "k::l"];
    let found: Vec<String> = paths_in(text).iter().map(|path| path.join("::")).collect();
    assert_eq!(found, expected);
}

#[test]
fn code_of_tests_does_not_count() {
    let text = "use a::B;\n#[cfg(test)]\nuse c::D;\nimpl E {\n    #[cfg(test)]\n    fn f() {\n        g::h();\n    }\n    \
                fn i() {}\n}\n#[cfg(test)]\nmod tests {\n    use j::K;\n}\n// l::m\n";
    assert_eq!(without_tests(text), "use a::B;\nimpl E {\n    fn i() {}\n}\n");
}

#[test]
fn a_cycle_is_found_through_other_modules() {
    let graph = |edges: &[(&str, &str)]| {
        let mut graph = Graph::new();
        for (module, used) in edges {
            graph.entry((*module).to_owned()).or_default().insert((*used).to_owned());
            graph.entry((*used).to_owned()).or_default();
        }
        graph
    };
    assert!(cyclic(graph(&[("a", "b"), ("b", "c"), ("a", "c")])).is_empty());
    let found = cyclic(graph(&[("a", "b"), ("b", "c"), ("c", "b"), ("c", "d")]));
    assert_eq!(found.keys().collect::<Vec<_>>(), ["b", "c"]);
}
