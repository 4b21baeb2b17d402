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

create function note_chatt_update() returns trigger language plpgsql as $$
begin
  new.transaction_id := pg_current_xact_id();
  if new.sequence <> old.sequence then
    insert into chatt_removals (sequence) values (old.sequence);
  end if;
  return new;
end
$$;
create trigger note_update before update on chatts
  for each row execute function note_chatt_update();

create function note_chatt_removal() returns trigger language plpgsql as $$
begin
  insert into chatt_removals (sequence) values (old.sequence);
  return null;
end
$$;
create trigger note_removal after delete on chatts
  for each row execute function note_chatt_removal();

create function note_chatts_truncated() returns trigger language plpgsql as $$
begin
  insert into chatt_removals (sequence) values (null);
  return null;
end
$$;
create trigger note_truncate after truncate on chatts
  for each statement execute function note_chatts_truncated();
