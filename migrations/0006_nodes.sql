-- Servers that share this database, which nodes they are called, and whom they serve. All servers must be stopped for
-- this migration: it drops tables that earlier versions write.

-- A row for each start of a server. The row of a node that died stays for 30 days.
create table node (
    -- Drawn at random at the start.
    node_id bigint not null primary key,
    -- A small number, under which the node counts statistics. Nodes that run at the same time have different ones, unless
    -- they started in the same moment.
    slot bigint not null,
    started_at bigint not null,
    -- When the node last ran; it writes this every 400 ms.
    beat_at bigint not null,
    -- Games that the node adds from now on are created at this time or later.
    complete_before bigint not null,
    -- When it was stopped; null while it runs, and if it died.
    stopped_at bigint
);

create index node_by_beat on node (beat_at);

-- The last server before this migration.
insert into node (node_id, slot, started_at, beat_at, complete_before) select 0, 0, at, at, at from heartbeat;
drop table heartbeat;

-- Periods in which a node did not run, and then went on. Clocks of the players whom it served are not charged for them.
-- With `node_id` 0: periods in which no node ran, for which no clock is charged.
create table outage (
    node_id bigint not null,
    from_at bigint not null,
    until_at bigint not null,
    constraint outage_once primary key (node_id, from_at)
);

create index outage_by_end on outage (until_at);

insert into outage (node_id, from_at, until_at) select 0, from_at, until_at from downtime;
drop table downtime;

-- Which node serves which player of which game, for games that are not over: the truth for claims, and for clocks after
-- a node has died. Nodes tell each other of the same over the bus, for viewers.
create table presence (
    game_id bigint not null,
    -- `south` or `north`.
    seat text not null,
    node_id bigint not null,
    -- Since when the node serves the player, apart from absences of at most 5000 ms.
    since_at bigint not null,
    -- When the node last heard of the player; null while the player is connected to it.
    until_at bigint,
    -- When the row was last written.
    changed_at bigint not null,
    constraint presence_once primary key (game_id, seat, node_id)
);

create index presence_by_node on presence (node_id, game_id);
create index presence_by_change on presence (changed_at);
