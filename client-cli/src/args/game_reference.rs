//! A game as a user names it: by its code or by its web link.

use std::str::FromStr;

use ikibuguzo_protocol::GameId;

use crate::connection::server_address::ServerAddress;

/// A code, or the link of the game's page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameReference {
    /// The game.
    pub id: GameId,
    /// The server of the link; none for a code.
    pub server: Option<ServerAddress>,
}

impl FromStr for GameReference {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let Some((server, rest)) = text.trim().rsplit_once("/game/") else {
            let id = text.trim().parse().map_err(|error| format!("{error}"))?;
            return Ok(Self { id, server: None });
        };
        let code = rest.split(['/', '?', '#']).next().unwrap_or_default();
        let id = code.parse().map_err(|error| format!("{error}"))?;
        Ok(Self { id, server: Some(server.parse()?) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_named_by_its_code_or_by_its_link() {
        let parse = |text: &str| text.parse::<GameReference>();
        let id: GameId = "k7wq2m9xra4t".parse().expect("a code");
        assert_eq!(parse("K7WQ-2M9X-RA4T"), Ok(GameReference { id, server: None }));
        for link in ["", "?at=3", "#turn-3", "/embed", "/"] {
            let text = format!("https://example.org/games/game/{id}{link}");
            let server = Some("https://example.org/games".parse().expect("an address"));
            assert_eq!(parse(&text), Ok(GameReference { id, server }), "{text}");
        }
        for text in
            ["nonsense", "https://example.org/game/nonsense", "ftp://example.org/game/k7wq2m9xra4t", "/game/"]
        {
            assert!(parse(text).is_err(), "{text}");
        }
    }
}
