//! Tables of text.

use unicode_width::UnicodeWidthStr;

/// Rows as lines in which the cells of a column stand below each other.
pub fn aligned<const COLUMNS: usize>(rows: &[&[String; COLUMNS]]) -> Vec<String> {
    let length = |column: usize| rows.iter().map(|row| row[column].width()).max().unwrap_or_default();
    let lengths: [usize; COLUMNS] = std::array::from_fn(length);
    let pad = |(cell, length): (&String, usize)| format!("{cell}{}", " ".repeat(length - cell.width()));
    let line = |row: &&[String; COLUMNS]| {
        let cells: Vec<String> = row.iter().zip(lengths).map(pad).collect();
        cells.join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_stand_below_each_other_by_their_width() {
        let rows = [["Ọbị", "1"], ["a", "22"]].map(|row| row.map(str::to_owned));
        assert_eq!(aligned(&rows.each_ref()), ["Ọbị  1", "a    22"]);
        assert!(aligned::<2>(&[]).is_empty());
    }
}
