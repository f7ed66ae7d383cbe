-- A game without a clock expires where nobody moves first within a week. Of those that are under way nobody has noted
-- when to look; whoever looks finds out whether it was begun, and notes that there is nothing more to wait for.
update game set due_at = created_at + 604800000 where state = 'playing' and clock = 'none' and due_at is null;
