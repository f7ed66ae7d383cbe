//! What is left out of a file on its way to a browser, because nothing there needs it.

use std::collections::BTreeMap;

/// A module without the lines that are remarks alone.
pub(super) fn module(source: &str) -> String {
    let mut inside = false;
    let mut kept = String::with_capacity(source.len());
    for line in source.lines() {
        let text = line.trim();
        let begins = text.starts_with("/*") && (!text.contains("*/") || text.ends_with("*/"));
        let is_remark = inside || begins || text.is_empty() || text.starts_with("//");
        inside = (inside || begins) && !text.ends_with("*/");
        if !is_remark {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

/// The texts that stand on every page, and those of one page; none where the file is no texts.
pub(super) fn texts(json: &[u8], page: &str) -> Option<Vec<u8>> {
    let mut texts: BTreeMap<String, String> = serde_json::from_slice(json).ok()?;
    texts.retain(|key, _| key.split('.').next().is_some_and(|prefix| prefix == page || prefix == "site"));
    serde_json::to_vec(&texts).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn remarks_are_left_out_and_code_stays() {
        let source = "// @ts-check\n/** What it is. */\nconst a = 1; // why\n\n/**\n * More.\n * @type {X} */\n  /** @type {X} */ (a).b;\nlet c = a * 2;\n/* x */ d();\n";
        let kept = "const a = 1; // why\n  /** @type {X} */ (a).b;\nlet c = a * 2;\n/* x */ d();\n";
        assert_eq!(module(source), kept);
    }

    #[test]
    fn a_page_gets_its_own_texts_and_the_sites() {
        let json = br#"{"site.name":"n","game.a":"b","games.a":"c","rules.a":"d"}"#;
        assert_eq!(texts(json, "game").as_deref(), Some(br#"{"game.a":"b","site.name":"n"}"#.as_slice()));
        assert_eq!(texts(b"body {}", "game"), None);
    }
}
