-- The indexes of filters and searches. A migration blocks posts, so it builds them only while the
-- timeline is short; on a longer one, the server builds them beside the posts (`PageIndexes`, which
-- has the same definitions).
do $$
begin
  if (select count(*) from (select from chatts limit 10000) as sample) < 10000 then
    create index chatts_username_sequence on chatts (username, sequence);
    create index chatts_audio_sequence on chatts (sequence) where audio is not null;
    create index chatts_message_words
      on chatts using gin (to_tsvector('simple', left(message, 50000)));
  end if;
end
$$;
