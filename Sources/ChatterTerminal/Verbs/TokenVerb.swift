import Arguments
import ChatterClient

/// Saves a token for the saved server after the server has accepted it, or removes it.
@MainActor
struct TokenVerb {
  let file: SettingsFile
  let console: any Console
  var probe: any ServerProbe = CurlTransport()

  /// Signs in with the token, or the invitation link, that `read` returns.
  func signIn(_ read: () throws(ExitError) -> [UInt8]) async throws(ExitError) {
    var settings = try settings()
    guard let place = settings.server else {
      throw ExitError("\(CommandError.noServer)", .configuration)
    }
    let check = TokenCheck(place: place, probe: probe)
    try await check.requireNeed()
    try await check.signIn(AccessToken(input: try read(), for: place), &settings)
    try file.write(settings)
    console.report(Printable.line("Signed in as \(settings.username ?? "").") + "\n")
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
}
