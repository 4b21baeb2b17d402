/// What the program remembers from run to run: lines of `key = value`.
struct Settings: Equatable, Sendable {
  var server: ServerPlace?
  var username: String?

  /// Reads the text of the file; blank lines and lines that begin with `#` say nothing.
  static func parse(_ text: String, path: String) throws(SettingsError) -> Settings {
    var values: [String: String] = [:]
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let line = trimmed(line)
      if line.isEmpty || line.hasPrefix("#") { continue }
      guard let equals = line.firstIndex(of: "=") else {
        throw .malformed(path: path, line: index + 1)
      }
      let key = trimmed(line[..<equals])
      guard keys.contains(key) else { throw .unknownKey(path: path, line: index + 1, key: key) }
      values[key] = trimmed(line[line.index(after: equals)...])
    }
    return try Settings(values, path: path)
  }

  private init(_ values: [String: String], path: String) throws(SettingsError) {
    username = values["username"]
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
    var lines = ["# Written by chatter server."]
    if let server {
      lines.append("server = \(server.url)")
      switch server.trust {
      case .system: break
      case .file(let path): lines.append("trust = \(path)")
      case .pin(let pin): lines.append("pin = \(pin)")
      }
    }
    if let username { lines.append("username = \(username)") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static let keys: Set = ["server", "trust", "pin", "username"]

  private static func trimmed(_ text: some StringProtocol) -> String {
    let start = text.drop(while: \.isWhitespace)
    guard let end = start.lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(start[...end])
  }
}
