//! The rectangles of a table's parts on a screen.

use ratatui::layout::Rect;

/// The smallest screen on which a table can be drawn, in columns and rows.
pub const MIN_SIZE: (u16, u16) = (36, 18);

/// Smallest number of columns at which all parts are beside each other.
const MIN_WIDE_COLUMNS: u16 = 80;

/// Columns of the list of turns.
const TURNS_WIDTH: u16 = 26;

/// The part that a narrow screen shows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Tab {
    /// The board.
    #[default]
    Board,
    /// The turns.
    Turns,
    /// The talk.
    Talk,
}

impl Tab {
    /// Every tab, in their order.
    pub const ALL: [Self; 3] = [Self::Board, Self::Turns, Self::Talk];

    /// The name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Board => "Board",
            Self::Turns => "Turns",
            Self::Talk => "Talk",
        }
    }

    /// The tab after this one.
    pub fn next(self) -> Self {
        match self {
            Self::Board => Self::Turns,
            Self::Turns => Self::Talk,
            Self::Talk => Self::Board,
        }
    }
}

/// The areas of a table. A part that is not shown has an empty area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableLayout {
    /// The names of the tabs, on a narrow screen.
    pub tabs: Rect,
    /// The upper player, above the board.
    pub upper: Rect,
    /// The board.
    pub board: Rect,
    /// The lower player, below the board.
    pub lower: Rect,
    /// The turns.
    pub turns: Rect,
    /// The talk.
    pub talk: Rect,
    /// What the user can do now.
    pub prompt: Rect,
    /// The command line, or the keys.
    pub command: Rect,
}

impl TableLayout {
    /// The layout on a screen; the board takes `board_height` rows. None if the screen is too small.
    pub fn new(screen: Rect, board_height: impl Fn(u16) -> u16, tab: Tab) -> Option<Self> {
        if screen.width < MIN_SIZE.0 || screen.height < MIN_SIZE.1 {
            return None;
        }
        let bottom = screen.y + screen.height;
        let line = |y| Rect::new(screen.x, y, screen.width, 1);
        let prompt = Rect::new(screen.x, bottom - 3, screen.width, 2);
        let empty = Rect::new(screen.x, screen.y, 0, 0);
        let blank = Self {
            tabs: empty,
            upper: empty,
            board: empty,
            lower: empty,
            turns: empty,
            talk: empty,
            prompt,
            command: line(bottom - 1),
        };
        let body = Rect::new(screen.x, screen.y, screen.width, screen.height - 3);
        if screen.width < MIN_WIDE_COLUMNS {
            let tabs = line(screen.y);
            let body = Rect::new(body.x, body.y + 1, body.width, body.height - 1);
            let narrow = Self { tabs, ..blank };
            return Some(match tab {
                Tab::Board => Self {
                    talk: below(body, board_height(body.width)),
                    ..narrow.with_board(body, board_height)
                },
                Tab::Turns => Self { turns: body, ..narrow },
                Tab::Talk => Self { talk: body, ..narrow },
            });
        }
        let left = Rect::new(body.x, body.y, body.width - TURNS_WIDTH, body.height);
        let turns = Rect::new(left.x + left.width, body.y, TURNS_WIDTH, body.height);
        let talk = below(left, board_height(left.width));
        Some(Self { turns, talk, ..blank.with_board(left, board_height) })
    }

    fn with_board(self, area: Rect, board_height: impl Fn(u16) -> u16) -> Self {
        let height = board_height(area.width).min(area.height.saturating_sub(2));
        Self {
            upper: Rect::new(area.x, area.y, area.width, 1),
            board: Rect::new(area.x, area.y + 1, area.width, height),
            lower: Rect::new(area.x, area.y + 1 + height, area.width, 1),
            ..self
        }
    }
}

/// The rest below a board with its two players.
fn below(area: Rect, board_height: u16) -> Rect {
    let taken = (board_height + 2).min(area.height);
    Rect::new(area.x, area.y + taken, area.width, area.height - taken)
}
