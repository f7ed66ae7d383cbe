//! Names of files that change with their content: `game.js` becomes `game-0123456789abcdef.js`.

use sha2::{Digest, Sha256};

/// Bytes of the SHA-256 hash in a name.
const HASH_BYTES: usize = 8;

/// The hash of a file's content, as its name has it.
pub fn content_hash(content: &[u8]) -> String {
    Sha256::digest(content).iter().take(HASH_BYTES).map(|byte| format!("{byte:02x}")).collect()
}

/// The name of a file with the hash of its content.
pub fn with_hash(name: &str, hash: &str) -> String {
    match name.rsplit_once('.') {
        Some((stem, extension)) => format!("{stem}-{hash}.{extension}"),
        None => format!("{name}-{hash}"),
    }
}

/// The name without a hash, and the hash if there is one.
pub fn split_hash(name: &str) -> (String, Option<&str>) {
    let plain = || (name.to_owned(), None);
    let Some((stem, extension)) = name.rsplit_once('.') else { return plain() };
    let Some((stem, hash)) = stem.rsplit_once('-') else { return plain() };
    let is_hash = hash.len() == 2 * HASH_BYTES && hash.bytes().all(|byte| byte.is_ascii_hexdigit());
    if is_hash { (format!("{stem}.{extension}"), Some(hash)) } else { plain() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_changes_with_the_content_and_can_be_split_again() {
        let hash = content_hash(b"let a;");
        assert_ne!(hash, content_hash(b"let b;"));
        let name = with_hash("game.en.js", &hash);
        assert_eq!(name, format!("game.en-{hash}.js"));
        assert_eq!(split_hash(&name), ("game.en.js".to_owned(), Some(hash.as_str())));
    }

    #[test]
    fn a_name_with_other_hyphens_has_no_hash() {
        for name in ["service-worker.js", "style.css", "a-0123456789abcdeg.js", "none"] {
            assert_eq!(split_hash(name), (name.to_owned(), None), "{name}");
        }
    }
}
