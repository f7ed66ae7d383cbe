-- The hash of each entry: the SHA-256, in hexadecimal, of the entry before it and of its own content (`game/src/chain.rs`).
-- Null for what was stored before: the hashes of such entries follow from the log.
alter table event add column hash text;
