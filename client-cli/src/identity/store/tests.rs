use ikibuguzo_protocol::ErrorCode;
use tempfile::TempDir;

use super::*;
use crate::exit::exit_of;

const TOKEN: &str = "0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjk";

fn store(config: &TempDir) -> IdentityStore {
    IdentityStore::new(config.path(), &ServerAddress::DEFAULT.parse().expect("an address"))
}

fn credentials(name: &str) -> Result<Credentials> {
    Ok(Credentials { name: name.parse().expect("a name"), token: TOKEN.parse().expect("a token") })
}

fn no_new_player() -> Result<Credentials> {
    panic!("no new player is needed")
}

#[test]
fn two_processes_pick_different_players() {
    let config = TempDir::new().expect("a folder");
    let first = store(&config).pick(|_| Ok(false), || credentials("crane")).expect("a player");
    let second = store(&config).pick(|_| Ok(false), || credentials("heron")).expect("a player");
    assert_eq!((first.number, first.name.as_str()), (1, "crane"));
    assert_eq!((second.number, second.name.as_str()), (2, "heron"));
    drop(first);
    let again = store(&config).pick(|_| Ok(false), no_new_player).expect("the first player is free again");
    assert_eq!(again.number, 1);
}

#[test]
fn the_preferred_player_is_picked_and_the_others_stay_free() {
    let config = TempDir::new().expect("a folder");
    let store = store(&config);
    let busy = [
        store.pick(|_| Ok(false), || credentials("crane")),
        store.pick(|_| Ok(false), || credentials("heron")),
    ];
    drop(busy);
    let second = store.pick(|who| Ok(who.name.as_str() == "heron"), no_new_player).expect("it is free");
    assert_eq!(second.number, 2);
    assert_eq!(store.pick(|_| Ok(false), no_new_player).expect("it is free").number, 1);
}

#[test]
fn a_player_named_by_number_is_created_once_and_can_be_shared() {
    let config = TempDir::new().expect("a folder");
    let store = store(&config);
    let first = store.load_or_create(3, || credentials("crane")).expect("made");
    let shared = store.load_or_create(3, no_new_player).expect("read");
    assert_eq!((first.number, shared.number), (3, 3));
    assert_eq!(first.token, shared.token);
}

#[test]
fn a_player_named_by_number_is_not_picked_by_others() {
    let config = TempDir::new().expect("a folder");
    let store = store(&config);
    drop(store.load_or_create(1, || credentials("crane")).expect("made"));
    let named = store.load_or_create(1, no_new_player).expect("read");
    let other = store.pick(|_| Ok(true), || credentials("heron")).expect("a player");
    assert_eq!((named.number, other.number), (1, 2));
}

#[test]
fn an_unknown_player_number_is_reported() {
    let config = TempDir::new().expect("a folder");
    let error = store(&config).load(7).expect_err("there is none");
    assert_eq!(exit_of(&error), Exit::Config);
    let said = "this machine has no player 7 at http://127.0.0.1:7878; `ikibuguzo whoami` lists its players";
    assert_eq!(error.to_string(), said);
}

#[test]
fn an_invalid_file_is_named_and_not_replaced() {
    let config = TempDir::new().expect("a folder");
    let store = store(&config);
    drop(store.pick(|_| Ok(false), || credentials("crane")));
    let path = store.path(1);
    for text in ["", "{", &format!(r#"{{"server":"x","name":"{TOKEN}","token":7}}"#)] {
        fs::write(&path, text).expect("written");
        let error = store.pick(|_| Ok(false), no_new_player).expect_err("the file is invalid");
        assert_eq!(exit_of(&error), Exit::Config);
        assert!(error.to_string().contains("player-1.json"), "{error}");
        assert!(!error.to_string().contains(TOKEN), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("still there"), text);
    }
}

#[test]
fn a_file_for_another_server_is_not_used() {
    let config = TempDir::new().expect("a folder");
    let here = store(&config);
    drop(here.pick(|_| Ok(false), || credentials("crane")));
    let there = IdentityStore { server: "https://elsewhere".to_owned(), ..store(&config) };
    assert_eq!(exit_of(&there.load(1).expect_err("not that server's")), Exit::Config);
}

#[test]
fn an_unknown_token_is_explained() {
    let config = TempDir::new().expect("a folder");
    let crane = store(&config).pick(|_| Ok(false), || credentials("crane")).expect("a player");
    let error = crane.explain(Failure::refused(ErrorCode::BadToken, "who?").into());
    assert_eq!(exit_of(&error), Exit::Refused);
    assert!(error.to_string().contains("player-1.json"), "{error}");
    let other = crane.explain(Failure::refused(ErrorCode::GameFull, "both seats are taken").into());
    assert!(other.to_string().contains("both seats are taken"), "{other}");
}

#[cfg(unix)]
#[test]
fn only_the_owner_can_read_a_token() {
    use std::os::unix::fs::PermissionsExt;

    let config = TempDir::new().expect("a folder");
    let store = store(&config);
    drop(store.pick(|_| Ok(false), || credentials("crane")));
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(&store.path(1)), 0o600);
    assert_eq!(mode(&store.folder), 0o700);
}
