-- Addresses from which operators admit no new players, claims of names and sign-ins for a time. Rows are only added, so they are the record
-- of these decisions.
create table address_sanction (
    -- An address or a network: 192.0.2.7/32, 2001:db8::/32.
    network text not null,
    at bigint not null,
    -- banned, or lifted: then earlier ones of the same network end.
    kind text not null,
    -- The reason, for those who are refused.
    reason text not null,
    until_at bigint not null,
    constraint address_sanction_once primary key (network, at)
);

create index address_sanction_by_end on address_sanction (until_at);
