/// What a backup contains: the file `contents.txt`, with which it begins.
///
/// One line per fact, words separated by spaces: `migration 1 chatts SHA256`,
/// `table chatts id,sequence`, `counter chatts sequence 42`.
struct BackupContents: Equatable, Sendable {
  static let fileName = "contents.txt"
  static let firstLine = "chatterd-backup 1"

  struct Migration: Equatable, Sendable {
    let number: Int
    let name: String
    let digest: String
  }
  struct Table: Equatable, Sendable {
    let name: String
    let columns: [String]
  }
  /// The last value of an identity column's sequence.
  struct Counter: Equatable, Sendable {
    let table: String
    let column: String
    let value: Int
  }

  var version = ""
  var migrations: [Migration] = []
  var tables: [Table] = []
  var counters: [Counter] = []

  init() {}

  /// Parses the text; nil if it is malformed.
  init?(_ text: String) {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
    guard lines.popFirst() == Self.firstLine[...], lines.popLast() == "" else { return nil }
    for line in lines {
      let words = line.split(separator: " ", omittingEmptySubsequences: false).map(String.init)
      switch (words.first, words.count) {
      case ("version", 2): version = words[1]
      case ("migration", 4):
        guard let number = Int(words[1]) else { return nil }
        migrations.append(Migration(number: number, name: words[2], digest: words[3]))
      case ("table", 3):
        let columns = words[2].split(separator: ",").map(String.init)
        guard !columns.isEmpty, ([words[1]] + columns).allSatisfy(Self.isName) else { return nil }
        tables.append(Table(name: words[1], columns: columns))
      case ("counter", 4):
        guard let value = Int(words[3]), Self.isName(words[1]), Self.isName(words[2]) else {
          return nil
        }
        counters.append(Counter(table: words[1], column: words[2], value: value))
      default: return nil
      }
    }
    guard self.text == text else { return nil }
  }

  var text: String {
    var lines = [Self.firstLine, "version \(version)"]
    lines += migrations.map { "migration \($0.number) \($0.name) \($0.digest)" }
    lines += tables.map { "table \($0.name) \($0.columns.joined(separator: ","))" }
    lines += counters.map { "counter \($0.table) \($0.column) \($0.value)" }
    return lines.joined(separator: "\n") + "\n"
  }

  /// Whether a text can be an identifier in SQL without quotes.
  static func isName(_ text: String) -> Bool {
    (1...40).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "_")
      }
  }
}
