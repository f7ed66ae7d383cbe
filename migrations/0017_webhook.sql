-- How far the operator's webhook was told: one row for each kind of news, `open_game` and `game_over`.
create table webhook_cursor (
    kind text not null primary key,
    -- The last game that was told: when it was created or ended, and its public id.
    at bigint not null,
    code text not null
);
