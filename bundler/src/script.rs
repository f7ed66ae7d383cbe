//! Joins modules into one script: each becomes a function that is called once and returns its exports.

use std::collections::BTreeMap;

use crate::error::BundleError;
use crate::module::{Import, Module};

/// The script that runs modules, and before them what they import, in the order in which a browser would.
pub(crate) fn script(sources: &BTreeMap<String, String>, entries: &[String]) -> Result<String, BundleError> {
    let mut joiner = Joiner { sources, open: Vec::new(), joined: Vec::new(), script: String::new() };
    entries.iter().try_for_each(|entry| joiner.join(entry))?;
    Ok(joiner.script)
}

struct Joiner<'a> {
    sources: &'a BTreeMap<String, String>,
    /// The modules whose imports are being joined.
    open: Vec<String>,
    joined: Vec<String>,
    script: String,
}

impl Joiner<'_> {
    fn join(&mut self, path: &str) -> Result<(), BundleError> {
        if self.joined.iter().any(|joined| joined == path) {
            return Ok(());
        }
        if self.open.iter().any(|open| open == path) {
            return Err(BundleError::new(path, "the module imports itself through others"));
        }
        let source =
            self.sources.get(path).ok_or_else(|| BundleError::new(path, "there is no such module"))?;
        let module = Module::parse(path, source)?;
        self.open.push(path.to_owned());
        module.imports.iter().try_for_each(|import| self.join(&import.path))?;
        self.open.pop();
        self.joined.push(path.to_owned());
        self.script.push_str(&call(path, &module));
        Ok(())
    }
}

/// A module as a function that is called.
fn call(path: &str, module: &Module) -> String {
    let imports: String = module.imports.iter().map(declaration).collect();
    let body = &module.body;
    if module.exports.is_empty() {
        return format!("(() => {{\n{imports}{body}}})();\n");
    }
    let name = variable(path);
    let exports = module.exports.join(", ");
    format!("const {name} = (() => {{\n{imports}{body}return {{ {exports} }};\n}})();\n")
}

fn declaration(import: &Import) -> String {
    match &import.pattern {
        Some(pattern) => format!("const {pattern} = {};\n", variable(&import.path)),
        None => String::new(),
    }
}

/// The variable that holds the exports of a module. No module has a name of its own that begins with `$`.
fn variable(path: &str) -> String {
    let stem = path.strip_suffix(".js").unwrap_or(path);
    let letters = stem.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '_' });
    std::iter::once('$').chain(letters).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sources<const N: usize>(files: [(&str, &str); N]) -> BTreeMap<String, String> {
        files.map(|(path, source)| (path.to_owned(), source.to_owned())).into()
    }

    #[test]
    fn each_module_is_run_once_after_what_it_imports() {
        let files = sources([
            ("page.js", "import { b } from \"./a/b.js\";\nimport { c } from \"./c.js\";\nb(c);\n"),
            ("a/b.js", "import { c as d } from \"../c.js\";\nexport function b() {\n  return d;\n}\n"),
            ("c.js", "export const c = 1;\n"),
            ("news.js", "import \"./c.js\";\nnews();\n"),
            ("unused.js", "unused();\n"),
        ]);
        let expected = "const $c = (() => {\nconst c = 1;\nreturn { c };\n})();\n\
            const $a_b = (() => {\nconst { c: d } = $c;\nfunction b() {\nreturn d;\n}\nreturn { b };\n})();\n\
            (() => {\nconst { b } = $a_b;\nconst { c } = $c;\nb(c);\n})();\n\
            (() => {\nnews();\n})();\n";
        assert_eq!(script(&files, &["page.js", "news.js"].map(str::to_owned)).as_deref(), Ok(expected));
    }

    #[test]
    fn a_cycle_and_a_missing_module_are_refused() {
        let files = sources([
            ("a.js", "import { b } from \"./b.js\";\n"),
            ("b.js", "import { a } from \"./a.js\";\n"),
            ("c.js", "import { d } from \"./d.js\";\n"),
        ]);
        let refusal =
            |entry: &str| script(&files, &[String::from(entry)]).expect_err("a refusal").to_string();
        assert_eq!(refusal("a.js"), "web/a.js: the module imports itself through others");
        assert_eq!(refusal("c.js"), "web/d.js: there is no such module");
    }
}
