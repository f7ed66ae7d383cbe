//! Publication of finished games by month, and the published files over HTTP.

use std::collections::BTreeMap;
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use flate2::read::GzDecoder;
use ikibuguzo_engine::Record;
use ikibuguzo_game::calendar::{Month, month_of};
use ikibuguzo_protocol::{ErrorCode, ExportedGame};
use ikibuguzo_server::chance::Chance;
use ikibuguzo_server::operations::import::{ImportOptions, import};
use ikibuguzo_server::operations::publication::Manifest;
use ikibuguzo_server::operations::publish::{PublishOptions, Published, publish};
use ikibuguzo_store::Store;
use ikibuguzo_testing::{TestDatabase, TestServer, machine_time};
use sha2::{Digest, Sha256};

use crate::PROGRAM;

const OLD_GAMES: &str = "[Rules \"kubuguza\"]\n[Date \"1998-07-12\"]\n\n1. O o 2. L south\n
[Rules \"azigo\"]\n[Date \"1998-07-31\"]\n[Reason \"agreement\"]\n\n1. A draw\n
[Rules \"azigo\"]\n[Date \"1998-09-01\"]\n[Reason \"agreement\"]\n\n1. B draw\n
[Rules \"kubuguza\"]\n[Date \"1998-08-12\"]\n[ByInvitation \"yes\"]\n\n1. O o 2. L south\n
[Rules \"kubuguza\"]\n[Date \"1998-09-30\"]\n[ByInvitation \"yes\"]\n\n1. O o 2. L south\n
[Rules \"kubuguza\"]\n[Date \"2024-02-29\"]\n\n1. O o 2. L south\n";

/// The months of [`OLD_GAMES`] that have public games, with their number.
const MONTHS: [(&str, u64); 3] = [("1998-07", 2), ("1998-09", 1), ("2024-02", 1)];

/// The first day of the present month.
fn first_of_this_month() -> String {
    format!("{}-01", month_of(machine_time()))
}

/// A database with games of past months and a game of the present one.
async fn database_with_old_games() -> TestDatabase {
    let database = TestDatabase::new().await;
    let today = format!("[Rules \"kubuguza\"]\n[Date \"{}\"]\n\n1. O o 2. L south\n", first_of_this_month());
    import_records(&database, &format!("{OLD_GAMES}\n{today}")).await;
    database
}

async fn import_records(database: &TestDatabase, records: &str) {
    let count = Record::read_all(records).expect("records").len();
    let file = database.folder().join("records.txt");
    fs::write(&file, records).expect("written");
    let store = Store::open(&database.url()).await.expect("a database");
    let imported = import(&store, &file, ImportOptions::default(), machine_time(), &Chance::system())
        .await
        .expect("imported");
    assert_eq!(imported.new, u64::try_from(count).expect("few"));
}

fn folder(database: &TestDatabase) -> PathBuf {
    database.folder().join("published")
}

async fn publish_with(database: &TestDatabase, all: bool) -> Published {
    let options = PublishOptions { licence: "CC0-1.0".to_owned(), all };
    publish(&database.url(), &options, &folder(database), machine_time()).await.expect("published")
}

fn manifest(folder: &Path) -> Manifest {
    Manifest::read(&fs::read(folder.join("manifest.json")).expect("a manifest")).expect("its format")
}

/// The files of a folder, with the content and the time of change of each.
fn files(folder: &Path) -> BTreeMap<String, (Vec<u8>, SystemTime)> {
    let entries = fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry"));
    let read = |path: PathBuf| (fs::read(&path).expect("a file"), changed_at(&path));
    entries.map(|entry| (entry.file_name().into_string().expect("a name"), read(entry.path()))).collect()
}

fn changed_at(path: &Path) -> SystemTime {
    fs::metadata(path).and_then(|file| file.modified()).expect("a file")
}

fn sha256(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn games(bytes: &[u8]) -> Vec<ExportedGame> {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).expect("gzip");
    text.lines().map(|line| serde_json::from_str(line).expect("the documented line")).collect()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn each_past_month_with_public_games_is_a_file() {
    let database = database_with_old_games().await;
    let mut program = Command::new(PROGRAM);
    program.args(["publish", "--database-url", &database.url(), "--to"]).arg(folder(&database));
    let output = program.output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    assert!(
        String::from_utf8_lossy(&output.stdout).contains(": 3 months written, 0 already there"),
        "{output:?}"
    );

    let manifest = manifest(&folder(&database));
    assert_eq!((manifest.schema, manifest.licence.as_str()), (1, "CC0-1.0"));
    let listed = manifest.files.iter().map(|file| (file.month.as_str(), file.games));
    assert!(listed.eq(MONTHS), "{manifest:?}");
    assert_eq!(files(&folder(&database)).len(), 4, "the files and the manifest");
    for file in &manifest.files {
        let bytes = fs::read(folder(&database).join(&file.file)).expect("the file");
        assert_eq!(file.file, format!("games-{}.ndjson.gz", file.month));
        assert_eq!((file.bytes, &file.sha256), (bytes.len() as u64, &sha256(&bytes)));
        let games = games(&bytes);
        let month = file.month.parse::<Month>().expect("a month");
        assert_eq!(games.len() as u64, file.games);
        for game in games.iter().map(|game| &game.summary) {
            let ended_at = game.ended_at.expect("over");
            assert!(game.public && (month.begins()..month.ends()).contains(&ended_at), "{game:?}");
        }
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_published_month_is_not_written_again() {
    let database = database_with_old_games().await;
    assert_eq!(publish_with(&database, false).await, Published { written: 3, kept: 0 });
    let first = files(&folder(&database));
    assert_eq!(publish_with(&database, false).await, Published { written: 0, kept: 3 });
    assert_eq!(files(&folder(&database)), first);

    assert_eq!(publish_with(&database, true).await, Published { written: 3, kept: 0 });
    let contents = |files: BTreeMap<String, (Vec<u8>, SystemTime)>| -> BTreeMap<String, Vec<u8>> {
        files.into_iter().map(|(name, (bytes, _))| (name, bytes)).collect()
    };
    assert_eq!(contents(files(&folder(&database))), contents(first), "the same games give the same bytes");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn old_games_that_are_imported_later_are_published_with_all() {
    let database = database_with_old_games().await;
    publish_with(&database, false).await;
    import_records(&database, "[Rules \"kubuguza\"]\n[Date \"1998-07-13\"]\n\n1. O o 2. L south\n").await;
    assert_eq!(publish_with(&database, false).await.written, 0);
    assert_eq!(manifest(&folder(&database)).files[0].games, 2);
    assert_eq!(publish_with(&database, true).await.written, 3);
    assert_eq!(manifest(&folder(&database)).files[0].games, 3);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn an_interrupted_publication_is_completed_by_the_next_one() {
    let database = database_with_old_games().await;
    let other = database_with_old_games().await;
    publish_with(&other, false).await;
    fs::create_dir(folder(&database)).expect("a folder");
    for part in ["games-1998-07.ndjson.gz.part", "manifest.json.part"] {
        fs::write(folder(&database).join(part), vec![b'x'; 100_000]).expect("written");
    }
    assert_eq!(publish_with(&database, false).await.written, 3);
    assert_eq!(manifest(&folder(&database)), manifest(&folder(&other)));
    assert_eq!(files(&folder(&database)).len(), 4, "the parts are gone");

    // As between the two names that a month is written to, and after a lost file.
    fs::write(folder(&database).join("games-1998-07.ndjson.gz"), "short").expect("written");
    fs::remove_file(folder(&database).join("games-2024-02.ndjson.gz")).expect("removed");
    assert_eq!(publish_with(&database, false).await, Published { written: 2, kept: 1 });
    for file in &manifest(&folder(&other)).files {
        let bytes = fs::read(folder(&database).join(&file.file)).expect("the file");
        assert_eq!(sha256(&bytes), file.sha256, "{}", file.month);
    }
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_manifest_of_another_version_is_not_overwritten() {
    let database = database_with_old_games().await;
    fs::create_dir(folder(&database)).expect("a folder");
    let path = folder(&database).join("manifest.json");
    let newer = r#"{"schema":2,"licence":"CC0-1.0","files":[]}"#;
    fs::write(&path, newer).expect("written");
    let options = PublishOptions { licence: "CC0-1.0".to_owned(), all: true };
    let error =
        publish(&database.url(), &options, &folder(&database), machine_time()).await.expect_err("newer");
    assert!(format!("{error:#}").contains("has schema 2"), "{error:#}");
    assert_eq!(fs::read_to_string(&path).expect("the manifest"), newer);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn published_files_are_served_by_the_manifest() {
    let database = database_with_old_games().await;
    let published = folder(&database);
    publish_with(&database, false).await;
    fs::write(published.join("secret.txt"), "secret").expect("written");
    let server = TestServer::start_with_published(database, &published).await;

    let gzip = [("accept-encoding", "gzip")];
    let answer = server.http.fetch("/exports/manifest.json", &[]).await;
    assert_eq!(answer.headers()["content-type"], "application/json");
    assert_eq!(answer.headers()["access-control-allow-origin"], "*");
    let listed = Manifest::read(answer.body()).expect("a manifest");
    assert_eq!(listed, manifest(&published));

    let elsewhere = TestServer::start().await;
    for file in &listed.files {
        let path = format!("/exports/{}", file.file);
        let answer = server.http.fetch(&path, &gzip).await;
        assert_eq!(answer.headers()["content-type"], "application/gzip");
        assert_eq!(answer.headers()["content-length"], file.bytes.to_string());
        assert_eq!(answer.headers()["cache-control"], "no-cache");
        assert_eq!(answer.headers()["etag"], format!("\"{}\"", file.sha256));
        assert!(!answer.headers().contains_key("content-encoding"), "it is not compressed again");
        assert_eq!(sha256(answer.body()), file.sha256);
        let known = server.http.send_if_none_match(&path, &format!("\"{}\"", file.sha256)).await;
        assert_eq!((known.status().as_u16(), known.body().as_str()), (304, ""));
        let head = server.http.send("HEAD", &path, None, None).await;
        assert_eq!(head.headers()["content-length"], file.bytes.to_string());

        let copy = published.with_file_name("copy.ndjson.gz");
        fs::write(&copy, answer.body()).expect("written");
        let imported =
            import(&elsewhere.app.store, &copy, ImportOptions::default(), machine_time(), &Chance::system())
                .await
                .expect("imported");
        assert_eq!(imported.new, file.games);
    }

    for name in
        ["secret.txt", "games-1998-08.ndjson.gz", "..", "../games.db", "%2e%2e%2fgames.db", "..%2Fgames.db"]
    {
        let answer = server.http.fetch(&format!("/exports/{name}"), &[]).await;
        assert_eq!(answer.status().as_u16(), 404, "{name}");
    }
    // A month that is being written again.
    fs::write(published.join(&listed.files[0].file), "newer").expect("written");
    let answer = server.http.fetch(&format!("/exports/{}", listed.files[0].file), &[]).await;
    assert_eq!(answer.status().as_u16(), 404);
    fs::write(published.join("manifest.json"), "{").expect("written");
    let answer = server.http.fetch(&format!("/exports/{}", listed.files[1].file), &[]).await;
    assert_eq!(
        (answer.status().as_u16(), &answer.headers()["cache-control"]),
        (500, &"no-store".parse().expect("a value"))
    );
}

#[tokio::test]
async fn nothing_is_served_where_nothing_is_published() {
    let database = TestDatabase::new().await;
    let empty = folder(&database);
    let publishing = TestServer::start_with_published(database, &empty).await;
    for server in [TestServer::start().await, publishing] {
        for name in ["manifest.json", "games-1998-07.ndjson.gz"] {
            let refused = server.http.get::<()>(&format!("/exports/{name}")).await.expect_err(name);
            assert_eq!(refused.code, ErrorCode::NotFound, "{name}");
        }
    }
}
