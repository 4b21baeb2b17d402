import TestSupport
import Testing

@testable import ChatterDaemon

struct BackupContentsTests {
  private static var contents: BackupContents {
    var contents = BackupContents()
    contents.version = "0.1.0"
    contents.migrations = [.init(number: 1, name: "chatts", digest: "00ff")]
    contents.tables = [.init(name: "chatts", columns: ["id", "audio"])]
    contents.counters = [.init(table: "chatts", column: "sequence", value: 42)]
    return contents
  }

  @Test func parsesWhatItWrites() {
    #expect(BackupContents(Self.contents.text) == Self.contents)
  }

  @Test func rejectsEveryPrefixThatCutsALine() {
    let text = Self.contents.text
    for count in 0..<text.utf8.count where !text.utf8.prefix(count).elementsEqual(text.utf8) {
      let prefix = String(decoding: text.utf8.prefix(count), as: UTF8.self)
      if !prefix.hasSuffix("\n") { #expect(BackupContents(prefix) == nil, "\(prefix)") }
    }
  }

  @Test(arguments: ["chatts;drop", "Chatts", "\"chatts\"", "chatts--", ""])
  func rejectsNamesThatAreNotPlain(_ name: String) {
    #expect(BackupContents(BackupContents.firstLine + "\nversion 1\ntable \(name) id\n") == nil)
    #expect(BackupContents(BackupContents.firstLine + "\nversion 1\ntable chatts \(name)\n") == nil)
  }

  @Test func backsUpEveryTableOfTheMigrations() throws {
    var tables: [String] = []
    for migration in Repository.migrations {
      for line in try Repository.text(
        of: "migrations/\(migration.name)"
      ).split(separator: "\n") where line.hasPrefix("create table ") {
        tables.append(String(line.dropFirst("create table ".count).prefix { $0 != " " }))
      }
    }
    #expect(tables.sorted() == BackupSource.tableNames + [BackupSource.secretsName])
  }
}
