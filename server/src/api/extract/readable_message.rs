//! Messages of the parsers, made fit for clients.

/// Largest number of characters in a message. A message repeats names that the client chose, so it may be long.
const MAX_MESSAGE_CHARS: usize = 500;

/// What the parser of numbers says, and the same in plain words.
const NUMBER_ERRORS: [(&str, &str); 3] = [
    ("invalid digit found in string", "expected a whole number"),
    ("cannot parse integer from empty string", "expected a whole number"),
    ("number too large to fit in target type", "expected a smaller number"),
];

/// The message of a parser without its introduction and the position.
///
/// Where another type was expected, the value that was sent is left out: it may be a secret in the wrong field.
pub(super) fn readable_message(text: &str) -> String {
    let text = text
        .strip_prefix("Failed to deserialize ")
        .and_then(|text| text.split_once(": "))
        .map_or(text, |(_, text)| text);
    let text = text.rsplit_once(" at line ").map_or(text, |(text, _)| text);
    for (error, plain) in NUMBER_ERRORS {
        if let Some(field) = text.strip_suffix(error) {
            return shortened(&format!("{field}{plain}"));
        }
    }
    let expected = text
        .split_once("invalid type: ")
        .and_then(|(field, rest)| Some((field, rest.rsplit_once("expected ")?.1)));
    match expected {
        Some((field, expected)) => shortened(&format!("{field}expected {expected}")),
        None => shortened(text),
    }
}

fn shortened(text: &str) -> String {
    if text.chars().count() <= MAX_MESSAGE_CHARS {
        text.to_owned()
    } else {
        text.chars().take(MAX_MESSAGE_CHARS - 1).chain(['…']).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_says_what_was_expected_and_not_what_was_sent() {
        let name = "Failed to deserialize query string: player: a player's name is 2 to 24 letters";
        assert_eq!(readable_message(name), "player: a player's name is 2 to 24 letters");
        let number = "Failed to deserialize query string: ply: invalid digit found in string";
        assert_eq!(readable_message(number), "ply: expected a whole number");
        let body = "Failed to deserialize the JSON body into the target type: ";
        let misplaced = format!(
            "{body}invalid type: string \"a, expected b\", expected struct SignIn at line 1 column 9"
        );
        assert_eq!(readable_message(&misplaced), "expected struct SignIn");
        let unknown = format!("{body}unknown field `{}`, expected `id` at line 1 column 9", "x".repeat(1000));
        assert_eq!(readable_message(&unknown).chars().count(), MAX_MESSAGE_CHARS);
    }
}
