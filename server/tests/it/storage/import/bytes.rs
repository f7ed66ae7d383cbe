//! The bytes of a file to import: byte order marks, blank lines, UTF-8 and lengths.

use ikibuguzo_server::operations::import::Imported;
use ikibuguzo_server::operations::import::error::ImportError;
use ikibuguzo_testing::TestServer;

use super::{GOOD, import_bytes, import_refused, import_text};

#[tokio::test]
async fn a_byte_order_mark_and_blank_lines_before_the_first_game_are_skipped() {
    let server = TestServer::start().await;
    let text = format!("\u{feff}\n \n{GOOD}");
    assert_eq!(import_text(&server, &text, false).await.expect("imported").new, 1);
    let (line, _) = import_refused(&server, "\u{feff}\n\n{\"game\":1}\n").await;
    assert_eq!(line, 3);
    let (line, _) = import_refused(&server, &format!("\u{feff}\n \n{GOOD}what is this")).await;
    assert_eq!(line, 11);
}

#[tokio::test]
async fn bytes_that_are_not_utf_8_are_refused_with_their_line() {
    let server = TestServer::start().await;
    let record = [GOOD.as_bytes(), b"[Rules \"\xff\"]"].concat();
    let export = b"{}\n{\"x\":\"\xc3\x28\"}\n".as_slice();
    for (bytes, expected) in [(record.as_slice(), 9), (&export[3..], 1), (b"\xff\xfe[\0", 1)] {
        match import_bytes(&server.app.store, bytes, false).await {
            Err(ImportError::Refused { line, why }) => {
                assert!(line == expected && why.contains("not UTF-8"), "line {line}: {why}");
            }
            other => panic!("{other:?}"),
        }
    }
}

#[tokio::test]
async fn an_endless_line_an_endless_record_and_endless_blanks_are_refused_or_skipped() {
    let server = TestServer::start().await;
    let lines = |piece: &[u8], text: &str, times: usize| [text.as_bytes(), &piece.repeat(times)].concat();
    for (bytes, expected) in [
        (lines(b"x", "{\"cursor\":\"", 33 << 20), "the line is too long"),
        (lines(b"x", "[Rules \"", 3 << 20), "more than a million characters"),
        (lines(b"\n", "[Rules \"azigo\"]", 3 << 20), "more than a million characters"),
    ] {
        match import_bytes(&server.app.store, &bytes, false).await {
            Err(ImportError::Refused { why, .. }) => assert!(why.contains(expected), "{why}"),
            other => panic!("{other:?}"),
        }
    }
    let blank = import_bytes(&server.app.store, &b"\n".repeat(3 << 20), false).await.expect("no games");
    assert_eq!(blank, Imported::default());
}
