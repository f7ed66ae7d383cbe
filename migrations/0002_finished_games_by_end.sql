-- Lists of finished games are in the order of `(ended_at, code)`. Every filter has an index that ends in that order, as it
-- has one that ends in the order of creation. A game enters these indexes when it ends: games in play do not pay for them.
drop index game_by_end;
create index game_by_end on game (public, ended_at, code) where ended_at is not null;
create index game_by_name_end on game (public, rules_name, ended_at, code) where ended_at is not null;
create index game_by_rules_end on game (public, rules, ended_at, code) where ended_at is not null;
create index game_by_result_end on game (public, result, ended_at, code) where ended_at is not null;
create index game_by_reason_end on game (public, reason, ended_at, code) where ended_at is not null;
create index game_by_arrays_end on game (public, arrays, ended_at, code) where ended_at is not null and arrays is not null;
create index game_by_south_end on game (south, public, ended_at, code) where ended_at is not null;
create index game_by_north_end on game (north, public, ended_at, code) where ended_at is not null;
create index game_by_pair_end on game (south, north, public, ended_at, code) where ended_at is not null;
