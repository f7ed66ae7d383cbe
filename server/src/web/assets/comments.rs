//! Removes comments from the browser's modules on their way to a client.
//!
//! Half of a module's text is comments. Measured on a game page of 40 files on 2026-11-23: without comments it takes
//! 50 KB compressed and 137 KB unpacked, with comments 81 KB (gzip, fastest level; 59 KB at level 6) and 180 KB. A page
//! may take 150 KiB unpacked (`web/test/browser/page-states.test.mjs`).

/// A module without its blank lines, and without the lines that hold nothing but a comment.
pub(super) fn without_comment_lines(source: &str) -> String {
    let mut is_inside = false;
    let mut kept = String::with_capacity(source.len());
    for line in source.lines() {
        let text = line.trim();
        let begins = text.starts_with("/*") && (!text.contains("*/") || text.ends_with("*/"));
        let is_comment = is_inside || begins || text.is_empty() || text.starts_with("//");
        is_inside = (is_inside || begins) && !text.ends_with("*/");
        if !is_comment {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comment_lines_are_left_out_and_code_stays() {
        let source = "// @ts-check\n/** What it is. */\nconst a = 1; // why\n\n/**\n * More.\n * @type {X} */\n  /** @type {X} */ (a).b;\nlet c = a * 2;\n/* x */ d();\n";
        let kept = "const a = 1; // why\n  /** @type {X} */ (a).b;\nlet c = a * 2;\n/* x */ d();\n";
        assert_eq!(without_comment_lines(source), kept);
    }
}
