import Foundation
import TestSupport
import Testing

@Suite(.needs(.postgreSQL))
struct BadRowTests {
  /// Rows that a person with access to the database might write: id, username, message, time, clip.
  static let bad = [
    "(gen_random_uuid(), null, 'm', now(), null)",
    "(gen_random_uuid(), 'bad', 'm', 'infinity', null)",
    "(gen_random_uuid(), 'bad', 'm', '-infinity', null)",
    "(gen_random_uuid(), 'bad', 'm', '4713-01-01 BC', null)",
    "(gen_random_uuid(), 'bad', 'm', '294276-01-01', null)",
    "(gen_random_uuid(), 'bad', 'm', null, null)",
    "(null, 'bad', 'm', now(), null)",
    "(null, null, null, null, '\\x00')",
  ]

  /// Unusual rows that a client can still show.
  static let odd = [
    "(gen_random_uuid(), '', null, now(), null)",
    "(gen_random_uuid(), 'odd', null, now(), '\\x00')",
    "(gen_random_uuid(), repeat('x', 1000), 'm', '1969-07-20', '\\x')",
  ]

  static let loosening = """
    alter table chatts drop constraint chatts_pkey, drop constraint chatts_username_length,
      drop constraint chatts_created_at_finite, drop constraint chatts_message_or_audio,
      drop constraint chatts_audio_facts, drop constraint chatts_audio_not_empty;
    alter table chatts alter column id drop not null, alter column username drop not null,
      alter column created_at drop not null;
    """

  @Test func omitsAndLogsMalformedRows() async throws {
    let database = try await TestDatabase()
    let server = try await ServerProcess(.shared(database))
    let insert = "insert into chatts (id, username, message, created_at, audio) values "
    try await server.withClient { client in
      #expect(try await client.response(to: .text("first")).status == 200)
      try await database.run(Self.loosening)
      try await database.run(insert + (Self.bad + Self.odd).joined(separator: ","))
      try await database.run("create unique index on chatts (id)")
      #expect(try await client.response(to: .text("last")).status == 200)
      for (target, columns) in [("/getchatts/", 4), ("/getaudio/", 5)] {
        let rows = try await client.rows(target)
        #expect(rows.allSatisfy { $0.count == columns && $0[2] != nil && $0[3] != nil })
        #expect(rows.first?[0] == "last")
        #expect(rows.last?[0] == "first")
        #expect(rows.count == 2 + Self.odd.count)
        #expect(!rows.contains { $0[0] == "bad" || $0[0] == nil })
      }
    }
    let line = try await server.program.line(containing: "malformed rows left out of a list")
    #expect(line.contains(" rows=\(Self.bad.count)"))
    #expect(try await server.stop() == .exited(0))
  }
}
