//! The files that pages load: names that change with the content, encodings, and servers of two versions.

use std::collections::BTreeSet;
use std::fs;
use std::io::Read;
use std::path::Path;

use flate2::read::GzDecoder;
use ikibuguzo_testing::{HttpClient, TestServer, start_game};
use ureq::http::Response;

const IMMUTABLE: &str = "public, max-age=31536000, immutable";

/// A hash that no file has.
const OTHER_HASH: &str = "0000000000000000";

/// A shorter file may grow when it is compressed.
const LEAST_BYTES_TO_GAIN: usize = 300;

/// A document of every page with a script of its own, and of each style.
const PAGES: [&str; 17] = [
    "/",
    "/forms",
    "/games",
    "/live",
    "/tournaments",
    "/you",
    "/rules",
    "/learn",
    "/learn/azigo",
    "/puzzles",
    "/puzzles/azigo",
    "/analysis",
    "/offline",
    "/offline/kubuguza",
    "/stats",
    "/api",
    "/leaderboards",
];

/// The addresses of the files that a document names.
fn files_of(document: &str) -> BTreeSet<String> {
    let named = document.split("\"/static/").skip(1);
    named.map(|rest| format!("/static/{}", rest.split('"').next().expect("an address"))).collect()
}

async fn document(http: &HttpClient, path: &str) -> String {
    let answer = http.fetch(path, &[]).await;
    assert_eq!(answer.status(), 200, "{path}");
    String::from_utf8(answer.into_body()).expect("UTF-8")
}

fn header<'a>(answer: &'a Response<Vec<u8>>, name: &str) -> &'a str {
    answer.headers().get(name).map_or("", |value| value.to_str().expect("text"))
}

/// The address of the style of the first page.
async fn style(http: &HttpClient) -> String {
    let files = files_of(&document(http, "/").await);
    files.into_iter().find(|file| file.starts_with("/static/lobby-")).expect("a style")
}

fn with_other_hash(address: &str) -> String {
    let (start, _) = address.rsplit_once('-').expect("a hash");
    let (_, extension) = address.rsplit_once('.').expect("an extension");
    format!("{start}-{OTHER_HASH}.{extension}")
}

#[tokio::test]
async fn every_file_that_a_page_names_is_kept_for_ever() {
    let server = TestServer::start().await;
    let (game, _) = start_game(&server.http, "kubuguza", true).await;
    let of_game = [format!("/game/{game}"), format!("/game/{game}/embed")];
    let mut files = BTreeSet::new();
    for page in PAGES.into_iter().chain(of_game.iter().map(String::as_str)) {
        files.extend(files_of(&document(&server.http, page).await));
    }
    assert!(files.len() > PAGES.len(), "each page has files: {files:?}");
    for file in files {
        let answer = server.http.fetch(&file, &[]).await;
        assert_eq!(answer.status(), 200, "{file}");
        assert_eq!(header(&answer, "cache-control"), IMMUTABLE, "{file}");
        assert_eq!(header(&answer, "x-content-type-options"), "nosniff", "{file}");
        assert_eq!(header(&answer, "vary"), "accept-encoding", "{file}");
        let content_type = header(&answer, "content-type");
        let expected = match file.rsplit_once('.').map(|(_, extension)| extension) {
            Some("js") => "text/javascript; charset=utf-8",
            Some("css") => "text/css; charset=utf-8",
            _ => "image/svg+xml",
        };
        assert_eq!(content_type, expected, "{file}");
    }
}

#[tokio::test]
async fn a_file_is_the_same_in_each_encoding() {
    let server = TestServer::start().await;
    let (game, _) = start_game(&server.http, "kubuguza", true).await;
    for file in files_of(&document(&server.http, &format!("/game/{game}")).await) {
        let plain = server.http.fetch(&file, &[("accept-encoding", "identity")]).await;
        let gzip = server.http.fetch(&file, &[("accept-encoding", "gzip, deflate")]).await;
        let brotli = server.http.fetch(&file, &[("accept-encoding", "gzip, deflate, br")]).await;
        assert_eq!(header(&plain, "content-encoding"), "", "{file}");
        assert_eq!(header(&gzip, "content-encoding"), "gzip", "{file}");
        assert_eq!(header(&brotli, "content-encoding"), "br", "{file}");
        assert_eq!(header(&gzip, "etag"), header(&plain, "etag"), "{file}");
        let mut unpacked = Vec::new();
        GzDecoder::new(gzip.body().as_slice()).read_to_end(&mut unpacked).expect("gzip");
        assert_eq!(&unpacked, plain.body(), "{file}");
        let mut unpacked = Vec::new();
        brotli::Decompressor::new(brotli.body().as_slice(), 4096).read_to_end(&mut unpacked).expect("brotli");
        assert_eq!(&unpacked, plain.body(), "{file}");
        if plain.body().len() > LEAST_BYTES_TO_GAIN {
            assert!(brotli.body().len() < gzip.body().len(), "{file}");
            assert!(gzip.body().len() < plain.body().len(), "{file}");
        }
    }
}

#[tokio::test]
async fn a_page_of_another_version_gets_this_version_and_does_not_keep_it() {
    let server = TestServer::start().await;
    let (game, _) = start_game(&server.http, "kubuguza", true).await;
    for file in files_of(&document(&server.http, &format!("/game/{game}")).await) {
        let own = server.http.fetch(&file, &[]).await;
        let other = server.http.fetch(&with_other_hash(&file), &[]).await;
        assert_eq!(other.status(), 200, "{file}");
        assert_eq!(header(&other, "cache-control"), "no-store", "{file}");
        assert_eq!(header(&other, "etag"), "", "{file}");
        assert_eq!(header(&other, "content-type"), header(&own, "content-type"), "{file}");
        assert_eq!(other.body(), own.body(), "{file}");
    }
    let unknown = server.http.fetch(&format!("/static/none-{OTHER_HASH}.js"), &[]).await;
    assert_eq!((unknown.status().as_u16(), header(&unknown, "cache-control")), (404, "no-store"));
}

#[tokio::test]
async fn a_name_without_a_hash_is_revalidated() {
    let server = TestServer::start().await;
    for file in ["/static/service-worker.js", "/static/icon.svg", "/static/plain.css"] {
        let brotli = [("accept-encoding", "br")];
        let answer = server.http.fetch(file, &brotli).await;
        assert_eq!(header(&answer, "cache-control"), "no-cache", "{file}");
        let known = [brotli[0], ("if-none-match", header(&answer, "etag"))];
        let unchanged = server.http.fetch(file, &known).await;
        assert_eq!((unchanged.status().as_u16(), unchanged.body().len()), (304, 0), "{file}");
        assert_eq!(header(&unchanged, "vary"), "accept-encoding", "{file}");
        for of_body in ["content-encoding", "content-type", "content-length"] {
            assert!(!unchanged.headers().contains_key(of_body), "{file}: {of_body}");
        }
    }
}

#[tokio::test]
async fn documents_and_the_service_worker_have_the_same_version() {
    let server = TestServer::start().await;
    let document = document(&server.http, "/learn").await;
    let (_, version) = document.split_once("data-version=\"").expect("a version");
    let (version, _) = version.split_once('"').expect("an end");
    let worker = server.http.fetch("/service-worker.js", &[]).await;
    assert_eq!(header(&worker, "content-type"), "text/javascript; charset=utf-8");
    let worker = String::from_utf8(worker.into_body()).expect("text");
    assert!(worker.contains(&format!("\"{version}\"")), "{version}");
}

#[tokio::test]
async fn a_changed_folder_has_no_service_worker() {
    let server =
        TestServer::start_with_web_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../web")).await;
    assert_eq!(server.http.fetch("/service-worker.js", &[]).await.status(), 404);
}

#[tokio::test]
async fn a_script_with_a_known_hash_is_not_sent_again() {
    let server = TestServer::start().await;
    let style = style(&server.http).await;
    let kept = server.http.fetch(&style, &[]).await;
    let unchanged = server.http.fetch(&style, &[("if-none-match", header(&kept, "etag"))]).await;
    assert_eq!((unchanged.status().as_u16(), header(&unchanged, "cache-control")), (304, IMMUTABLE));
}

/// Copies the files below a folder, without tests.
fn copy_folder(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("a folder");
    for entry in fs::read_dir(from).expect("a folder").map(|entry| entry.expect("an entry")) {
        let copy = to.join(entry.file_name());
        if !entry.file_type().expect("a type").is_dir() {
            fs::copy(entry.path(), copy).expect("a copy");
        } else if entry.file_name() != "test" {
            copy_folder(&entry.path(), &copy);
        }
    }
}

#[tokio::test]
async fn a_changed_folder_is_served_without_a_restart() {
    let folder = tempfile::tempdir().expect("a folder");
    copy_folder(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../web"), folder.path());
    let server = TestServer::start_with_web_folder(folder.path()).await;
    let (game, _) = start_game(&server.http, "kubuguza", true).await;
    let files = files_of(&document(&server.http, &format!("/game/{game}")).await);
    for file in &files {
        let answer = server.http.fetch(file, &[]).await;
        assert_eq!((answer.status().as_u16(), header(&answer, "cache-control")), (200, "no-store"), "{file}");
    }
    let script = files.iter().find(|file| file.starts_with("/static/game-") && file.ends_with(".js"));
    let script = script.expect("a script");
    fs::write(folder.path().join("dom.js"), "export const changed = 1;\n").expect("written");
    let changed = server.http.fetch(script, &[]).await;
    assert!(String::from_utf8_lossy(changed.body()).contains("const changed = 1;"));
    fs::write(folder.path().join("dom.js"), "export let changed = 1;\n").expect("written");
    let refused = server.http.fetch(script, &[]).await;
    assert_eq!(refused.status(), 500);
    assert!(String::from_utf8_lossy(refused.body()).contains("web/dom.js: cannot export this: let changed"));
}
