-- What the server has signed about the games that ended on one day, or on several: a Merkle root over their hashes.
create table signed_days (
    -- The last of the days, in UTC: 2026-11-28.
    last_day text not null primary key,
    -- The line that is signed (`game/src/inclusion.rs`).
    statement text not null,
    -- Its signature (Ed25519), in base64.
    signature text not null
);

-- The games in these roots.
create table signed_game (
    game_id bigint not null primary key references game (game_id),
    last_day text not null,
    -- The hash of the entry with which the game ended.
    hash text not null,
    -- The way from the game to the root: lines of `left` or `right` and a hash.
    path text not null
);
