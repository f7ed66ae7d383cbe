-- A player's live games, the newest first, for the stream of what concerns a player. A game is in these indexes only while
-- it is arranged or played, so they cost two writes a game and none a move.
create index game_live_by_south on game (south, created_at, code) where state in ('arranging', 'playing');
create index game_live_by_north on game (north, created_at, code) where state in ('arranging', 'playing');
