-- The words by which a message is found, which the server makes (the module Search): a parser of
-- PostgreSQL is not linear in what strangers send.
alter table chatts add column words tsvector;

-- The messages whose words the server has still to make: those of earlier versions, and those that
-- are put in or changed by hand. A post costs it nothing. No other index has this order, so the
-- planner cannot take one that has all rows, whatever it knows about them.
create index chatts_without_words on chatts ((-sequence))
  where words is null and message is not null;

-- The words alone are no change of the chatt; another message has other words.
create or replace function note_chatt_write() returns trigger language plpgsql as $$
begin
  new.transaction_id := pg_current_xact_id();
  if tg_op = 'UPDATE' then
    if new.message is distinct from old.message then
      new.words := null;
    end if;
  end if;
  return new;
end
$$;
drop trigger if exists note_update on chatts;
create trigger note_update before update on chatts
  for each row when (new.words is not distinct from old.words) execute function note_chatt_write();
alter table chatts enable always trigger note_update;

-- The index decides, whatever the planner expects: to read all rows costs more than any search.
create function chatt_hits(words tsquery) returns setof bigint
language sql stable set enable_seqscan = off as $$
  select sequence from chatts where chatts.words @@ chatt_hits.words
$$;

-- As in 0007: a long timeline is left to the server (`PageIndexes`).
do $$
begin
  if (select count(*) from (select from chatts limit 10000) as sample) < 10000 then
    drop index if exists chatts_message_words;
    create index chatts_words on chatts using gin (words);
  end if;
end
$$;
