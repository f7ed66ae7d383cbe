//! The header `Forwarded` (RFC 7239), in which each proxy says from where a request came to it.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use axum::http::HeaderMap;
use axum::http::header::FORWARDED;

/// What one proxy says about a request that it has passed on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Hop {
    /// The address from which the request came to the proxy; none if the proxy conceals it or does not know it.
    pub(super) from: Option<IpAddr>,
    /// Whether the request came to the proxy over HTTPS; none if the proxy does not say so.
    pub(super) is_secure: Option<bool>,
}

/// The elements of all `Forwarded` headers, from the right. One that cannot be read says nothing.
///
/// Each element is found from the right end, because the element of a trusted proxy stands right of everything that the
/// client sent. Read from the left, a quotation mark that the client never closed would take in the proxy's element.
pub(super) fn forwarded_hops(headers: &HeaderMap) -> impl Iterator<Item = Hop> {
    let lines: Vec<_> = headers.get_all(FORWARDED).iter().collect();
    let elements = lines.into_iter().rev().flat_map(|line| split_unquoted(line.as_bytes(), b','));
    elements.map(|element| read_element(element).unwrap_or_default())
}

/// The address in the name of a node: an IP address, for IPv6 mostly in brackets, and perhaps a port. None for
/// `unknown` and for identifiers such as `_hidden`.
pub(super) fn read_node(node: &str) -> Option<IpAddr> {
    if let Ok(address) = node.parse::<IpAddr>() {
        return Some(address.to_canonical());
    }
    let (address, after) = match node.strip_prefix('[') {
        Some(rest) => {
            let (address, after) = rest.split_once(']')?;
            (IpAddr::from(address.parse::<Ipv6Addr>().ok()?), after)
        }
        None => {
            let (address, after) = node.split_at(node.find(':')?);
            (IpAddr::from(address.parse::<Ipv4Addr>().ok()?), after)
        }
    };
    is_port(after).then(|| address.to_canonical())
}

/// Whether this is nothing, or a colon with a port, which may be concealed as an identifier.
fn is_port(text: &str) -> bool {
    let is_port_byte = |byte: u8| byte.is_ascii_alphanumeric() || b"._-".contains(&byte);
    text.is_empty()
        || text.strip_prefix(':').is_some_and(|port| !port.is_empty() && port.bytes().all(is_port_byte))
}

/// Reads `for=192.0.2.43;proto=https`. None if a part is malformed, or if `for` or `proto` occurs twice.
fn read_element(element: &[u8]) -> Option<Hop> {
    let (mut node, mut scheme) = (None, None);
    for pair in split_unquoted(element, b';').map(<[u8]>::trim_ascii).filter(|pair| !pair.is_empty()) {
        let (name, value) = pair.split_at(pair.iter().position(|byte| *byte == b'=')?);
        let value = unquote(&value[1..])?;
        let known = match name {
            name if name.eq_ignore_ascii_case(b"for") => &mut node,
            name if name.eq_ignore_ascii_case(b"proto") => &mut scheme,
            _ => continue,
        };
        if known.replace(value).is_some() {
            return None;
        }
    }
    let from = node.and_then(|node| read_node(std::str::from_utf8(&node).ok()?));
    Some(Hop { from, is_secure: scheme.map(|scheme| scheme.eq_ignore_ascii_case(b"https")) })
}

/// The value of a pair: a quoted string without its quotation marks and escapes, or a token. Tokens may have colons and
/// brackets, because some proxies do not quote IPv6 addresses.
fn unquote(value: &[u8]) -> Option<Vec<u8>> {
    let Some(rest) = value.strip_prefix(b"\"") else {
        let is_token = !value.is_empty() && value.iter().all(|byte| byte.is_ascii_graphic() && *byte != b'"');
        return is_token.then(|| value.to_vec());
    };
    let mut bytes = rest.strip_suffix(b"\"")?.iter();
    let mut text = Vec::new();
    while let Some(byte) = bytes.next() {
        text.push(match byte {
            b'"' => return None,
            b'\\' => *bytes.next()?,
            byte => *byte,
        });
    }
    Some(text)
}

/// The parts of a text between separators that are not in quotation marks, from the right.
fn split_unquoted(text: &[u8], separator: u8) -> impl Iterator<Item = &[u8]> {
    let mut rest = Some(text);
    std::iter::from_fn(move || {
        let text = rest?;
        let Some(at) = last_unquoted(text, separator) else { return rest.take() };
        rest = Some(&text[..at]);
        Some(&text[at + 1..])
    })
}

/// The place of the last separator that is not in quotation marks, seen from the right end.
fn last_unquoted(text: &[u8], separator: u8) -> Option<usize> {
    let mut is_quoted = false;
    for (at, byte) in text.iter().enumerate().rev() {
        match *byte {
            b'"' if !(is_quoted && is_escaped(&text[..at])) => is_quoted = !is_quoted,
            byte if byte == separator && !is_quoted => return Some(at),
            _ => {}
        }
    }
    None
}

/// Whether the byte after this text is escaped: an odd number of backslashes stands before it.
fn is_escaped(before: &[u8]) -> bool {
    before.iter().rev().take_while(|byte| **byte == b'\\').count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use axum::http::HeaderValue;

    use super::*;

    /// What the headers say, the last hop first: addresses with `s` for HTTPS, and `-` for an unknown address.
    fn hops(lines: &[&[u8]]) -> Vec<String> {
        let lines = lines.iter().map(|line| (FORWARDED, HeaderValue::from_bytes(line).expect("a header")));
        let headers: HeaderMap = lines.collect();
        let text = |hop: Hop| {
            let from = hop.from.map_or("-".to_owned(), |address| address.to_string());
            from + if hop.is_secure == Some(true) { " s" } else { "" }
        };
        forwarded_hops(&headers).map(text).collect()
    }

    #[test]
    fn the_examples_of_the_rfc_are_read() {
        assert_eq!(hops(&[br#"for="_gazonk""#]), ["-"]);
        assert_eq!(hops(&[br#"For="[2001:db8:cafe::17]:4711""#]), ["2001:db8:cafe::17"]);
        assert_eq!(hops(&[b"for=192.0.2.60;proto=http;by=203.0.113.43"]), ["192.0.2.60"]);
        assert_eq!(hops(&[b"for=192.0.2.43, for=198.51.100.17"]), ["198.51.100.17", "192.0.2.43"]);
        assert_eq!(
            hops(&[br#"for=192.0.2.43, for="[2001:db8:cafe::17]", for=unknown"#]),
            ["-", "2001:db8:cafe::17", "192.0.2.43"]
        );
        assert_eq!(hops(&[b"for=_hidden, for=_SEVKISEK"]), ["-", "-"]);
        assert_eq!(
            hops(&[br#"for="192.0.2.43:47011""#, br#"for="192.0.2.44:_p1";by="x""#]),
            ["192.0.2.44", "192.0.2.43"]
        );
    }

    #[test]
    fn names_and_schemes_are_read_in_any_case_and_order() {
        assert_eq!(hops(&[b"PROTO=HTTPS ; FOR=192.0.2.1;"]), ["192.0.2.1 s"]);
        assert_eq!(hops(&[b";;proto=https"]), ["- s"]);
        assert_eq!(hops(&[b"for=2001:db8::1"]), ["2001:db8::1"], "without quotation marks and brackets");
        assert_eq!(hops(&[br#"for="[::ffff:192.0.2.1]""#]), ["192.0.2.1"]);
        assert_eq!(hops(&[br#"for="19\2.0.2.1";host="a\"b,c;d\\""#]), ["192.0.2.1"]);
    }

    #[test]
    fn a_client_cannot_change_the_element_that_a_proxy_appends() {
        let appended: &[&[u8]] =
            &[br#"for="[2001:db8::1]:4711";proto=https"#, br#"for=192.0.2.1;host="a\",\\";proto=https"#];
        let sent: &[&[u8]] =
            &[b"\"", b"for=\"1.1.1.1", b"\\", b"\"\\", b"for=\"a\\\"", b"\xff", b";=,", b"for=x\"y"];
        for (own, expected) in appended.iter().zip(["2001:db8::1 s", "192.0.2.1 s"]) {
            for hostile in sent {
                let one_line = [hostile, &b", "[..], own].concat();
                assert_eq!(hops(&[&one_line])[0], expected, "{}", one_line.escape_ascii());
                assert_eq!(hops(&[hostile, own])[0], expected, "{}", hostile.escape_ascii());
            }
        }
    }

    #[test]
    fn a_malformed_element_says_nothing() {
        let malformed: &[&[u8]] = &[
            b"",
            b"192.0.2.1",
            b"for=",
            b"for=192.0.2.1;for=192.0.2.2",
            b"for=192.0.2.1;proto=http;proto=https",
            b"for=192.0.2.1;host=a b",
            b"for=\"192.0.2.1",
            b"for=192.0.2.1\"",
            br#"for="192.0.2.1\""#,
            br#"for="192.0.2.1"x"#,
            b"for=\"\xff\"",
            b"for=192.0.2.1:",
            b"for=[2001:db8::1",
            b"for=[2001:db8::1]4711",
            b"for=[192.0.2.1]",
            b"for=192.0.2.256",
        ];
        for line in malformed {
            assert_eq!(hops(&[line]), ["-"], "{}", line.escape_ascii());
        }
    }
}
