import Chatter
import CommandLine

/// Saves a server, or prints the saved settings.
@MainActor
struct ServerVerb {
  let options: ServerOptions
  let file: SettingsFile
  let console: any Console

  func run() throws(ExitError) {
    if options.url == nil, options.trust == nil, options.username == .keep {
      return try show(try settings())
    }
    var settings = try settings()
    try change(&settings)
    // Rejects a missing certificate file before it is saved.
    _ = try settings.server?.server()
    do throws(SettingsError) {
      try file.write(settings)
    } catch {
      throw ExitError(error)
    }
    console.report("Saved.\n")
  }

  /// Returns the saved settings; a server URL replaces a settings file that is invalid.
  private func settings() throws(ExitError) -> Settings {
    do throws(SettingsError) {
      do throws(SettingsError) {
        return try file.read()
      } catch  where options.url != nil && error.isOfText {
        let aside = try file.putAside()
        console.report("chatter: \(error); the file is replaced, and the old one is now \(aside)\n")
        return Settings()
      }
    } catch {
      throw ExitError(error)
    }
  }

  private func change(_ settings: inout Settings) throws(ExitError) {
    if let url = options.url {
      settings.server = ServerPlace(url: url, trust: options.trust ?? .system)
    } else if let trust = options.trust {
      guard settings.server != nil else {
        throw ExitError("no server to trust is saved: give its URL too", .usage)
      }
      settings.server?.trust = trust
    }
    switch options.username {
    case .keep: break
    case .forget: settings.username = nil
    case .set(let name): settings.username = name
    }
  }

  /// Prints the settings, and fails without a server. JSON then has a null server, which
  /// distinguishes this case from settings that cannot be read.
  private func show(_ settings: Settings) throws(ExitError) {
    if options.isJSON {
      console.write(json: Self.json(settings))
    } else {
      console.write(settings.lines.map { Printable.line($0) + "\n" }.joined())
    }
    guard settings.server != nil else {
      throw ExitError("\(CommandError.noServer)", .configuration)
    }
  }

  static func json(_ settings: Settings) -> String {
    var file: String?
    var pin: String?
    switch settings.server?.trust {
    case .file(let path): file = path
    case .pin(let key): pin = key
    default: break
    }
    var object = JSONObject()
    object.append("server", settings.server?.url)
    object.append("trust", file)
    object.append("pin", pin)
    object.append("username", settings.username)
    return object.text
  }
}
