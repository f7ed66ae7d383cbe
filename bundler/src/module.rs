//! One module of the page, in the style that `web/` keeps: imports come first and name what they import, only
//! declarations are exported, nothing is imported or awaited while the page runs.

use crate::comments::without_comments;
use crate::error::BundleError;

/// Declarations that can be exported. A variable is not among them: those who import it would not see it change.
const DECLARATIONS: [&str; 5] = ["const ", "function ", "async function ", "async function* ", "class "];

/// A module.
#[derive(Debug)]
pub(crate) struct Module {
    pub(crate) imports: Vec<Import>,
    /// The names that it exports.
    pub(crate) exports: Vec<String>,
    /// Its code without imports, indentation and the word `export`.
    pub(crate) body: String,
}

/// `import BINDING from "./PATH.js";`
#[derive(Debug)]
pub(crate) struct Import {
    /// The path of the imported module below `web/`.
    pub(crate) path: String,
    /// What the import declares, as a pattern of `const`; none if the module is only run.
    pub(crate) pattern: Option<String>,
}

impl Module {
    /// Reads the module at a path below `web/`.
    pub(crate) fn parse(path: &str, source: &str) -> Result<Self, BundleError> {
        let code = without_comments(source);
        let mut module = Self { imports: Vec::new(), exports: Vec::new(), body: String::new() };
        let mut rest = code.as_str();
        while let Some(statement) = rest.strip_prefix("import ") {
            let (import, after) = statement.split_once(";\n").unwrap_or((statement, ""));
            module.imports.push(Import::parse(path, import)?);
            rest = after;
        }
        rest.lines().try_for_each(|line| module.add_line(path, line))?;
        Ok(module)
    }

    fn add_line(&mut self, path: &str, line: &str) -> Result<(), BundleError> {
        check(path, line)?;
        let declaration = line.strip_prefix("export ");
        if let Some(declaration) = declaration {
            let name = exported_name(declaration)
                .ok_or_else(|| BundleError::new(path, format!("cannot export this: {declaration}")))?;
            self.exports.push(name.to_owned());
        }
        self.body.push_str(declaration.unwrap_or(line).trim_start());
        self.body.push('\n');
        Ok(())
    }
}

/// Refuses what would need another request, or would hold up the modules behind this one.
fn check(path: &str, line: &str) -> Result<(), BundleError> {
    if line.starts_with("import ") || line.contains("import(") {
        return Err(BundleError::new(path, format!("imports come first in a module: {line}")));
    }
    if line.matches('`').count() % 2 == 1 {
        return Err(BundleError::new(path, format!("a template literal ends in its line: {line}")));
    }
    if is_at_top_level(line) && line.contains("await ") && !line.contains("async ") {
        return Err(BundleError::new(path, format!("a module does not wait at its top level: {line}")));
    }
    Ok(())
}

fn is_at_top_level(line: &str) -> bool {
    !line.starts_with(' ')
}

fn exported_name(declaration: &str) -> Option<&str> {
    let named = DECLARATIONS.iter().find_map(|kind| declaration.strip_prefix(kind))?;
    let end = named.find(|letter: char| !letter.is_alphanumeric() && letter != '_')?;
    (end > 0).then(|| &named[..end])
}

impl Import {
    fn parse(importer: &str, text: &str) -> Result<Self, BundleError> {
        let unreadable = || BundleError::new(importer, format!("cannot read this import: {text}"));
        let (names, specifier) = match text.split_once(" from ") {
            Some((names, specifier)) => (Some(names), specifier),
            None => (None, text),
        };
        let specifier = specifier.strip_prefix('"').and_then(|text| text.strip_suffix('"'));
        let path = specifier.and_then(|specifier| resolved(importer, specifier)).ok_or_else(unreadable)?;
        let pattern = names.map(|names| pattern(names).ok_or_else(unreadable)).transpose()?;
        Ok(Self { path, pattern })
    }
}

/// The path of an imported module.
fn resolved(importer: &str, specifier: &str) -> Option<String> {
    let mut folders: Vec<&str> = importer.split('/').collect();
    folders.pop();
    for part in specifier.split('/') {
        match part {
            "." => {}
            ".." => drop(folders.pop()?),
            name => folders.push(name),
        }
    }
    let is_relative = specifier.starts_with("./") || specifier.starts_with("../");
    is_relative.then(|| folders.join("/"))
}

/// `{ a, b as c }` as `{ a, b: c }`, and `* as name` as `name`.
fn pattern(names: &str) -> Option<String> {
    if let Some(name) = names.strip_prefix("* as ") {
        return Some(name.to_owned());
    }
    let list = names.strip_prefix('{')?.strip_suffix('}')?;
    let names = list.split(',').map(str::trim).filter(|name| !name.is_empty());
    let names: Vec<_> = names.map(|name| name.replace(" as ", ": ")).collect();
    Some(format!("{{ {} }}", names.join(", ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(source: &str) -> String {
        Module::parse("game/page.js", source).expect_err(source).to_string()
    }

    #[test]
    fn imports_and_exports_are_found() {
        let source = "// @ts-check\nimport { a, b as c } from \"../dom.js\";\nimport {\n  d,\n  e,\n} from \"./clocks.js\";\n\
            import * as texts from \"../texts.js\";\nimport \"./run.js\";\n\nexport const F = 1;\nexport class G {}\n\
            export async function h() {}\nexport function i(j) {}\nlet k = F;\n";
        let module = Module::parse("game/page.js", source).expect("a module");
        let imports: Vec<_> =
            module.imports.iter().map(|it| (it.path.as_str(), it.pattern.as_deref())).collect();
        let expected = [
            ("dom.js", Some("{ a, b: c }")),
            ("game/clocks.js", Some("{ d, e }")),
            ("texts.js", Some("texts")),
            ("game/run.js", None),
        ];
        assert_eq!(imports, expected);
        assert_eq!(module.exports, ["F", "G", "h", "i"]);
        let body = "const F = 1;\nclass G {}\nasync function h() {}\nfunction i(j) {}\nlet k = F;\n";
        assert_eq!(module.body, body);
    }

    #[test]
    fn what_cannot_be_joined_is_refused() {
        for source in [
            "export let a = 1;\n",
            "export default 1;\n",
            "export { a } from \"./a.js\";\n",
            "import a from \"./a.js\";\n",
            "import { a } from \"library\";\n",
            "let b;\nimport { a } from \"./a.js\";\n",
            "  await import(\"./a.js\");\n",
            "const a = await b();\n",
            "await b();\n",
            "a(`b\n`);\n",
        ] {
            assert!(refusal(source).starts_with("web/game/page.js: "), "{source}");
        }
    }

    #[test]
    fn a_function_at_the_top_level_may_wait() {
        let source =
            "onSubmit(form, async () => change(await fetch(form)));\nasync function a() {\n  await b();\n}\n";
        let body =
            "onSubmit(form, async () => change(await fetch(form)));\nasync function a() {\nawait b();\n}\n";
        assert_eq!(Module::parse("you.js", source).expect("a module").body, body);
    }
}
