-- A post adds the words of its message to a list beside the index, and the post that fills the list
-- sorts all of them into the index. While it does, other posts wait: 120 ms for the 4 MB of
-- PostgreSQL's default, and a few milliseconds for the least that it allows, in kilobytes.
alter index if exists chatts_words set (gin_pending_list_limit = 64);
