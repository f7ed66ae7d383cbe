-- What the node can read in logs, as names with a space between them. Null for nodes from before this column.
alter table node add column features text;
