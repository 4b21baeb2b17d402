-- The secrets of the servers on this database. The token that deletes a chatt is computed from one,
-- so that every server makes the same token and nothing is stored for each chatt.
create table secrets (
  name text primary key,
  secret bytea not null,
  constraint secrets_length check (octet_length(secret) = 32)
);
-- Each UUID has 122 bits from the strong random source of the server.
insert into secrets (name, secret)
select 'delete-token', sha256(convert_to(string_agg(gen_random_uuid()::text, ''), 'UTF8'))
from generate_series(1, 4);

-- The id of a chatt that is gone: live updates name it.
alter table chatt_removals add column id uuid;

create or replace function note_chatts_gone() returns trigger language plpgsql as $$
begin
  execute format(
    'insert into %I.chatt_removals (sequence, id) select sequence, id from gone', tg_table_schema);
  return null;
end
$$;
