//! The skeleton of a name, which finds names that can be confused.

use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_security::confusable_detection::skeleton;

/// The skeleton of a name. Two names with the same skeleton could be mistaken for each other.
///
/// Capitals, marks and hyphens are dropped, and characters that Unicode calls confusable (UTS 39) become the same one;
/// so do `i` and `l`, and `vv` and `w`.
///
/// ```
/// use ikibuguzo_store::name_skeleton;
///
/// assert_eq!(name_skeleton("Imvubu-10"), name_skeleton("irnvubu1o"));
/// assert_ne!(name_skeleton("imvubu"), name_skeleton("imbogo"));
/// ```
pub fn name_skeleton(name: &str) -> String {
    let plain: String = skeleton(&name.to_lowercase()).flat_map(char::to_lowercase).nfd().collect();
    let kept = plain.chars().filter(|c| !is_combining_mark(*c) && *c != '-');
    kept.map(|c| if c == 'i' { 'l' } else { c }).collect::<String>().replace("vv", "w")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_that_can_be_confused_have_one_skeleton() {
        for (one, other) in [
            ("inka-1", "lnka-l"),
            ("Ọbịageli", "obiageli"),
            ("MUGABO", "mugab0"),
            ("karnau", "Kamau"),
            ("vvanjiru", "wanjiru"),
            ("ɑmina", "amina"),
            ("łukasz", "lukasz"),
            ("Ñusta", "nu-sta"),
        ] {
            assert_eq!(name_skeleton(one), name_skeleton(other), "{one} and {other}");
        }
        for (one, other) in [("inka-1", "inka-2"), ("imvubu-12", "imvubu-21"), ("amina", "emina")] {
            assert_ne!(name_skeleton(one), name_skeleton(other), "{one} and {other}");
        }
    }

    #[test]
    fn the_skeleton_of_a_plain_name_replaces_five_things() {
        let mut rng = fastrand::Rng::with_seed(7);
        for _ in 0..10_000 {
            let letters = (0..rng.usize(2..24))
                .map(|_| *rng.choice(b"abcdefghijklmnopqrstuvwxyzvvv0123456789-").expect("some"));
            let name = String::from_utf8(letters.collect()).expect("letters");
            let expected = name
                .replace('-', "")
                .replace('m', "rn")
                .replace('1', "l")
                .replace('0', "o")
                .replace('i', "l")
                .replace("vv", "w");
            assert_eq!(name_skeleton(&name), expected, "{name}");
        }
    }
}
