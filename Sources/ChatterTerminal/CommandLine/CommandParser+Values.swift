import Arguments
import ChatterAudio
import ChatterClient
import System

extension CommandParser {
  /// Returns the server, from the flags, else the environment, else the settings.
  ///
  /// The trust comes from the first of these levels that names one, if that level names no server
  /// or the same server: trust in one server never applies to another. The same is true of a token.
  func place(_ values: OptionValues) throws(CommandError) -> ServerPlace {
    let levels = [
      (
        url: try url(values.flags(.server)?.last),
        trust: try trust(values.flags(.trust)?.last, values.flags(.pin)?.last)
      ),
      (
        url: try url(values.variable(.server)),
        trust: try trust(values.variable(.trust), values.variable(.pin))
      ),
    ]
    let given = levels.lazy.compactMap(\.url).first
    let trusts = levels.filter { $0.url == nil || $0.url == given }.compactMap(\.trust)
    let isForVariables = levels[1].url == nil || levels[1].url == given
    let variable = isForVariables ? try token(values.variable(.token)) : nil
    let token = try token(values.flags(.token)?.last) ?? variable
    var settingsServer: ServerPlace?
    do throws(CommandError) {
      settingsServer = try settings().server
    } catch {
      // A broken settings file does not matter when flags and variables give the server.
      guard given != nil, !trusts.isEmpty else { throw error }
    }
    guard let url = given ?? settingsServer?.url else { throw .noServer }
    let saved = settingsServer?.url == url ? settingsServer : nil
    return ServerPlace(
      url: url, trust: trusts.first ?? saved?.trust ?? .system, token: token ?? saved?.token)
  }

  /// Returns a token that is sent; standard input is for the text of a post and for keys.
  private func token(_ value: SourcedValue?) throws(CommandError) -> AccessToken? {
    guard let value else { return nil }
    guard value.text != Option.tokenInput else {
      throw CommandError(
        "\(value.origin): only chatter server reads a token from standard input: run chatter "
          + "sign-in, or set CHATTER_TOKEN", isUsage: value.origin.isFlag)
    }
    return try OptionValues.parsed(value, .token) { AccessToken($0) }
  }

  /// Returns the token that `chatter server` saves.
  func tokenSource(_ values: OptionValues) throws(CommandError) -> TokenSource? {
    guard let value = values.flags(.token)?.last else { return nil }
    return value.text == Option.tokenInput ? .input : try token(value).map(TokenSource.text)
  }

  func trust(_ file: SourcedValue?, _ pin: SourcedValue?) throws(CommandError) -> Trust? {
    switch (file, pin) {
    case (let file?, let pin?): throw .contradiction(file.origin, pin.origin)
    case (let file?, nil):
      return file.text == Option.systemTrust ? .system : .file(environment.absolute(file.text))
    case (nil, let pin?): return .pinnedKey(try OptionValues.parsed(pin, .pin, ServerPlace.pin))
    case (nil, nil): return nil
    }
  }

  /// How the fragment of an invitation link begins.
  static let tokenInLink = "token="

  func url(_ value: SourcedValue?) throws(CommandError) -> String? {
    guard let value else { return nil }
    if value.text.contains("#\(Self.tokenInLink)") { throw .invitationLink(value) }
    do throws(ServerURLError) {
      return try ServerPlace.url(value.text)
    } catch .malformed {
      throw .wrongValue(value, of: .url)
    } catch {
      throw CommandError("\(value.origin): \(error)", isUsage: value.origin.isFlag)
    }
  }

  /// Returns the username: given, saved, or the login name.
  func username(_ values: OptionValues) throws(CommandError) -> String {
    if let name = try values.optional(.username, Settings.name) { return name }
    if let name = try settings().username { return name }
    guard let name = environment.loginName.flatMap(Settings.name) else { throw .noUsername }
    return name
  }

  func sound(_ values: OptionValues) throws(CommandError) -> SoundChoice {
    SoundChoice(
      source: try values.required(.source, AudioSource.init),
      sink: try values.required(.sink, AudioSink.init),
      sampleRate: try values.required(.sampleRate) { text in
        RecordingSettings.sampleRates.first { String($0) == text }
      })
  }
}
