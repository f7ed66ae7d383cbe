//! `completions` and `man`: files for the shell and for `man`.

use std::env;
use std::fs;
use std::io::{Write, stdout};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::CommandFactory;

use crate::args::{Args, Shell};
use crate::exit::{Exit, Failure};

/// The program's name.
const PROGRAM: &str = "ikibuguzo";

/// Prints or installs the completions for a shell.
///
/// # Errors
///
/// If they cannot be written.
pub fn run_completions(shell: Shell, install: bool) -> Result<Exit> {
    let (generator, folder, file) = match shell {
        Shell::Bash => (clap_complete::Shell::Bash, "bash-completion/completions", PROGRAM),
        Shell::Zsh => (clap_complete::Shell::Zsh, "zsh/site-functions", "_ikibuguzo"),
        Shell::Fish => (clap_complete::Shell::Fish, "fish/vendor_completions.d", "ikibuguzo.fish"),
    };
    let mut text = Vec::new();
    clap_complete::generate(generator, &mut Args::command(), PROGRAM, &mut text);
    let exit = write_file(&text, install, folder, file)?;
    if install && matches!(shell, Shell::Zsh) {
        let folder = data_folder()?.join(folder);
        writeln!(stdout(), "Add this before `compinit` in .zshrc:")?;
        writeln!(stdout(), "fpath+=({})", folder.display())?;
    }
    Ok(exit)
}

/// Prints the manual page, or installs it with one for each subcommand.
///
/// # Errors
///
/// If it cannot be written.
pub fn run_man(install: bool) -> Result<Exit> {
    if !install {
        clap_mangen::Man::new(Args::command()).render(&mut stdout())?;
        return Ok(Exit::Done);
    }
    let folder = data_folder()?.join("man/man1");
    fs::create_dir_all(&folder)
        .and_then(|()| clap_mangen::generate_to(Args::command(), &folder))
        .with_context(|| format!("cannot write to {}", folder.display()))?;
    writeln!(stdout(), "{}", folder.join("ikibuguzo.1").display())?;
    Ok(Exit::Done)
}

/// Prints a file, or writes it under the user's folder for data.
fn write_file(text: &[u8], install: bool, folder: &str, file: &str) -> Result<Exit> {
    if !install {
        stdout().write_all(text)?;
        return Ok(Exit::Done);
    }
    let folder = data_folder()?.join(folder);
    let path = folder.join(file);
    install_file(&folder, &path, text).with_context(|| format!("cannot write {}", path.display()))?;
    writeln!(stdout(), "{}", path.display())?;
    Ok(Exit::Done)
}

fn install_file(folder: &Path, path: &Path, text: &[u8]) -> std::io::Result<()> {
    fs::create_dir_all(folder)?;
    fs::write(path, text)
}

/// `$XDG_DATA_HOME`, or `.local/share` in the home folder.
fn data_folder() -> Result<PathBuf> {
    let xdg = env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let folder = xdg.or_else(|| Some(env::home_dir()?.join(".local/share")));
    folder.ok_or_else(|| {
        Failure::new(Exit::Config, "set HOME or XDG_DATA_HOME: the file is written there").into()
    })
}
