//! Answers as texts that are the same in two worlds unless they tell a secret.

use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};

use ikibuguzo_protocol::Timestamp;
use ureq::http::Response;

use super::scene::Scene;
use super::world::{Viewer, World};

/// The part of an answer that is shown before a difference.
const CHARS_BEFORE_DIFFERENCE: usize = 150;

/// The part of an answer with a difference that is shown.
const SHOWN_CHARS: usize = 300;

/// Number of first digits that all times of a test have.
const TIME_PREFIX_DIGITS: usize = 3;

/// The length of a time in milliseconds since 1970-01-01 UTC.
const TIME_DIGITS: usize = 13;

/// The text before the hash of a sealed array. The hash has a random salt, so it does not depend on the array.
const SEAL_MARK: &str = "sha256:";

/// Headers that depend on the moment, or on the masked parts of the body alone.
const HEADERS_OF_THE_MOMENT: [&str; 2] = ["date", "content-length"];

/// The text before random values in the answer to a request that makes something.
const RANDOM_FIELDS: [&str; 4] = ["\"token\":\"", "\"name\":\"", "\"game\":\"", "\"tournament\":\""];

/// The text before random values of every answer: the ids of the forms of a page, the number of spectators, which is
/// up to two seconds old, and the hash of the lists of the home page, which have times.
const RANDOM_VALUES: [&str; 3] = ["name=\"id\" value=\"", "\"spectators\":", "data-known=\""];

/// The text before the number of counters in the store of North. The counters of Azigo are conserved: if the store of
/// South differs and the holes do not, so does that of North.
const OWN_STORE: [&str; 2] = ["\"stores\":{\"south\":null,\"north\":", "class=\"kept\">store "];

/// The effect of entering its store, for North.
const OWN_PREVIEW: [&str; 2] =
    [r#"{"enter":"own","count":1,"last":"a"}"#, r#"{"enter":"own","count":3,"last":"c"}"#];

/// The turn of Azigo that differs and the capture after it, in records and on pages.
const DIFFERING_TURN: [&str; 6] = [
    "42. A t",
    "42. * t",
    "data-ply=\"83\">A<",
    "data-ply=\"83\">*<",
    "North sows t: 1 counter, captures 1 from A, ends in A.</li><li>South sows A: 1 counter, ends in B.",
    "North sows t: 1 counter, captures 3 from A, ends in A.</li><li>South enters the store along the own row: \
     2 counters, ends in B.",
];

/// The answers of a world to one viewer: what was asked, and the answer.
pub(super) type Answers = Vec<(String, String)>;

/// A response as a text. An ETag is kept only if nothing in the body is masked: it is a hash of the body.
pub(super) fn text_of(response: &Response<Vec<u8>>, world: &World<'_>, viewer: Viewer) -> String {
    let body = String::from_utf8(response.body().clone()).unwrap_or_else(|_| hash_text(response.body()));
    let masked = mask(&body, world, viewer);
    let mut headers = BTreeMap::new();
    for (name, value) in response.headers() {
        let is_kept = !HEADERS_OF_THE_MOMENT.contains(&name.as_str()) && (name != "etag" || masked == body);
        headers.insert(name.as_str(), if is_kept { value.to_str().expect("text") } else { "masked" });
    }
    format!("{} {headers:?}\n{masked}", response.status())
}

/// A picture as a text.
fn hash_text(bytes: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    bytes.hash(&mut hasher);
    format!("{} bytes with the hash {}", bytes.len(), hasher.finish())
}

/// The text without what differs between worlds and is not secret for the viewer.
pub(super) fn mask(text: &str, world: &World<'_>, viewer: Viewer) -> String {
    let mut text = text.to_owned();
    for (index, game) in world.challenges.iter().enumerate() {
        text = text.replace(game.as_str(), &format!("challenge-{index}"));
    }
    text = mask_times(&mask_seals(&text), world.scene.complete_at);
    text = mask_clock_times(&without_differing_turn(&text));
    if viewer == Viewer::North {
        text = replace_all(&text, &OWN_PREVIEW);
        text = mask_after_all(&text, &OWN_STORE);
    }
    mask_after_all(&text, &RANDOM_VALUES)
}

/// Leaves out the turn of Azigo that differs and the capture after it.
fn without_differing_turn(text: &str) -> String {
    let first = format!("\"seq\":{},", Scene::differing_seq());
    let next = format!("\"seq\":{},", Scene::differing_seq() + 2);
    let mut kept = text.to_owned();
    while let Some(start) = kept.find(&first) {
        let end = kept[start..].find(&next).map_or(kept.len(), |length| start + length);
        kept.replace_range(start..end, "");
    }
    replace_all(&kept, &DIFFERING_TURN)
}

fn replace_all(text: &str, parts: &[&str]) -> String {
    parts.iter().fold(text.to_owned(), |text, part| text.replace(part, "masked"))
}

/// Masks times in milliseconds since the scene was complete.
fn mask_times(text: &str, since: Timestamp) -> String {
    let prefix = &since.to_string()[..TIME_PREFIX_DIGITS];
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(start) = rest.find(prefix) {
        let (before, from_digits) = rest.split_at(start);
        let length = from_digits.bytes().take_while(u8::is_ascii_digit).count();
        let (digits, after) = from_digits.split_at(length);
        let is_time = length == TIME_DIGITS && digits.parse().is_ok_and(|time: Timestamp| time >= since);
        masked += before;
        masked += if is_time { "time" } else { digits };
        rest = after;
    }
    masked + rest
}

/// Masks the hashes of sealed arrays.
fn mask_seals(text: &str) -> String {
    let mut parts = text.split(SEAL_MARK);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |masked, part| {
        let digits = part.find(|it: char| !it.is_ascii_hexdigit()).unwrap_or(part.len());
        masked + SEAL_MARK + "hash" + &part[digits..]
    })
}

/// Masks the time of day in times such as `2026-11-29 17:05` and `2026-11-29T17:05:12Z`.
fn mask_clock_times(text: &str) -> String {
    let mut masked = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(colon) = rest.find(':') {
        let (before, from_colon) = rest.split_at(colon);
        rest = &from_colon[1..];
        match (before_hour(before), after_two_digits(rest)) {
            (Some(before), Some(after)) => {
                masked = masked + before + "time";
                rest = after.strip_prefix(':').and_then(after_two_digits).unwrap_or(after);
            }
            _ => masked = masked + before + ":",
        }
    }
    masked + rest
}

fn before_hour(text: &str) -> Option<&str> {
    let (before, hour) = text.split_at_checked(text.len().checked_sub(2)?)?;
    hour.bytes().all(|byte| byte.is_ascii_digit()).then_some(before)
}

fn after_two_digits(text: &str) -> Option<&str> {
    let (digits, after) = text.split_at_checked(2)?;
    digits.bytes().all(|byte| byte.is_ascii_digit()).then_some(after)
}

/// Masks the values of JSON fields that are random in the answer to a request that makes something.
pub(super) fn mask_random_fields(text: &str) -> String {
    mask_after_all(text, &RANDOM_FIELDS)
}

fn mask_after_all(text: &str, starts: &[&str]) -> String {
    starts.iter().fold(text.to_owned(), |text, start| mask_after(&text, start))
}

/// Masks the letters and digits after each occurrence of a text.
fn mask_after(text: &str, start: &str) -> String {
    let mut parts = text.split(start);
    let first = parts.next().unwrap_or_default().to_owned();
    parts.fold(first, |masked, part| {
        let rest = part.trim_start_matches(|it: char| it.is_alphanumeric() || it == '-');
        format!("{masked}{start}random{rest}")
    })
}

/// The answers in which two worlds differ, shortened to where the difference begins.
pub(super) fn differences(one: &Answers, other: &Answers) -> Vec<String> {
    let asked = |answers: &Answers| answers.iter().map(|(asked, _)| asked.clone()).collect::<Vec<_>>();
    assert_eq!(asked(one), asked(other));
    let pairs = one.iter().zip(other).filter(|(one, other)| one != other);
    pairs.map(|((asked, one), (_, other))| difference(asked, one, other)).collect()
}

fn difference(asked: &str, one: &str, other: &str) -> String {
    let same = one.chars().zip(other.chars()).take_while(|(one, other)| one == other).count();
    let start = same.saturating_sub(CHARS_BEFORE_DIFFERENCE);
    let [one, other] =
        [one, other].map(|text| text.chars().skip(start).take(SHOWN_CHARS).collect::<String>());
    format!("{asked}\n  one:   {one}\n  other: {other}")
}
