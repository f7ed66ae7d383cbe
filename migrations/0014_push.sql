-- Web Push: the browsers that players want to be told on while the site is closed, and what they were told.

-- The key pair with which servers sign their requests to push services (VAPID), as PKCS #8 in base64url: one row, named
-- `push`. The server that starts first makes it. Another one would make every subscription useless.
create table server_key (
    name text not null primary key,
    private_key text not null
);

-- Browsers, by a hash of their address at a push service. Who knows that address and both keys can send to the browser.
create table push_subscription (
    subscription_id text not null primary key,
    player_id text not null references player (player_id),
    endpoint text not null,
    p256dh text not null,
    auth text not null,
    -- Which kinds of notices are wanted: 1 or 0.
    my_turn bigint not null,
    invited bigint not null,
    started bigint not null,
    created_at bigint not null
);

create index push_subscription_by_player on push_subscription (player_id, created_at);

-- Notices that a server has sent, or was about to send when it was killed: another one is sent only from a later place of
-- the same game. Rows of some weeks ago are removed.
create table push_notice (
    player_id text not null,
    -- The game's public id.
    code text not null,
    kind text not null,
    -- Completed turns and 1 for `my_turn`, otherwise 0.
    place bigint not null,
    at bigint not null,
    constraint push_notice_once primary key (player_id, code, kind)
);

create index push_notice_by_time on push_notice (at);
