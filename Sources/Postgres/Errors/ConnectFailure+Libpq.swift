extension ConnectFailure {
  /// Parses the text that PQerrorMessage(3) returns after a failed attempt, in verbose form.
  ///
  /// A rejection by the server has the form `FATAL: 28P01: password authentication failed…`, with
  /// the first word in the server's language. A text without an SQLSTATE means that no server
  /// responded.
  init(libpqMessage text: String) {
    let lines = text.split(separator: "\n").map { Self.trimmed($0) }.filter { !$0.isEmpty }
    for line in lines {
      let parts = line.split(separator: ":", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() where index > 0 && index < parts.count - 1 {
        let code = Self.trimmed(part)
        guard code.utf8.count == 5, code.utf8.allSatisfy(Self.isStateByte),
          code.utf8.contains(where: Self.isDigit)
        else { continue }
        let message = Self.trimmed(parts[(index + 1)...].joined(separator: ":")[...])
        self.init(cause: .refused(SQLState(rawValue: code)), message: message)
        return
      }
    }
    self.init(cause: .unreachable, message: lines.first ?? "could not connect to the database")
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    let blanks = start.reversed().prefix { $0 == " " || $0 == "\t" || $0 == "\r" }
    return String(start.dropLast(blanks.count))
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isStateByte(_ byte: UInt8) -> Bool {
    isDigit(byte) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
  }
}
