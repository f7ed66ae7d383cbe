//! The file of an endgame table: a line of text, then the values.

use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::Path;

use ikibuguzo_engine::Ruleset;

use super::EndgameTable;
use super::layer::Layer;

/// The first word of a file.
const NAME: &str = "ikibuguzo-endgame-table";

/// Longest first line, in bytes.
const MAX_LINE: u64 = 100;

/// An endgame table could not be read.
#[derive(Debug)]
pub enum EndgameFileError {
    /// The file could not be read.
    Io(io::Error),
    /// The file is not an endgame table.
    NotATable,
    /// The table was made for other rules; it has to be made again.
    OtherRules,
    /// The file is too short or too long: it was not written to the end, or is damaged.
    WrongLength,
}

impl EndgameTable {
    /// Writes the table: a line of text, then one byte for each position.
    ///
    /// # Errors
    ///
    /// If writing fails.
    pub fn write_to(&self, mut file: impl Write) -> io::Result<()> {
        writeln!(file, "{NAME} {} {} {}", Ruleset::VERSION, self.ruleset, self.counters())?;
        self.layers.iter().try_for_each(|layer| file.write_all(layer.values()))?;
        file.flush()
    }

    /// Opens the file of a table.
    ///
    /// # Errors
    ///
    /// As [`read_from`](EndgameTable::read_from).
    pub fn open(path: &Path) -> Result<EndgameTable, EndgameFileError> {
        EndgameTable::read_from(BufReader::new(File::open(path).map_err(EndgameFileError::Io)?))
    }

    /// Reads a table that [`write_to`](EndgameTable::write_to) has written.
    ///
    /// # Errors
    ///
    /// If reading fails, or if the file is not a whole table of these rules.
    pub fn read_from(mut file: impl BufRead) -> Result<EndgameTable, EndgameFileError> {
        let (ruleset, counters) = read_heading(&mut file)?;
        let layers = (1..=counters).map(|counters| read_layer(&mut file, ruleset, counters));
        let layers = layers.collect::<Result<_, _>>()?;
        match file.read(&mut [0]).map_err(EndgameFileError::Io)? {
            0 => Ok(EndgameTable { ruleset, layers }),
            _ => Err(EndgameFileError::WrongLength),
        }
    }
}

fn read_heading(file: impl BufRead) -> Result<(Ruleset, u8), EndgameFileError> {
    let mut line = Vec::new();
    file.take(MAX_LINE).read_until(b'\n', &mut line).map_err(EndgameFileError::Io)?;
    let line = String::from_utf8(line).map_err(|_| EndgameFileError::NotATable)?;
    let [NAME, version, ruleset, counters] = line.split_whitespace().collect::<Vec<_>>()[..] else {
        return Err(EndgameFileError::NotATable);
    };
    if version.parse() != Ok(Ruleset::VERSION) {
        return Err(EndgameFileError::OtherRules);
    }
    let ruleset = ruleset.parse().ok().filter(|ruleset: &Ruleset| ruleset.name() == EndgameTable::GAME);
    let counters = counters.parse().ok().filter(|counters| EndgameTable::COUNTERS.contains(counters));
    ruleset.zip(counters).ok_or(EndgameFileError::NotATable)
}

fn read_layer(file: impl Read, ruleset: Ruleset, counters: u8) -> Result<Layer, EndgameFileError> {
    let holes = 2 * ruleset.rows() * ruleset.columns();
    let counters = usize::from(counters);
    let mut values = Vec::new();
    file.take(Layer::len(holes, counters) as u64).read_to_end(&mut values).map_err(EndgameFileError::Io)?;
    Layer::new(holes, counters, values).ok_or(EndgameFileError::WrongLength)
}

impl fmt::Display for EndgameFileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EndgameFileError::Io(error) => error.fmt(f),
            EndgameFileError::NotATable => f.write_str("the file is not an endgame table"),
            EndgameFileError::OtherRules => {
                f.write_str("the endgame table was made for another version of the rules; make it again")
            }
            EndgameFileError::WrongLength => f.write_str("the endgame table is not whole; make it again"),
        }
    }
}

impl std::error::Error for EndgameFileError {}
