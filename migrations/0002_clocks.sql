-- How much time the seats have, as text, and a moment before which nothing can happen in the game by itself.
alter table game add column clock text not null default 'none';
alter table game add column due_at bigint;

create index game_by_due on game (due_at);

-- When a server was last there: one row.
create table heartbeat (
    name text not null primary key,
    at bigint not null
);

-- When no server was there, so that no clock is charged for it.
create table absence (
    from_at bigint not null primary key,
    until_at bigint not null
);
