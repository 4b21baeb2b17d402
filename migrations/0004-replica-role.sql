-- What a session writes that plays a replica (session_replication_role, as some tools set it to put
-- rows in fast) must be seen, too.
alter table chatts enable always trigger note_insert;
alter table chatts enable always trigger note_update;
alter table chatts enable always trigger note_removal;
alter table chatts enable always trigger note_move;
alter table chatts enable always trigger note_truncate;
