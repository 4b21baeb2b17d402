extension CommandParser {
  /// Returns the server, from the flags, else the environment, else the settings.
  ///
  /// The trust comes from the first of these levels that names one, if that level names no server
  /// or the same server: trust in one server never applies to another.
  func place(_ values: OptionValues) throws(CommandError) -> ServerPlace {
    let levels = [
      (
        url: try url(values.flag(.server)), trust: try trust(values.flag(.trust), values.flag(.pin))
      ),
      (
        url: try url(values.variable(.server)),
        trust: try trust(values.variable(.trust), values.variable(.pin))
      ),
    ]
    let given = levels.lazy.compactMap(\.url).first
    let trusts = levels.filter { $0.url == nil || $0.url == given }.compactMap(\.trust)
    // A broken settings file does not matter when flags and variables give all values.
    if let url = given, let trust = trusts.first { return ServerPlace(url: url, trust: trust) }
    let settingsServer: ServerPlace?
    do throws(SettingsError) {
      settingsServer = try settings().server
    } catch {
      throw .settings(error)
    }
    guard let url = given ?? settingsServer?.url else { throw .noServer }
    let saved = settingsServer?.url == url ? settingsServer?.trust : nil
    return ServerPlace(url: url, trust: trusts.first ?? saved ?? .system)
  }

  /// The value of `--trust` that selects the system's authorities instead of a file.
  static let systemValue = "system"

  func trust(
    _ file: OptionValues.Sourced?, _ pin: OptionValues.Sourced?
  ) throws(CommandError) -> TrustChoice? {
    switch (file, pin) {
    case (let file?, let pin?): throw .contradiction(file.origin, pin.origin)
    case (let file?, nil):
      return file.text == Self.systemValue ? .system : .file(environment.absolute(file.text))
    case (nil, let pin?): return .pin(try OptionValues.read(pin, .pin, ServerPlace.pin))
    case (nil, nil): return nil
    }
  }

  private func url(_ value: OptionValues.Sourced?) throws(CommandError) -> String? {
    guard let value else { return nil }
    return try OptionValues.read(value, .server, ServerPlace.url)
  }

  /// Returns the username: given, saved, or the login name.
  func username(_ values: OptionValues) throws(CommandError) -> String {
    if let name = try name(values.text(.username)) { return name }
    do throws(SettingsError) {
      if let name = try settings().username { return name }
    } catch {
      throw .settings(error)
    }
    guard let name = environment.loginName, Settings.isName(name) else { throw .noUsername }
    return name
  }

  func name(_ value: OptionValues.Sourced?) throws(CommandError) -> String? {
    guard let value else { return nil }
    return try OptionValues.read(value, .username) { Settings.isName($0) ? $0 : nil }
  }

  /// Returns the username change of `chatter server`; an empty name removes the saved one.
  func nameChange(_ values: OptionValues) throws(CommandError) -> NameChange {
    let value = values.flag(.username)
    if value?.text == "" { return .forget }
    return try name(value).map(NameChange.set) ?? .keep
  }

  func sound(_ values: OptionValues) throws(CommandError) -> SoundChoice {
    var sound = SoundChoice()
    if let source = try values.value(.source, SoundSource.init) { sound.source = source }
    if let sink = try values.value(.sink, SoundSink.init) { sound.sink = sink }
    if let rate = try values.count(.sampleRate) { sound.sampleRate = rate }
    return sound
  }

  func pollInterval(_ values: OptionValues) throws(CommandError) -> Duration {
    try values.duration(.every) ?? Self.pollIntervalByDefault
  }

  func color(_ values: OptionValues) throws(CommandError) -> ColorChoice {
    try values.value(.color, ColorChoice.init) ?? .auto
  }
}
