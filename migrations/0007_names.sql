-- Every name that a player has or had, by what it looks like: no other player is ever given one that looks so.
create table known_name (
    look text not null primary key,
    player_id text not null references player (player_id)
);

-- Names so far: what `server/src/look.rs` makes of small letters, digits and hyphens. Names from elsewhere may look alike.
insert into known_name (look, player_id)
select
    replace(
        replace(replace(replace(replace(replace(name, '-', ''), 'm', 'rn'), '1', 'l'), '0', 'o'), 'i', 'l'), 'vv', 'w'
    ),
    min(player_id)
from player group by 1;

-- What proves a player who has claimed a name: Argon2id, with its salt and parameters, as a PHC string.
create table passphrase (
    player_id text not null primary key references player (player_id),
    hash text not null,
    set_at bigint not null
);

create index token_by_player on token (player_id, created_at);
