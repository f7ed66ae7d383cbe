//! Documents with examples that a server has made: they are compared, or written again with `UPDATE_SNAPSHOTS=1`.

use std::collections::BTreeSet;
use std::fs;

use crate::storage::tournaments::NAMES;

/// Columns after which a line of JSON is broken.
const WIDTH: usize = 116;

/// Before numbers that differ from run to run and may be small.
const BEFORE_DIGITS: [&str; 6] =
    ["\"charge\":", "\"allowance\":", "\"retry_after\":", "go on in ", "\"month\":\"…-", "\"times\":["];

/// Checks that a document of `docs/` is as it would be made now, but for ids, tokens, times and hashes in examples.
/// With `UPDATE_SNAPSHOTS=1`, writes it if it is not.
pub(crate) fn check_document(name: &str, fresh: &str) {
    let path = path_of(name);
    let committed = fs::read_to_string(&path).unwrap_or_default();
    let [masked, masked_fresh] = [&committed, fresh].map(mask_examples);
    if masked == masked_fresh {
        return;
    }
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        return fs::write(path, fresh).expect("a file that can be written");
    }
    let differing = masked.lines().zip(masked_fresh.lines()).find(|(old, new)| old != new);
    panic!(
        "UPDATE_SNAPSHOTS=1 cargo test -p ikibuguzo-server --test it writes docs/{name} again: {differing:#?}"
    );
}

/// Reads a document of `docs/`.
pub(crate) fn read_document(name: &str) -> String {
    fs::read_to_string(path_of(name)).expect("a document")
}

fn path_of(name: &str) -> String {
    format!("{}/../docs/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Breaks a message into lines, before fields and objects.
pub(crate) fn wrap(json: &str) -> String {
    let mut text = String::new();
    let mut width = 0;
    for part in split_at_fields(json) {
        if width > 0 && width + part.len() > WIDTH {
            text.push_str("\n  ");
            width = 2;
        }
        text.push_str(part);
        width += part.len();
    }
    text
}

/// Splits behind each comma that is followed by a field or an object.
fn split_at_fields(json: &str) -> Vec<&str> {
    let commas = json.match_indices(",\"").chain(json.match_indices(",{"));
    let mut cuts: Vec<usize> = commas.map(|(index, _)| index + 1).collect();
    cuts.sort_unstable();
    cuts.push(json.len());
    let starts = std::iter::once(0).chain(cuts.clone());
    starts.zip(cuts).map(|(start, end)| &json[start..end]).collect()
}

/// Masks what differs from run to run in the fenced blocks of a document.
pub(crate) fn mask_examples(document: &(impl AsRef<str> + ?Sized)) -> String {
    let parts = document.as_ref().split("```").enumerate();
    let parts: Vec<String> =
        parts.map(|(index, part)| if index % 2 == 1 { mask_block(part) } else { part.to_owned() }).collect();
    parts.join("```")
}

/// Masks a block: the breaks of its lines do not count.
fn mask_block(block: &str) -> String {
    let joined = without_push_key(&block.replace("\n  ", ""));
    let mut masked: Vec<String> = Vec::new();
    for word in joined.split_inclusive(|c: char| !c.is_ascii_alphanumeric()) {
        let last = masked.last_mut().filter(|last| is_guest_name(last, word));
        let is_name = last.map(|last| "…-".clone_into(last)).is_some();
        masked.push(if is_name { word.replace(bare(word), "…") } else { mask_word(word) });
    }
    BEFORE_DIGITS.iter().fold(masked.concat(), |text, before| {
        let parts = text.split(before).enumerate();
        let without = parts.map(|(index, part)| if index == 0 { part } else { trim_digits(part) });
        without.collect::<Vec<_>>().join(before)
    })
}

/// Leaves out the server's public key for push services.
fn without_push_key(text: &str) -> String {
    let Some((before, rest)) = text.split_once("{\"key\":\"B") else { return text.to_owned() };
    let (_, after) = rest.split_once('"').unwrap_or_default();
    format!("{before}{{\"key\":\"{after}")
}

fn trim_digits(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '…' || c == ',')
}

fn bare(word: &str) -> &str {
    word.trim_end_matches(|c: char| !c.is_ascii_alphanumeric())
}

/// Whether these are the two halves of a name that the server has drawn, such as `imbogo-18779`.
fn is_guest_name(before: &str, word: &str) -> bool {
    let stem = before.strip_suffix('-').filter(|stem| stem.len() > 2 && *stem != "computer");
    let is_lowercase = |stem: &str| stem.bytes().all(|byte| byte.is_ascii_lowercase());
    stem.is_some_and(is_lowercase) && !bare(word).is_empty() && is_number(bare(word))
}

fn is_number(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Masks ids, times, and the players of a tournament, whose seats are drawn by lot.
fn mask_word(word: &str) -> String {
    let bare = bare(word);
    // Other words of these lengths are masked on both sides too.
    let is_id = matches!(bare.len(), 12 | 32 | 52 | 64);
    let is_time = bare.len() > 3 && is_number(bare);
    if is_id || is_time || NAMES.contains(&bare) { word.replace(bare, "…") } else { word.to_owned() }
}

#[test]
fn the_key_for_push_services_is_left_out_whatever_its_words_are() {
    let keys = ["BKq3", "B123456789ab_QvxN-c", "B-", "BQ_aB12cD34eF56_x"];
    let masked = keys.map(|key| mask_block(&format!(r#"{{"key":"{key}","subscriptions":[]}}"#)));
    assert!(masked.iter().all(|text| text == r#"{"key":","subscriptions":[]}"#), "{masked:?}");
}

#[test]
fn every_link_to_a_part_of_the_protocol_leads_to_a_heading() {
    let mut links = 0;
    for name in ["PROTOCOL.md", "REFERENCE.md", "QUICKSTART.md"] {
        let anchors = anchors(&read_document(name));
        for (file, text) in documents() {
            let own = if file == name { "](#" } else { "(not a link#" };
            let pieces = [own.to_owned(), format!("({name}#"), format!("(docs/{name}#")];
            let targets = pieces.iter().flat_map(|piece| text.split(piece).skip(1));
            for target in targets.filter_map(|rest| rest.split(')').next()) {
                assert!(anchors.contains(target), "{file}: {name}#{target}");
                links += 1;
            }
        }
    }
    assert!(links > 500, "{links} links");
}

/// The anchors of the headings of a document, and those that it has itself.
fn anchors(document: &str) -> BTreeSet<String> {
    let outside = document.split("```").step_by(2);
    let headings = outside.flat_map(str::lines).filter(|line| line.starts_with('#'));
    let ids = document.split("<a id=\"").skip(1).filter_map(|rest| rest.split('"').next());
    let mut anchors = BTreeSet::new();
    for anchor in headings.map(anchor).chain(ids.map(str::to_owned)) {
        assert!(anchors.insert(anchor.clone()), "{anchor} is there twice");
    }
    anchors
}

/// The anchor that GitHub gives to a heading.
pub(crate) fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim();
    let kept = text.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// The documents of the project with their names, but for the changelog.
fn documents() -> Vec<(String, String)> {
    let folder = fs::read_dir(path_of("")).expect("a folder");
    let names = folder.map(|entry| entry.expect("an entry").file_name().into_string().expect("a name"));
    let names = names.filter(|name| name.ends_with(".md"));
    let others = ["../README.md", "../CONTRIBUTING.md"].map(str::to_owned);
    names.chain(others).map(|name| (name.clone(), read_document(&name))).collect()
}
