-- 1 for a player for whom a program plays.
alter table player add column bot bigint not null default 0;

-- The player for whom the free seat of a game is kept.
alter table game add column invited text references player (player_id);

-- Open games by the player who is invited.
create index game_by_invited on game (invited, created_at, code) where state = 'open' and invited is not null;

-- 1 for a game in which a bot has a seat. Statistics and the position index leave it out: they are about people.
alter table game add column has_bot bigint not null default 0;

drop index game_to_index;

-- Finished public games of people that are not in the position index yet, the first to end first.
create index game_to_index on game (position_number, ended_at, game_id)
where public = 1 and has_bot = 0 and ended_at is not null and position_number is null;
