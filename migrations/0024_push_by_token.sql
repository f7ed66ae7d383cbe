-- The public id of the token with which a browser was added: when the token is revoked, the browser is removed. Absent for
-- browsers that were added before.
alter table push_subscription add column token_id text;
