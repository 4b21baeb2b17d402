import CommandLine

/// The settings that persist between runs, as lines of `key = value`.
struct Settings: Equatable, Sendable {
  var server: ServerPlace?
  var username: String?

  /// Parses the bytes of the file; its path is for errors.
  static func parse(_ bytes: [UInt8], path: String) throws(SettingsError) -> Settings {
    let file: ConfigurationFile
    do throws(ConfigurationFile.Malformation) {
      file = try ConfigurationFile(bytes)
    } catch {
      throw .malformed(path: path, line: error.line)
    }
    var values: [String: String] = [:]
    for line in file.lines {
      guard keys.contains(line.key) else {
        throw .unknownKey(path: path, line: line.number, key: line.key)
      }
      guard let value = SettingsValue.read(line.value) else {
        throw .malformed(path: path, line: line.number)
      }
      values[line.key] = value
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
}
