//! The texts that the script of a page needs, as a script of their own: pages in several languages share all else.

use crate::error::BundleError;

/// Pages whose scripts share parts with the page of a game, such as its board, and so need its texts.
const PAGES_WITH_TEXTS_OF_GAME: [&str; 5] = ["analysis", "lesson", "offline", "offline-game", "puzzles"];

/// The script with the texts of a page and those of the whole site, from a file with one text a line.
pub(crate) fn texts_of_page(path: &str, json: &str, page: &str) -> Result<String, BundleError> {
    let mut texts = Vec::new();
    for line in json.lines().filter(|line| !matches!(*line, "{" | "}")) {
        let text = line.trim().trim_end_matches(',');
        let prefix = prefix(text).ok_or_else(|| BundleError::new(path, format!("not a text: {text}")))?;
        if is_needed(prefix, page) {
            texts.push(text);
        }
    }
    Ok(format!("globalThis.texts = {{{}}};\n", texts.join(",\n")))
}

/// The part of a text's key before the first point.
fn prefix(text: &str) -> Option<&str> {
    let (key, value) = text.strip_prefix('"')?.split_once("\": \"")?;
    value.ends_with('"').then(|| key.split('.').next())?
}

fn is_needed(prefix: &str, page: &str) -> bool {
    let is_own = page == prefix || page.strip_prefix(prefix).is_some_and(|rest| rest.starts_with('-'));
    is_own || prefix == "site" || prefix == "game" && PAGES_WITH_TEXTS_OF_GAME.contains(&page)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FILE: &str =
        "{\n  \"site.name\": \"n\",\n  \"game.a\": \"b: \\\"c\\\"\",\n  \"games.a\": \"c\"\n}\n";

    #[test]
    fn a_page_gets_its_own_texts_and_those_of_the_site() {
        let texts = |page| texts_of_page("text/en.json", FILE, page).expect("texts");
        let of_game = "globalThis.texts = {\"site.name\": \"n\",\n\"game.a\": \"b: \\\"c\\\"\"};\n";
        assert_eq!(texts("game"), of_game);
        assert_eq!(texts("analysis"), of_game, "its board is that of a game");
        assert_eq!(texts("game-of-one"), of_game, "it is a part of the pages of games");
        assert_eq!(texts("you"), "globalThis.texts = {\"site.name\": \"n\"};\n");
    }

    #[test]
    fn a_line_that_is_no_text_is_refused() {
        let refusal = texts_of_page("text/en.json", "{\n  \"a\": 1\n}\n", "game").expect_err("a refusal");
        assert_eq!(refusal.to_string(), "web/text/en.json: not a text: \"a\": 1");
    }
}
