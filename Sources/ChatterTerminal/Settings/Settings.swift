import Arguments
import ChatterClient

/// The settings that persist between runs, as lines of `key = value`.
struct Settings: Equatable, Sendable {
  var server: ServerPlace?
  var username: String?

  static func parse(_ bytes: [UInt8], path: String) throws(CommandError) -> Settings {
    func failure(_ line: Int, _ text: String) -> CommandError {
      CommandError("\(Printable.line(path)):\(line): \(text)", isUsage: false)
    }
    let file: ConfigurationFile
    do throws(ConfigurationFile.Malformation) {
      file = try ConfigurationFile(bytes)
    } catch {
      throw failure(error.line, error.reason)
    }
    var url: String?
    var trust = Trust.system
    var (token, username): (String?, String?)
    for line in file.lines {
      func valid<Value>(_ value: Value?) throws(CommandError) -> Value {
        guard let value else { throw failure(line.number, "invalid value of \(line.key)") }
        return value
      }
      let value = line.value
      switch line.key {
      case "server":
        do throws(ServerURLError) {
          url = try ServerPlace.url(value)
        } catch {
          throw failure(line.number, "server: \(Printable.line("\(error)"))")
        }
      case "trust": trust = .file(value)
      case "pin": trust = .pinnedKey(try valid(ServerPlace.pin(value)))
      case "token": token = try valid(AccessToken(value)?.text)
      case "username": username = try valid(name(value))
      default: throw failure(line.number, "unknown key \(Printable.line(line.key))")
      }
    }
    let access = token.flatMap { AccessToken($0, username: username) }
    return Settings(
      server: url.map { ServerPlace(url: $0, trust: trust, token: access) }, username: username)
  }

  var text: String {
    let token = (server?.token).map { ["token = \($0.text)"] } ?? []
    return (["# Written by chatter server and chatter sign-in."] + lines + token)
      .map { $0 + "\n" }.joined()
  }

  /// The settings, one line each, without the token.
  var lines: [String] {
    var lines: [String] = []
    if let server {
      lines.append("server = \(server.url)")
      switch server.trust {
      case .system: break
      case .file(let path): lines.append("trust = \(path)")
      case .pinnedKey(let pin): lines.append("pin = \(pin)")
      }
    }
    if let username { lines.append("username = \(username)") }
    return lines
  }

  /// Returns a text that is a valid username; nil for any other text.
  static func name(_ text: String) -> String? {
    let isValid =
      text.unicodeScalars.count <= 255 && Printable.line(text) == text
      && !text.allSatisfy(\.isWhitespace)
    return isValid ? text : nil
  }
}
