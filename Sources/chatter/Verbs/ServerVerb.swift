import Chatter

/// Remembers a server, or prints what is remembered.
@MainActor
struct ServerVerb {
  let options: ServerOptions
  let file: SettingsFile
  let console: any Console

  func run() throws(Trouble) {
    var settings = try settings()
    if options.url == nil, options.trust == nil, options.username == nil {
      return try show(settings)
    }
    try change(&settings)
    // Refuses a file of certificates that is not there before it is remembered.
    _ = try settings.server?.server()
    do throws(SettingsError) {
      try file.write(settings)
    } catch {
      throw Trouble("\(error)", Self.code(error))
    }
    console.note("Remembered.\n")
  }

  private func settings() throws(Trouble) -> Settings {
    do throws(SettingsError) {
      return try file.read()
    } catch {
      throw Trouble("\(error)", Self.code(error))
    }
  }

  private static func code(_ error: SettingsError) -> ExitCode {
    if case .unwritable = error { .cannotCreate } else { .configuration }
  }

  private func change(_ settings: inout Settings) throws(Trouble) {
    if let url = options.url {
      let kept = settings.server?.url == url ? settings.server?.trust : nil
      settings.server = ServerPlace(url: url, trust: options.trust ?? kept ?? .system)
    } else if let trust = options.trust {
      guard settings.server != nil else {
        throw Trouble("whom to trust belongs to a server: give its URL too", .usage)
      }
      settings.server?.trust = trust
    }
    if let username = options.username { settings.username = username }
  }

  private func show(_ settings: Settings) throws(Trouble) {
    if options.isJSON {
      console.write(Self.json(settings) + "\n")
      return
    }
    guard settings.server != nil else { throw Trouble("\(CommandError.noServer)", .configuration) }
    let lines = settings.text.split(separator: "\n").filter { !$0.hasPrefix("#") }
    console.write(lines.map { $0 + "\n" }.joined())
  }

  static func json(_ settings: Settings) -> String {
    var file: String?
    var pin: String?
    switch settings.server?.trust {
    case .file(let path): file = path
    case .pin(let key): pin = key
    default: break
    }
    var output: [UInt8] = []
    JSONWriter.append(raw: #"{"server":"#, to: &output)
    JSONWriter.append(settings.server?.url, to: &output)
    JSONWriter.append(raw: #","trust":"#, to: &output)
    JSONWriter.append(file, to: &output)
    JSONWriter.append(raw: #","pin":"#, to: &output)
    JSONWriter.append(pin, to: &output)
    JSONWriter.append(raw: #","username":"#, to: &output)
    JSONWriter.append(settings.username, to: &output)
    JSONWriter.append(raw: "}", to: &output)
    return String(decoding: output, as: UTF8.self)
  }
}
