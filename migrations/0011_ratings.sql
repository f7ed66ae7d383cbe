-- Ratings: a fold over finished rated games in the order of `rating_number`. `ikibuguzo-server ratings` works them out again.

-- 1 if the result changes the players' ratings.
alter table game add column rated bigint not null default 0;
-- Its place in the order in which rated games change ratings; null until then.
alter table game add column rating_number bigint;

-- Finished rated games of people whose result has not changed the ratings yet, the first to end first.
create index game_to_rate on game (ended_at, game_id)
where rated = 1 and has_bot = 0 and ended_at is not null and result <> 'none' and rating_number is null;

create unique index game_by_rating_number on game (rating_number) where rating_number is not null;

-- How many rated games have changed ratings: one row, named `ratings`, which servers add. A server that adds games changes it from what it has
-- read; of two servers, one changes no row and adds nothing.
create table rated_count (
    name text not null primary key,
    games bigint not null
);

-- The rating of each player, one for each pool: a game's name, with `-correspondence` behind it for clocks with days.
create table rating (
    player_id text not null references player (player_id),
    pool text not null,
    rating double precision not null,
    deviation double precision not null,
    volatility double precision not null,
    games bigint not null,
    -- The end of the last rated game.
    rated_at bigint not null,
    -- When the rating becomes provisional without another game; 0 if it is so.
    established_until bigint not null,
    constraint rating_once primary key (player_id, pool)
);

-- Established players of a pool, the best last.
create index rating_established on rating (pool, rating, player_id) where established_until > 0;

-- The rating of a player after each of its rated games. A game that did not count has no rows.
create table rating_change (
    player_id text not null,
    pool text not null,
    rating_number bigint not null,
    at bigint not null,
    rating double precision not null,
    deviation double precision not null,
    constraint rating_change_once primary key (player_id, pool, rating_number)
);

-- How many rated games two players had on the last day on which they had one; `player_id` is the lesser id. The day is in
-- days since 1970-01-01 UTC.
create table rated_pair (
    player_id text not null,
    opponent_id text not null,
    day bigint not null,
    games bigint not null,
    constraint rated_pair_once primary key (player_id, opponent_id)
);
