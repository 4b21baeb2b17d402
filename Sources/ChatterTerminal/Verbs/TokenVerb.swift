import Arguments
import ChatterClient

/// Saves a token for the saved server after the server has accepted it, or removes it.
@MainActor
struct TokenVerb {
  let file: SettingsFile
  let console: any Console
  var probe: any ServerProbe = CurlTransport()

  /// Signs in with the token that `read` returns; blanks and line ends around it do not matter.
  func signIn(_ read: () throws(ExitError) -> [UInt8]) async throws(ExitError) {
    var settings = try settings()
    guard var place = settings.server else {
      throw ExitError("\(CommandError.noServer)", .configuration)
    }
    // Users of an open server should not have to type a token.
    place.token = nil
    guard let access = try await permission(at: place), access.needsToken else {
      throw ExitError("\(place.authority) needs no token: nothing is saved", .usage)
    }
    let text = String(decoding: try read(), as: UTF8.self)
    let words = text.split(whereSeparator: \.isWhitespace)
    guard words.count == 1, let token = AccessToken(String(words[0])) else {
      throw ExitError(
        "this is not a token: give it as chatterd token add printed it; nothing is saved", .data)
    }
    place.token = token
    guard let name = try await permission(at: place)?.username, Settings.name(name) != nil else {
      throw ExitError("\(place.authority) did not say whose token this is", .protocol)
    }
    settings.server?.token = AccessToken(token.text, username: name)
    settings.username = name
    try file.write(settings)
    console.report(Printable.line("Signed in as \(name).") + "\n")
  }

  func signOut() throws(ExitError) {
    var settings = try settings()
    guard settings.server?.token != nil else { return console.report("Not signed in.\n") }
    settings.server?.token = nil
    try file.write(settings)
    console.report("Signed out.\n")
  }

  private func settings() throws(ExitError) -> Settings {
    do throws(CommandError) {
      return try file.read()
    } catch {
      throw ExitError("\(error)", .configuration)
    }
  }

  private func permission(at place: ServerPlace) async throws(ExitError) -> ServerAccess? {
    let server = try place.server()
    do throws(ClientError) {
      return try await probe.access(to: server)
    } catch .status(401, let reason) {
      throw ExitError(
        "\(place.authority) does not accept this token (\(reason)): ask its operator for another"
          + "; nothing is saved", .noPermission)
    } catch {
      throw ExitError(error, at: place.authority)
    }
  }
}
