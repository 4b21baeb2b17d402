import Arguments
import Chatter
import ChatterClient

/// Saves a server after connecting to it, or prints the saved settings.
@MainActor
struct ServerVerb {
  let options: ServerOptions
  let file: SettingsFile
  let console: any Console
  var probe: any ServerProbe = CurlTransport()
  /// Reads a line that the user types; nil at the end of the input. Nil without a terminal.
  var readReply: (() -> String?)?
  /// Reads the token that is not on the command line.
  var readToken: () throws(ExitError) -> [UInt8] = { () throws(ExitError) in [] }

  func run() async throws(ExitError) {
    let changesServer = options.url != nil || options.trust != nil || options.fingerprint != nil
    guard changesServer || options.username != nil || options.token != nil else {
      return try show(try settings().settings)
    }
    var (settings, error) = try settings()
    try change(&settings)
    if changesServer, let place = settings.server {
      settings.server?.trust = try await confirmedTrust(in: place)
    }
    try await signIn(&settings)
    if let error {
      let aside = try file.putAside()
      console.report("chatter: \(error); the file is replaced, and the old one is now \(aside)\n")
    }
    try file.write(settings)
    let name = options.token == nil ? nil : settings.server?.token?.username
    console.report(Printable.line("Saved." + (name.map { " Signed in as \($0)." } ?? "")) + "\n")
    if changesServer, !options.skipsCheck { await mentionToken(settings) }
  }

  /// Adds the token of the command line, after the server has accepted it.
  private func signIn(_ settings: inout Settings) async throws(ExitError) {
    guard let source = options.token else { return }
    guard let place = settings.server else {
      throw ExitError("no server is saved for the token: give its URL too", .usage)
    }
    let token =
      switch source {
      case .text(let token): token
      case .input: try AccessToken(input: try readToken(), for: place)
      }
    if options.skipsCheck {
      settings.server?.token = token
      return
    }
    let check = TokenCheck(place: place, probe: probe)
    try await check.requireNeed()
    try await check.signIn(token, &settings)
    if let name = options.username, name != settings.username {
      throw ExitError(
        "the token is for another user than --username \(name): leave out --username; nothing is"
          + " saved", .usage)
    }
  }

  /// Says what the server needs a token for, unless the user has signed in.
  private func mentionToken(_ settings: Settings) async {
    guard let place = settings.server, place.token == nil, let server = try? place.server(),
      let access = try? await probe.access(to: server), access.needsToken
    else { return }
    let calls = access.readingNeedsToken ? access.postingNeedsToken ? "" : "to read, " : "to post, "
    console.report("\(place.authority) needs a token: \(calls)run chatter sign-in\n")
  }

  /// Returns the saved settings, or why they are invalid if a URL replaces them.
  private func settings() throws(ExitError) -> (settings: Settings, error: CommandError?) {
    do throws(CommandError) {
      return (try file.read(), nil)
    } catch {
      guard options.url != nil else { throw ExitError("\(error)", .configuration) }
      return (Settings(), error)
    }
  }

  private func change(_ settings: inout Settings) throws(ExitError) {
    if let url = options.url {
      let saved = settings.server
      settings.server = ServerPlace(
        url: url, trust: options.trust ?? .system, token: saved?.url == url ? saved?.token : nil)
    } else if options.trust != nil || options.fingerprint != nil {
      guard settings.server != nil else {
        throw ExitError("no server to trust is saved: give its URL too", .usage)
      }
      settings.server?.trust = options.trust ?? .system
    }
    if let name = options.username { settings.username = name.isEmpty ? nil : name }
  }

  /// Prints the settings; without a server it fails and prints nothing.
  private func show(_ settings: Settings) throws(ExitError) {
    guard settings.server != nil else {
      throw ExitError("\(CommandError.noServer)", .configuration)
    }
    if options.isJSON {
      console.write(json: Self.json(settings))
    } else {
      let token = settings.server?.token == nil ? [] : ["token = (saved)"]
      console.write((settings.lines + token).map { Printable.line($0) + "\n" }.joined())
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
    return ChattJSON.object([
      "server": .text(settings.server?.url), "trust": .text(file), "pin": .text(pin),
      "username": .text(settings.username),
      "hasToken": .json(settings.server?.token == nil ? "false" : "true"),
    ])
  }
}

/// The connections before a URL or a token is saved: a `CurlTransport`, or a double in tests.
protocol ServerProbe: Sendable {
  func check(_ server: Server) async throws(ClientError)
  func access(to server: Server) async throws(ClientError) -> ServerAccess?
  func certificate(of server: Server) async throws(ClientError) -> ServerCertificate
}

extension CurlTransport: ServerProbe {}
