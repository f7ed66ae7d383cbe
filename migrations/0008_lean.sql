-- What most games in play have nothing in is no part of an index: a game that begins and ends pays for fewer of them.
drop index game_by_result;
drop index game_by_reason;
drop index game_by_arrays;
drop index game_by_due;

create index game_by_result on game (public, result, created_at, game_id) where result is not null;
create index game_by_reason on game (public, reason, created_at, game_id) where reason is not null;
create index game_by_arrays on game (public, arrays, created_at, game_id) where arrays is not null;
create index game_by_due on game (due_at) where due_at is not null;
