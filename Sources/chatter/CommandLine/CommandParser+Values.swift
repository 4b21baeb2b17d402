extension CommandParser {
  /// The server: of the flags, else of the environment, else what is remembered.
  ///
  /// Whom to trust comes from where the URL came from, or from further up; from further down only
  /// when that speaks of the same URL: the trust in one server is none in another.
  func place(_ values: OptionValues) throws(CommandError) -> ServerPlace {
    let remembered: ServerPlace?
    do throws(SettingsError) {
      remembered = try settings().server
    } catch {
      throw .settings(error)
    }
    let levels = [
      (
        url: try url(values.flag(.server)), trust: try trust(values.flag(.trust), values.flag(.pin))
      ),
      (
        url: try url(values.variable(.server)),
        trust: try trust(values.variable(.trust), values.variable(.pin))
      ),
      (url: remembered?.url, trust: remembered?.trust),
    ]
    guard let url = levels.lazy.compactMap(\.url).first else { throw .noServer }
    let own = levels.firstIndex { $0.url != nil } ?? 0
    for (index, level) in levels.enumerated() {
      guard let trust = level.trust else { continue }
      if index <= own || level.url == url { return ServerPlace(url: url, trust: trust) }
    }
    return ServerPlace(url: url)
  }

  func trust(
    _ file: OptionValues.Sourced?, _ pin: OptionValues.Sourced?
  ) throws(CommandError) -> TrustChoice? {
    switch (file, pin) {
    case (let file?, let pin?): throw .contradiction(file.origin, pin.origin)
    case (let file?, nil): return .file(surroundings.absolute(file.text))
    case (nil, let pin?): return .pin(try OptionValues.read(pin, .pin, ServerPlace.pin))
    case (nil, nil): return nil
    }
  }

  private func url(_ value: OptionValues.Sourced?) throws(CommandError) -> String? {
    guard let value else { return nil }
    return try OptionValues.read(value, .server, ServerPlace.url)
  }

  /// The name to post under: given, remembered, or that of the login.
  func username(_ values: OptionValues) throws(CommandError) -> String {
    if let name = try name(values.text(.username)) { return name }
    do throws(SettingsError) {
      if let name = try settings().username { return name }
    } catch {
      throw .settings(error)
    }
    guard let name = surroundings.loginName, Self.isName(name) else { throw .noUsername }
    return name
  }

  func name(_ value: OptionValues.Sourced?) throws(CommandError) -> String? {
    guard let value else { return nil }
    return try OptionValues.read(value, .username) { Self.isName($0) ? $0 : nil }
  }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text.unicodeScalars.count <= 255 && Printable.line(text) == text
      && !text.allSatisfy(\.isWhitespace)
  }

  func sound(_ values: OptionValues) throws(CommandError) -> SoundChoice {
    var sound = SoundChoice()
    if let source = try values.value(.source, SoundSource.init) { sound.source = source }
    if let sink = try values.value(.sink, SoundSink.init) { sound.sink = sink }
    if let rate = try values.count(.sampleRate) { sound.sampleRate = rate }
    return sound
  }

  func every(_ values: OptionValues) throws(CommandError) -> Duration {
    try values.duration(.every) ?? Self.everyByDefault
  }

  func color(_ values: OptionValues) throws(CommandError) -> ColorChoice {
    try values.value(.color, ColorChoice.init) ?? .auto
  }
}
