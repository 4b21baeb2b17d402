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
        guard code.utf8.count == 5, code.contains(where: \.isNumber),
          code.allSatisfy({ $0.isASCII && ($0.isNumber || $0.isUppercase) })
        else { continue }
        let message = Self.trimmed(parts[(index + 1)...].joined(separator: ":")[...])
        self.init(cause: .refused(SQLState(rawValue: code)), message: message)
        return
      }
    }
    self.init(cause: .unreachable, message: lines.first ?? "could not connect to the database")
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop(while: \.isWhitespace)
    return String(start.dropLast(start.reversed().prefix(while: \.isWhitespace).count))
  }
}
