//! The cookie that says who plays on the pages without scripts. The browser sends it to those pages and nowhere else;
//! the API never reads it.

use axum::http::{HeaderMap, HeaderValue, header};
use ikibuguzo_pages::forms::PATH;
use ikibuguzo_protocol::Token;

/// The name of the cookie. Its value is the player's token.
const NAME: &str = "ikibuguzo_player";

/// The time for which the browser keeps it, in seconds: a year.
const MAX_AGE_SECONDS: u32 = 365 * 86_400;

/// The token in the cookies of a request; none if no cookie holds one.
pub(crate) fn token_in(headers: &HeaderMap) -> Option<Token> {
    let lines = headers.get_all(header::COOKIE).iter().filter_map(|line| line.to_str().ok());
    let mut pairs = lines.flat_map(|line| line.split(';')).filter_map(|pair| pair.trim().split_once('='));
    pairs.find_map(|(name, value)| value.parse().ok().filter(|_| name == NAME))
}

/// The header that makes the browser keep a token.
pub(crate) fn kept(token: &Token, is_secure: bool) -> HeaderValue {
    set_cookie(token.reveal(), MAX_AGE_SECONDS, is_secure)
}

/// The header that makes the browser forget the token.
pub(crate) fn forgotten(is_secure: bool) -> HeaderValue {
    set_cookie("", 0, is_secure)
}

/// `Lax`: the browser sends the cookie with a link from another site, such as an invitation, but not with a form.
fn set_cookie(value: &str, max_age: u32, is_secure: bool) -> HeaderValue {
    let secure = if is_secure { "; Secure" } else { "" };
    let text = format!("{NAME}={value}; Path={PATH}; Max-Age={max_age}; HttpOnly; SameSite=Lax{secure}");
    let mut header = HeaderValue::from_str(&text).expect("a token is letters and digits");
    header.set_sensitive(true);
    header
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cookies(lines: &[&'static str]) -> HeaderMap {
        lines.iter().map(|line| (header::COOKIE, HeaderValue::from_static(line))).collect()
    }

    #[test]
    fn the_token_is_found_among_other_cookies() {
        let token = Token::from_random([7; Token::LENGTH]);
        let text: &'static str = format!("a=1; {NAME}={}", token.reveal()).leak();
        assert_eq!(token_in(&cookies(&["x=y", text])), Some(token));
        for other in ["", NAME, "ikibuguzo_player=", "ikibuguzo_player=short", "=;;="] {
            assert_eq!(token_in(&cookies(&[other])), None, "{other}");
        }
    }

    #[test]
    fn the_header_shows_the_token_in_no_log() {
        let token = Token::from_random([7; Token::LENGTH]);
        assert!(!format!("{:?}", kept(&token, true)).contains(token.reveal()));
    }
}
