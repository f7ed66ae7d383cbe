//! Removes comments from modules and styles: half of a module's text is comments.

/// What begins a JSDoc comment within a line: a cast.
const CAST_START: &str = "/** @";

const COMMENT_END: &str = "*/";

/// A module or style without its blank lines, without the lines that hold nothing but a comment, and without casts.
pub(crate) fn without_comments(source: &str) -> String {
    let mut is_inside = false;
    let mut kept = String::with_capacity(source.len());
    for line in source.lines() {
        let text = line.trim();
        let begins = text.starts_with("/*") && (!text.contains(COMMENT_END) || text.ends_with(COMMENT_END));
        let is_comment = is_inside || begins || text.is_empty() || text.starts_with("//");
        is_inside = (is_inside || begins) && !text.ends_with(COMMENT_END);
        if !is_comment {
            kept.push_str(&without_casts(line));
            kept.push('\n');
        }
    }
    kept
}

fn without_casts(line: &str) -> String {
    let Some((before, rest)) = line.split_once(CAST_START) else { return line.to_owned() };
    let Some((_, after)) = rest.split_once(COMMENT_END) else { return line.to_owned() };
    format!("{before}{}", without_casts(after.trim_start()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_are_left_out_and_code_stays() {
        let source = "// @ts-check\n/** What it is. */\nconst a = 1; // why\n\n/**\n * More.\n * @type {X} */\n  \
            const x = /** @type {X} */ (a).b + /** @type {Y} */ (c);\nlet c = a * 2;\n/* x */ d();\n";
        let kept = "const a = 1; // why\n  const x = (a).b + (c);\nlet c = a * 2;\n/* x */ d();\n";
        assert_eq!(without_comments(source), kept);
    }
}
