import Testing

/// SQL that changes the messages 4, 3, 2 and 1, and the messages that the lists show afterwards.
struct HandEdit: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let sql: String
  let messages: [String]

  static let all = [
    HandEdit(
      "an update", "update chatts set message = 'x' where message = '2'", "4", "3", "x", "1"),
    HandEdit("of all", "update chatts set message = message || 'x'", "4x", "3x", "2x", "1x"),
    HandEdit("a deletion", "delete from chatts where message in ('1', '3')", "4", "2"),
    HandEdit("of all rows", "delete from chatts"),
    HandEdit("a truncation", "truncate chatts"),
    HandEdit(
      "a truncation and a row",
      """
      begin; truncate chatts;
      insert into chatts (id, username, message) values (gen_random_uuid(), 'a', 'n'); commit
      """, "n"),
    HandEdit(
      "a row put in with an old number",
      """
      insert into chatts (id, username, message, sequence, transaction_id)
      values (gen_random_uuid(), 'a', 'n', 0, '3')
      """, "4", "3", "2", "1", "n"),
    HandEdit(
      "a row deleted and put back from a copy",
      """
      create temp table copy as select * from chatts where message = '3';
      delete from chatts where message = '3'; alter table copy drop column audio_bytes;
      insert into chatts (id, sequence, username, message, created_at, transaction_id)
      select id, sequence, username, 'b', created_at, transaction_id from copy
      """, "4", "b", "2", "1"),
    HandEdit(
      "another place", "update chatts set sequence = -1 where message = '4'", "3", "2", "1", "4"),
    HandEdit(
      "two places exchanged",
      """
      begin; update chatts set sequence = -sequence where message in ('2', '3');
      update chatts c set sequence = (select -sequence from chatts
        where message in ('2', '3') and id <> c.id) where message = '2';
      update chatts set sequence = 2 where message = '3'; commit
      """, "4", "2", "3", "1"),
    HandEdit(
      "without a search path",
      """
      set search_path = ''; delete from public.chatts where message = '1';
      update public.chatts set sequence = -1 where message = '3'
      """, "4", "2", "3"),
    HandEdit(
      "changes in the replica role",
      """
      set session_replication_role = replica; delete from chatts where message = '1';
      update chatts set message = 'x' where message = '2';
      insert into chatts (id, username, message, sequence, transaction_id)
      values (gen_random_uuid(), 'a', 'n', 0, '3')
      """, "4", "3", "x", "n"),
    HandEdit(
      "an empty clip",
      "update chatts set audio = null, audio_codec = null, "
        + "audio_duration_us = null, audio_sample_rate = null, audio_channels = null, message = 'm' "
        + "where message = '4'", "m", "3", "2", "1"),
    HandEdit(
      "the table rewritten",
      "alter table chatts alter column message type text using message || 'y'", "4y", "3y", "2y",
      "1y"),
  ]

  init(_ name: String, _ sql: String, _ messages: String...) {
    (testDescription, self.sql, self.messages) = (name, sql, messages)
  }
}
