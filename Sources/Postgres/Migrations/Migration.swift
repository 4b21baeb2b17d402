/// One step of a database's schema: the contents of a file `migrations/NNNN-name.sql`.
public struct Migration: Sendable, Hashable {
  public let number: Int
  public let name: String
  public let sql: String

  public init(number: Int, name: String, sql: String) {
    self.number = number
    self.name = name
    self.sql = sql
  }

  /// Parses the number and the name in a file name; nil when it is not of the form `NNNN-name.sql`.
  public init?(fileName: String, sql: String) {
    let suffix = ".sql"
    guard fileName.hasSuffix(suffix) else { return nil }
    let parts = fileName.dropLast(suffix.count).split(separator: "-", maxSplits: 1)
    guard parts.count == 2, parts[0].utf8.count == 4,
      parts[0].utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
      let number = Int(parts[0]), number > 0
    else { return nil }
    self.init(number: number, name: String(parts[1]), sql: sql)
  }

  public var fileName: String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits + "-\(name).sql"
  }
}
