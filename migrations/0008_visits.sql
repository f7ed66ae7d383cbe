-- A row for each visit of a player to a node, instead of one for all visits. Nodes write the rows again for players who are
-- connected to them. All servers must be stopped for this migration, as for the one of nodes.

drop table presence;

-- When which node serves, or served, which player of which game, for games that are not over: the truth for claims, and for
-- clocks after a node has died. Nodes tell each other of the same over the bus, for viewers.
create table presence (
    game_id bigint not null,
    -- `south` or `north`.
    seat text not null,
    node_id bigint not null,
    -- When the player came.
    since_at bigint not null,
    -- When the node last heard of the player; null while the player is connected to it.
    until_at bigint,
    -- When the row was last written.
    changed_at bigint not null,
    constraint presence_once primary key (game_id, seat, node_id, since_at)
);

create index presence_by_node on presence (node_id, game_id);
create index presence_by_change on presence (changed_at);
