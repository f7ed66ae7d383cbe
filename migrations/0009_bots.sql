-- 1 for a player for whom a program plays.
alter table player add column bot bigint not null default 0;

-- 1 for a game in which a bot has a seat. Statistics and the position index leave it out: they are about people.
alter table game add column has_bot bigint not null default 0;

drop index game_to_index;

-- Finished public games of people that are not in the position index yet, the first to end first.
create index game_to_index on game (position_number, ended_at, game_id)
where public = 1 and has_bot = 0 and ended_at is not null and position_number is null;
