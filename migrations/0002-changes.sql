-- What a server must know to keep its lists ready: which rows are new to it, and which are gone.

-- The transaction that wrote a row last. A server remembers the snapshot of its last look; what is
-- new since are the rows of the transactions that were under way then or began later. (The order of
-- `sequence` is not the order of commits: "all after the last one" would skip a late commit.)
alter table chatts
  add column transaction_id xid8 not null default pg_current_xact_id();
create index chatts_transaction_id on chatts (transaction_id);

-- Rows that were removed, by hand: no call of the server does. Null stands for all of them.
create table chatt_removals (
  sequence bigint,
  transaction_id xid8 not null default pg_current_xact_id()
);
create index chatt_removals_transaction_id on chatt_removals (transaction_id);

-- The schema of the table is named in each statement: a session that changes rows by hand may have
-- any search path.

-- A row that is put in with another number, such as one that comes back from a backup, is new.
create function note_chatt_write() returns trigger language plpgsql as $$
begin
  new.transaction_id := pg_current_xact_id();
  return new;
end
$$;
create trigger note_insert before insert on chatts
  for each row when (new.transaction_id is distinct from pg_current_xact_id())
  execute function note_chatt_write();
create trigger note_update before update on chatts
  for each row execute function note_chatt_write();

create function note_chatts_gone() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into %I.chatt_removals (sequence) select sequence from gone', tg_table_schema);
  return null;
end
$$;
create trigger note_removal after delete on chatts
  referencing old table as gone for each statement execute function note_chatts_gone();

-- An update may give a row another place.
create function note_chatt_moved() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into %I.chatt_removals (sequence) values ($1)', tg_table_schema) using old.sequence;
  return null;
end
$$;
create trigger note_move after update on chatts
  for each row when (new.sequence is distinct from old.sequence)
  execute function note_chatt_moved();

create function note_chatts_truncated() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into %I.chatt_removals (sequence) values (null)', tg_table_schema);
  return null;
end
$$;
create trigger note_truncate after truncate on chatts
  for each statement execute function note_chatts_truncated();
