-- Which finished games have reached which position, and what came of it: worked out from the log, and never copied.

-- The order in which the positions of finished games were taken in; empty until then.
alter table game add column position_number bigint;

create unique index game_by_position_number on game (position_number) where position_number is not null;

-- The finished games whose positions are still to be taken in: an index over these alone.
create index game_to_take_in on game (ended_at, game_id) where ended_at is not null and position_number is null;

-- Finished games, in the order of their ends.
create index game_by_end on game (ended_at, game_id) where ended_at is not null;

-- A position is named by the first 16 bytes of the SHA-256 of its text: the key, and what tells two with one key apart.
create table position_game (
    position_key bigint not null,
    position_check bigint not null,
    -- The `position_number` of the game.
    number bigint not null,
    -- Where the game was in it first, and what was played there; empty at the end of a game.
    ply bigint not null,
    action text not null,
    constraint position_game_once primary key (position_key, position_check, number)
);

-- How the games ended that played an action in a position.
create table position_next (
    position_key bigint not null,
    position_check bigint not null,
    action text not null,
    south bigint not null,
    north bigint not null,
    draw bigint not null,
    constraint position_next_once primary key (position_key, position_check, action)
);

-- Whoever sits in an imported game and never logged in here.
alter table player add column imported bigint not null default 0;
