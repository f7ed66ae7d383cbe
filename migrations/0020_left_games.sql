-- Games between people, with a clock in seconds, that one of them has left: written in the transaction that ends the game.
create table left_game (
    player_id text not null,
    game_id bigint not null,
    -- no_show: did not take a first step that was due; walked_away: was gone until the opponent claimed the game.
    kind text not null,
    -- The end of the game.
    at bigint not null,
    constraint left_game_once primary key (player_id, game_id)
);

-- What a player has left lately, the last one first.
create index left_game_by_time on left_game (player_id, at);
