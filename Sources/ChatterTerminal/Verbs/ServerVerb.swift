import Chatter
import ChatterClient
import CommandLine

/// Saves a server, or prints the saved settings.
@MainActor
struct ServerVerb {
  let options: ServerOptions
  let file: SettingsFile
  let console: any Console

  func run() throws(ExitError) {
    if options.url == nil, options.trust == nil, options.username == nil {
      return try show(try settings())
    }
    var settings = try settings()
    try change(&settings)
    // Rejects a missing certificate file before it is saved.
    _ = try settings.server?.server()
    try file.write(settings)
    console.report("Saved.\n")
  }

  /// Returns the saved settings; a server URL replaces a settings file that is invalid.
  private func settings() throws(ExitError) -> Settings {
    do throws(CommandError) {
      return try file.read()
    } catch {
      guard options.url != nil else { throw ExitError("\(error)", .configuration) }
      let aside = try file.putAside()
      console.report("chatter: \(error); the file is replaced, and the old one is now \(aside)\n")
      return Settings()
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
    if let name = options.username { settings.username = name.isEmpty ? nil : name }
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
    case .pinnedKey(let key): pin = key
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
