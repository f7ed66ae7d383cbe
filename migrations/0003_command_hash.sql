-- A hash of each command's content beside its id, so that an id that comes back with another command is refused: the first
-- 8 bytes of a SHA-256. Null for what was stored before.
alter table event add column command_hash bigint;
alter table game add column create_command_hash bigint;
