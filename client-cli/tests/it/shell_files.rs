//! `completions` and `man`.

use std::fs;
use std::process::Command;

/// Runs `ikibuguzo` with this folder for data. Returns its output.
fn run(data: &std::path::Path, arguments: &[&str]) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_ikibuguzo"))
        .args(arguments)
        .env("XDG_DATA_HOME", data)
        .env("XDG_CONFIG_HOME", data)
        .output()
        .expect("it runs");
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn completions_and_the_manual_page_are_printed_or_installed() {
    let folder = tempfile::tempdir().expect("a folder");
    assert!(run(folder.path(), &["man"]).contains(".TH ikibuguzo 1"));
    for (shell, path_in_home) in [
        ("bash", "bash-completion/completions/ikibuguzo"),
        ("zsh", "zsh/site-functions/_ikibuguzo"),
        ("fish", "fish/vendor_completions.d/ikibuguzo.fish"),
    ] {
        let printed = run(folder.path(), &["completions", shell]);
        assert!(printed.contains("sign-out") && printed.contains("endgame-table"), "{shell}");
        let path = folder.path().join(path_in_home);
        let output = run(folder.path(), &["completions", shell, "--install"]);
        assert!(output.starts_with(&path.display().to_string()), "{output}");
        assert_eq!(fs::read_to_string(path).expect("installed"), printed);
    }
    run(folder.path(), &["man", "--install"]);
    let page = fs::read_to_string(folder.path().join("man/man1/ikibuguzo-play.1")).expect("installed");
    assert!(page.contains("endgame"), "{page}");
}
