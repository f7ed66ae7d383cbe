//! Which turn of a game a table shows, and whether the turns play by themselves.

/// The turn that is shown; none shows the present.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Replay {
    shown: Option<usize>,
    /// Laps of the next turn that are shown too.
    laps: usize,
    is_playing: bool,
}

impl Replay {
    /// After how many turns the game is shown; none for the present.
    pub fn shown(self) -> Option<usize> {
        self.shown
    }

    /// How many laps of the next turn are shown too.
    pub fn laps(self) -> usize {
        self.laps
    }

    /// Whether the turns play by themselves.
    pub fn is_playing(self) -> bool {
        self.is_playing
    }

    /// Shows the game after `turns` of its `count` turns.
    pub fn show(&mut self, turns: usize, count: usize) {
        self.shown = Some(turns).filter(|turns| *turns < count);
        self.laps = 0;
        self.is_playing = false;
    }

    /// Goes back one turn of the `count` turns.
    pub fn step_back(&mut self, count: usize) {
        let shown = self.shown.unwrap_or(count);
        // In the middle of a turn, its beginning is one step back.
        let steps = usize::from(self.laps == 0);
        self.show(shown.saturating_sub(steps), count);
    }

    /// Goes forward one lap, or, with the last lap of a turn, to the end of the turn. `laps`: how many laps each of the
    /// `count` turns has.
    pub fn step_lap_on(&mut self, count: usize, laps: impl Fn(usize) -> usize) {
        let Some(shown) = self.shown else { return };
        let next = self.laps + 1;
        if next < laps(shown) {
            self.laps = next;
            self.is_playing = false;
        } else {
            self.show(shown + 1, count);
        }
    }

    /// Goes back one lap, at the beginning of a turn into the turn before. `laps`: how many laps each turn has.
    pub fn step_lap_back(&mut self, count: usize, laps: impl Fn(usize) -> usize) {
        let shown = self.shown.unwrap_or(count);
        if let Some(lap) = self.laps.checked_sub(1) {
            self.laps = lap;
            self.is_playing = false;
        } else if let Some(before) = shown.checked_sub(1) {
            self.show(before, count);
            self.laps = laps(before).saturating_sub(1);
        }
    }

    /// Goes forward one turn of the `count` turns. Returns the number of turns before it; none in the present.
    pub fn step_on(&mut self, count: usize) -> Option<usize> {
        let shown = self.shown.take().filter(|shown| *shown < count)?;
        self.shown = Some(shown + 1).filter(|next| *next < count);
        self.laps = 0;
        self.is_playing &= self.shown.is_some();
        Some(shown)
    }

    /// Starts playing the turns, from the first one if the present is shown, or stops.
    pub fn toggle_playing(&mut self, count: usize) {
        if self.shown.is_none() && count > 0 {
            self.shown = Some(0);
        }
        self.is_playing = !self.is_playing && self.shown.is_some();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn turns_are_stepped_through_up_to_the_present() {
        let mut replay = Replay::default();
        assert_eq!(replay.step_on(3), None);
        replay.step_back(3);
        assert_eq!(replay.shown(), Some(2));
        replay.show(0, 3);
        replay.step_back(3);
        assert_eq!(replay.shown(), Some(0));
        assert_eq!([replay.step_on(3), replay.step_on(3), replay.step_on(3)], [Some(0), Some(1), Some(2)]);
        assert_eq!(replay.shown(), None, "the present");
    }

    #[test]
    fn laps_are_stepped_through_across_turns() {
        let laps = |turn: usize| [2, 1, 3][turn];
        let mut replay = Replay::default();
        let mut back = vec![(3, 0)];
        for _ in 0..7 {
            replay.step_lap_back(3, laps);
            back.push((replay.shown().unwrap_or(3), replay.laps()));
        }
        assert_eq!(back, [(3, 0), (2, 2), (2, 1), (2, 0), (1, 0), (0, 1), (0, 0), (0, 0)]);
        back.pop();
        while let Some(expected) = back.pop() {
            assert_eq!((replay.shown().unwrap_or(3), replay.laps()), expected);
            replay.step_lap_on(3, laps);
        }
        replay.step_lap_back(3, laps);
        replay.step_back(3);
        assert_eq!((replay.shown(), replay.laps()), (Some(2), 0), "the beginning of the turn");
    }

    #[test]
    fn a_game_plays_by_itself_to_its_end() {
        let mut replay = Replay::default();
        replay.toggle_playing(0);
        assert!(!replay.is_playing(), "there is nothing to play");
        replay.toggle_playing(2);
        assert!(replay.is_playing() && replay.shown() == Some(0));
        replay.step_on(2);
        assert!(replay.is_playing());
        replay.step_on(2);
        assert!(!replay.is_playing() && replay.shown().is_none());
    }
}
