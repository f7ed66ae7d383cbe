-- The games of a player that wait for an opponent, for the limits of their number.
create index game_open_by_creator on game (creator, invited) where state = 'open';
