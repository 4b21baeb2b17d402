/// The settings that persist between runs, as lines of `key = value`.
struct Settings: Equatable, Sendable {
  var server: ServerPlace?
  var username: String?

  /// Parses the text of the file; blank lines and lines that begin with `#` are ignored.
  static func parse(_ text: String, path: String) throws(SettingsError) -> Settings {
    var values: [String: String] = [:]
    // By bytes: a carriage return and a line feed are a single Character.
    let lines = text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      let line = trimmed(Substring(line))
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let equals = line.utf8.firstIndex(of: UInt8(ascii: "=")) else {
        throw .malformed(path: path, line: index + 1)
      }
      let key = trimmed(line[..<equals])
      guard keys.contains(key) else { throw .unknownKey(path: path, line: index + 1, key: key) }
      let written = trimmed(line[line.utf8.index(after: equals)...])
      guard let value = SettingsValue.read(written) else {
        throw .malformed(path: path, line: index + 1)
      }
      values[key] = value
    }
    return try Settings(values, path: path)
  }

  private init(_ values: [String: String], path: String) throws(SettingsError) {
    if let name = values["username"] {
      guard Self.isName(name) else { throw .wrongValue(path: path, key: "username") }
      username = name
    }
    guard let text = values["server"] else { return }
    guard let url = ServerPlace.url(text) else { throw .wrongValue(path: path, key: "server") }
    var place = ServerPlace(url: url)
    if let file = values["trust"] { place.trust = .file(file) }
    if let text = values["pin"] {
      guard let pin = ServerPlace.pin(text) else { throw .wrongValue(path: path, key: "pin") }
      place.trust = .pin(pin)
    }
    server = place
  }

  init(server: ServerPlace? = nil, username: String? = nil) {
    (self.server, self.username) = (server, username)
  }

  /// The text of the file.
  var text: String {
    (["# Written by chatter server."] + lines).map { $0 + "\n" }.joined()
  }

  /// The settings, one line each.
  var lines: [String] {
    var lines: [String] = []
    if let server {
      lines.append("server = \(server.url)")
      switch server.trust {
      case .system: break
      case .file(let path): lines.append("trust = \(SettingsValue.written(path))")
      case .pin(let pin): lines.append("pin = \(pin)")
      }
    }
    if let username { lines.append("username = \(SettingsValue.written(username))") }
    return lines
  }

  private static let keys: Set = ["server", "trust", "pin", "username"]

  /// Whether a text is a valid username.
  static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.count <= 255 && Printable.line(text) == text
      && !text.allSatisfy(\.isWhitespace)
  }

  /// Removes blanks, tabs and carriage returns at both ends.
  private static func trimmed(_ text: Substring) -> String {
    let bytes = text.utf8.drop(while: SettingsValue.isBlank)
    guard let end = bytes.lastIndex(where: { !SettingsValue.isBlank($0) }) else { return "" }
    return String(Substring(bytes[...end]))
  }
}
