//! `watch` with several games: the wall on the full screen.

use anyhow::Result;
use ikibuguzo_protocol::GameId;
use tokio::runtime::Builder;

use crate::connection::api_client::ApiClient;
use crate::exit::{Exit, error_text};
use crate::full_screen::FullScreen;
use crate::full_screen::wall::WallEnd;
use crate::live_game::game_host::ServerHost;
use crate::live_game::stopping::until_stopped;
use crate::live_game::{Preferences, run_on_screen};

/// Shows the games until the user leaves.
///
/// # Errors
///
/// If the terminal cannot be used.
pub fn run(api: &ApiClient, games: &[GameId], preferences: Preferences) -> Result<Exit> {
    let runtime = Builder::new_current_thread().enable_all().build()?;
    let result = runtime.block_on(async {
        let Preferences { table, has_bell, has_notices } = preferences;
        let mut screen = FullScreen::open(table, has_bell, has_notices)?;
        show_wall(api, games, &mut screen).await
    });
    // A DNS lookup may still be running on a thread; do not wait for it.
    runtime.shutdown_background();
    result
}

/// Shows the games on a screen that is open already, and a game that the user enlarges alone.
///
/// # Errors
///
/// If the terminal cannot be used.
pub async fn show_wall(api: &ApiClient, games: &[GameId], screen: &mut FullScreen) -> Result<Exit> {
    let mut wall = screen.wall(games);
    loop {
        let end = until_stopped(async { screen.run_wall(&mut wall, api.server()).await.map(Some) }).await?;
        let exit = match end {
            Err(exit) => exit,
            Ok(WallEnd::Interrupt) => Exit::Interrupted,
            Ok(WallEnd::Leave) => return Ok(Exit::Done),
            Ok(WallEnd::Enlarge(game)) => {
                let shown = run_on_screen(&mut ServerHost::new(api, None), game, screen, Vec::new()).await;
                // The other games go on.
                shown.unwrap_or_else(|error| {
                    wall.say(error_text(&error, false));
                    Exit::Done
                })
            }
        };
        if exit != Exit::Done {
            return Ok(exit);
        }
    }
}
