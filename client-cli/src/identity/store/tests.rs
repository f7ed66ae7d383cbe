use tempfile::TempDir;

use super::*;

const TOKEN: &str = "0123456789abcdefghjkmnpqrstvwxyz0123456789abcdefghjk";

fn identities(config: &TempDir) -> Identities {
    Identities::new(config.path(), &ServerAddress::DEFAULT.parse().expect("an address"))
}

fn credentials(name: &str) -> Result<Credentials> {
    Ok(Credentials { name: name.parse().expect("a name"), token: TOKEN.parse().expect("a token") })
}

fn nobody() -> Result<Credentials> {
    panic!("no new player is needed")
}

fn exit(error: &anyhow::Error) -> Exit {
    crate::exit::exit_of(error)
}

#[test]
fn two_at_once_are_two_players() {
    let config = TempDir::new().expect("a folder");
    let first = identities(&config).pick(|_| Ok(false), || credentials("crane")).expect("a player");
    let second = identities(&config).pick(|_| Ok(false), || credentials("heron")).expect("a player");
    assert_eq!((first.number, first.name.as_str()), (1, "crane"));
    assert_eq!((second.number, second.name.as_str()), (2, "heron"));
    drop(first);
    let again = identities(&config).pick(|_| Ok(false), nobody).expect("the first one is free again");
    assert_eq!(again.number, 1);
}

#[test]
fn the_wanted_one_is_taken_and_the_others_stay_free() {
    let config = TempDir::new().expect("a folder");
    let all = identities(&config);
    let busy =
        [all.pick(|_| Ok(false), || credentials("crane")), all.pick(|_| Ok(false), || credentials("heron"))];
    drop(busy);
    let second = all.pick(|who| Ok(who.name.as_str() == "heron"), nobody).expect("it is free");
    assert_eq!(second.number, 2);
    assert_eq!(all.pick(|_| Ok(false), nobody).expect("it is free").number, 1);
}

#[test]
fn one_that_is_named_may_be_shared_and_is_made_once() {
    let config = TempDir::new().expect("a folder");
    let all = identities(&config);
    let first = all.get_or_make(3, || credentials("crane")).expect("made");
    let shared = all.get_or_make(3, nobody).expect("read");
    assert_eq!((first.number, shared.number), (3, 3));
    assert_eq!(first.token, shared.token);
}

#[test]
fn one_that_is_named_is_not_picked_by_others() {
    let config = TempDir::new().expect("a folder");
    let all = identities(&config);
    drop(all.get_or_make(1, || credentials("crane")).expect("made"));
    let named = all.get_or_make(1, nobody).expect("read");
    let other = all.pick(|_| Ok(true), || credentials("heron")).expect("a player");
    assert_eq!((named.number, other.number), (1, 2));
}

#[test]
fn one_that_is_not_there_is_no_fault_of_a_file() {
    let config = TempDir::new().expect("a folder");
    let error = identities(&config).get(7).expect_err("there is none");
    assert_eq!(exit(&error), Exit::Config);
    let said =
        "this machine has no player 7 at http://127.0.0.1:7878; `ikibuguzo whoami` lists those that it has";
    assert_eq!(error.to_string(), said);
}

#[test]
fn a_broken_file_is_named_and_never_replaced() {
    let config = TempDir::new().expect("a folder");
    let all = identities(&config);
    drop(all.pick(|_| Ok(false), || credentials("crane")));
    let path = all.path(1);
    for text in ["", "{", &format!(r#"{{"server":"x","name":"{TOKEN}","token":7}}"#)] {
        fs::write(&path, text).expect("written");
        let error = all.pick(|_| Ok(false), nobody).expect_err("the file is broken");
        assert_eq!(exit(&error), Exit::Config);
        assert!(error.to_string().contains("player-1.json"), "{error}");
        assert!(!error.to_string().contains(TOKEN), "{error}");
        assert_eq!(fs::read_to_string(&path).expect("still there"), text);
    }
}

#[test]
fn a_file_for_another_server_is_not_used() {
    let config = TempDir::new().expect("a folder");
    let here = identities(&config);
    drop(here.pick(|_| Ok(false), || credentials("crane")));
    let there = Identities { server: "https://elsewhere".to_owned(), ..identities(&config) };
    assert_eq!(exit(&there.get(1).expect_err("not that server's")), Exit::Config);
}

#[test]
fn a_token_that_the_server_does_not_know_is_explained() {
    let config = TempDir::new().expect("a folder");
    let crane = identities(&config).pick(|_| Ok(false), || credentials("crane")).expect("a player");
    let error = crane.explain(Failure::refused(ErrorCode::BadToken, "who?").into());
    assert_eq!(exit(&error), Exit::Refused);
    assert!(error.to_string().contains("player-1.json"), "{error}");
    let other = crane.explain(Failure::refused(ErrorCode::GameFull, "both seats are taken").into());
    assert!(other.to_string().contains("both seats are taken"), "{other}");
}

#[cfg(unix)]
#[test]
fn nobody_else_may_read_a_token() {
    use std::os::unix::fs::PermissionsExt;

    let config = TempDir::new().expect("a folder");
    let all = identities(&config);
    drop(all.pick(|_| Ok(false), || credentials("crane")));
    let mode = |path: &Path| fs::metadata(path).expect("it is there").permissions().mode() & 0o777;
    assert_eq!(mode(&all.path(1)), 0o600);
    assert_eq!(mode(&all.folder), 0o700);
}

#[test]
fn the_configuration_is_where_xdg_says() {
    let vars = |xdg: Option<&'static str>, home: Option<&'static str>| {
        config_folder(move |name| if name == "HOME" { home } else { xdg }.map(str::to_owned))
    };
    let folder = |text: &str| PathBuf::from(text);
    assert_eq!(vars(Some("/xdg"), Some("/home/me")).expect("there"), folder("/xdg/ikibuguzo"));
    assert_eq!(
        vars(Some("relative"), Some("/home/me")).expect("there"),
        folder("/home/me/.config/ikibuguzo")
    );
    assert_eq!(vars(None, Some("/home/me")).expect("there"), folder("/home/me/.config/ikibuguzo"));
    assert_eq!(exit(&vars(None, None).expect_err("nowhere")), Exit::Config);
}
