//! Colours of the full screen. Colour alone never carries information: marks, brackets and words say the same.

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

/// A set of colours.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Theme {
    /// The sixteen colours of the terminal.
    #[default]
    #[serde(rename = "16-colours")]
    SixteenColours,
    /// Colours of wood and seeds, for terminals with true colour.
    TrueColour,
    /// Bright on black.
    HighContrast,
    /// No colours.
    Monochrome,
}

/// A kind of part of the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A count.
    Count,
    /// An empty hole, a letter, a line between parts.
    Faint,
    /// A hole that can be sown.
    Legal,
    /// The hole that is chosen.
    Chosen,
    /// The hole where counters fall or are in hand.
    Falling,
    /// The name of a part of the screen.
    Title,
    /// What the user can do now.
    Prompt,
    /// A clock that runs out.
    Alert,
}

impl Theme {
    /// Every theme.
    #[cfg(test)]
    pub const ALL: [Self; 4] = [Self::SixteenColours, Self::TrueColour, Self::HighContrast, Self::Monochrome];

    /// How a part is drawn.
    pub fn style(self, role: Role) -> Style {
        let style = Style::new();
        let emphasised = match role {
            Role::Count => style,
            Role::Faint if self == Self::HighContrast => style,
            Role::Faint => style.add_modifier(Modifier::DIM),
            Role::Legal | Role::Title | Role::Prompt => style.add_modifier(Modifier::BOLD),
            Role::Chosen => style.add_modifier(Modifier::REVERSED | Modifier::BOLD),
            Role::Falling => style.add_modifier(Modifier::UNDERLINED | Modifier::BOLD),
            Role::Alert => style.add_modifier(Modifier::BOLD | Modifier::REVERSED),
        };
        match self.colour(role) {
            Some(colour) => emphasised.fg(colour),
            None => emphasised,
        }
    }

    fn colour(self, role: Role) -> Option<Color> {
        match (self, role) {
            (Self::Monochrome, _) | (_, Role::Faint) | (Self::SixteenColours, Role::Count) => None,
            (Self::SixteenColours, Role::Legal) => Some(Color::Yellow),
            (Self::SixteenColours, Role::Chosen) => Some(Color::Green),
            (Self::SixteenColours, Role::Falling) => Some(Color::Cyan),
            (Self::SixteenColours, Role::Title | Role::Prompt) => Some(Color::Blue),
            (Self::SixteenColours, Role::Alert) => Some(Color::Red),
            (Self::TrueColour, Role::Count) => Some(Color::Rgb(0xd9, 0xc2, 0x9c)),
            (Self::TrueColour, Role::Legal) => Some(Color::Rgb(0xf2, 0xb1, 0x34)),
            (Self::TrueColour, Role::Chosen) => Some(Color::Rgb(0x8f, 0xc9, 0x3a)),
            (Self::TrueColour, Role::Falling) => Some(Color::Rgb(0x6c, 0xc5, 0xd9)),
            (Self::TrueColour, Role::Title | Role::Prompt) => Some(Color::Rgb(0xc9, 0x8b, 0x5a)),
            (Self::TrueColour, Role::Alert) => Some(Color::Rgb(0xe0, 0x5a, 0x47)),
            (Self::HighContrast, Role::Legal | Role::Alert) => Some(Color::LightYellow),
            (Self::HighContrast, Role::Falling) => Some(Color::LightCyan),
            (Self::HighContrast, _) => Some(Color::White),
        }
    }
}
