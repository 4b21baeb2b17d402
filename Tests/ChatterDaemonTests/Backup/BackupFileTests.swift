import Postgres
import TestSupport
import Testing

@testable import ChatterDaemon

struct BackupFileTests {
  @Test func restoresEveryTableOfTheMigrationsButNotes() throws {
    var tables: [String] = []
    for migration in Repository.migrations {
      for line in try Repository.text(
        of: "migrations/\(migration.name)"
      ).split(separator: "\n") where line.hasPrefix("create table ") {
        tables.append(String(line.dropFirst("create table ".count).prefix { $0 != " " }))
      }
    }
    #expect(Set(tables) == Set(BackupFile.tables + Backup.excludedTables + ["chatt_removals"]))
  }

  @Test func readsTheMigrationsOfAScript() {
    let script = """
      SET search_path = '';
      COPY public.schema_migrations (number, name, sha256, applied_at) FROM stdin;
      1\tchatts\t\\\\x00ff\t2026-11-27 10:00:00+00
      2\tchanges\t\\\\xff\t2026-11-27 10:00:00+00
      \\.


      """
    #expect(BackupFile.records(in: script) == [#"1 chatts \\x00ff"#, #"2 changes \\xff"#])
    #expect(BackupFile.records(in: "").isEmpty)
    #expect(BackupFile.records(in: "SET x = 1;\n").isEmpty)
  }

  @Test(
    arguments: [
      (
        [0x1F, 0x8B, 8], "crc error",
        .data("the backup is damaged or incomplete (crc error): use another one")
      ),
      (
        [0x1F, 0x8B, 8], "pg_restore: error: input file does not appear to be a valid archive",
        BackupFile.notABackup
      ),
      (Array("PGDMP".utf8), "gzip: stdin: not in gzip format", BackupFile.notABackup),
      ([], "gzip: stdin: unexpected end of file", BackupFile.notABackup),
      (
        [UInt8](repeating: 0, count: 257) + Array("ustar".utf8), "gzip: stdin: not in gzip format",
        .data("a tar archive of an earlier build: restore it with that build (CHANGELOG.md)")
      ),
    ] as [([UInt8], String, VerbError)])
  func saysWhyAFileIsRefused(_ first: [UInt8], _ text: String, _ expected: VerbError) {
    #expect(BackupFile.reason(text, first: first) == expected)
  }
}
