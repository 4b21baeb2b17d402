-- The words of a search begin words of messages, and for a beginning an index reads all its entries
-- before it compares them with those of another word. So frequent words are compared with the rows
-- that the rare words find. PostgreSQL's statistics (`pg_stats`) say which words are frequent; if
-- they say nothing, or all words are, the index has all of them.
--
-- The words are joined with `&`.
create or replace function chatt_hits(words tsquery) returns setof bigint
language plpgsql stable set enable_seqscan = off as $$
declare
  -- To read this number of rows takes as long as to read the entries of a very frequent word.
  rare_rows_max constant integer := 10000;
  rare tsquery;
begin
  if words::text like '% & %' then
    with relation as (
      select nspname as schema, reltuples as rows
      from pg_class join pg_namespace on relnamespace = pg_namespace.oid
      where pg_class.oid = 'chatts'::regclass
    ), common as materialized (
      select word, share * rows as rows
      from relation join pg_stats on schemaname = schema,
        unnest(most_common_elems::text::text[], most_common_elem_freqs) as common (word, share)
      where tablename = 'chatts' and attname = 'words'
    )
    select string_agg(term, ' & ') into rare
    from string_to_table(words::text, ' & ') as term
    where (
      -- Of a term of several pairs, the first one.
      select coalesce(sum(rows), 0) <= rare_rows_max
      from common where starts_with(word, split_part(term, '''', 2)));
  end if;
  return query
    select sequence from chatts
    where chatts.words @@ coalesce(rare, chatt_hits.words)
      and (rare is null or ts_match_vq(chatts.words, chatt_hits.words));
end
$$;
