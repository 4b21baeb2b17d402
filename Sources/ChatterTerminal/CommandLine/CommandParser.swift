import Chatter
import Program

/// Turns arguments, environment and settings into one checked command.
struct CommandParser: Sendable {
  let environment: ClientEnvironment
  /// Reads the settings, only when they are needed: `chatter help` works with a broken file.
  let settings: @Sendable () throws(SettingsError) -> Settings

  static let pollIntervalByDefault = Duration.seconds(3)
  /// The argument of `help` that prints the manual page, in mdoc(7).
  static let manualTopic = "manual"

  func parse(_ words: [String]) throws(CommandError) -> Command {
    let line = try ParsedLine(words)
    if line.wantsHelp { return .help(line.verb == .frontEnd ? nil : line.verb) }
    let values = OptionValues(line, environment)
    switch line.verb {
    case .frontEnd: return try frontEnd(values)
    case .list: return try list(values)
    case .post: return try post(line.arguments[0], values)
    case .play: return try play(line.arguments[0], values)
    case .record: return try record(line.arguments[0], values)
    case .queue: return try queue(values)
    case .server: return try server(line.arguments.first, values)
    case .completion: return try completion(line.arguments[0])
    case .help: return try help(line.arguments.first)
    case .version: return .version
    }
  }

  /// Here and below the server comes last, so that a mistyped option is reported before a missing
  /// server.
  private func list(_ values: OptionValues) throws(CommandError) -> Command {
    let (pollInterval, color) = (try pollInterval(values), try color(values))
    return .list(
      ListOptions(
        place: try place(values), follows: values.isOn(.follow), pollInterval: pollInterval,
        isJSON: values.isOn(.json), color: color))
  }

  private func queue(_ values: OptionValues) throws(CommandError) -> Command {
    let (pollInterval, rate, sound) = (
      try pollInterval(values), try rate(values), try sound(values)
    )
    return .queue(
      QueueOptions(
        place: try place(values), pollInterval: pollInterval, all: values.isOn(.all), rate: rate,
        sound: sound))
  }

  private func rate(_ values: OptionValues) throws(CommandError) -> Double {
    try values.number(.rate) ?? 1
  }

  private func frontEnd(_ values: OptionValues) throws(CommandError) -> Command {
    let isPlain = values.isOn(.plain)
    guard isPlain || environment.isInputTerminal && environment.isOutputTerminal else {
      throw .noTerminal
    }
    let (pollInterval, color, sound) = (
      try pollInterval(values), try color(values), try sound(values)
    )
    return .frontEnd(
      FrontEndOptions(
        place: try place(values), username: try username(values), sound: sound,
        pollInterval: pollInterval,
        isPlain: isPlain || environment.isDumbTerminal, color: color))
  }

  private func record(_ path: String, _ values: OptionValues) throws(CommandError) -> Command {
    let (time, sound) = (try values.duration(.forTime), try sound(values))
    if time == nil, !environment.canInputFollow { throw .noInputForEnter }
    return .record(
      RecordOptions(path: path, overwrites: values.isOn(.force), time: time, sound: sound))
  }

  private func post(_ text: String, _ values: OptionValues) throws(CommandError) -> Command {
    let time = try values.duration(.forTime)
    let audio: PostOptions.Audio
    switch (values.text(.audio)?.text, values.isOn(.record)) {
    case (.some, true): throw .contradiction("--audio", "--record")
    case (let path?, false): audio = .file(path)
    case (nil, true): audio = .recording(time: time)
    case (nil, false): audio = .none
    }
    if time != nil, !values.isOn(.record) { throw .missingPartner(of: "--for", flag: "--record") }
    if audio == .recording(time: nil) {
      // Standard input is the text then, and has ended before the recording.
      if text == "-" { throw .missingPartner(of: "- with --record", flag: "--for TIME") }
      if !environment.canInputFollow { throw .noInputForEnter }
    }
    let sound = try sound(values)
    let key = try values.value(.key) { text in
      (try? PostKey(fieldValue: text, call: .postChatt)).map { _ in text }
    }
    return .post(
      PostOptions(
        place: try place(values), username: try username(values), text: text, audio: audio,
        key: key, sound: sound))
  }

  /// Parses `play`'s argument: `latest` is the newest clip, a valid id is an id, anything else is a
  /// file.
  private func play(_ word: String, _ values: OptionValues) throws(CommandError) -> Command {
    let clip: PlayOptions.Clip =
      if word == "latest" { .latest } else if ChattID(word) != nil { .id(word) } else {
        .file(word)
      }
    let isFile = if case .file = clip { true } else { false }
    let (rate, sound) = (try rate(values), try sound(values))
    return .play(
      PlayOptions(
        clip: clip, place: isFile ? nil : try place(values), rate: rate, sound: sound))
  }

  private func server(_ word: String?, _ values: OptionValues) throws(CommandError) -> Command {
    var url: String?
    if let word {
      guard let found = ServerPlace.url(word) else {
        throw .wrongValue(
          "server", value: word, expected: ValueSyntax.url.expectation, nearest: nil)
      }
      url = found
    }
    return .server(
      ServerOptions(
        url: url, trust: try trust(values.flag(.trust), values.flag(.pin)),
        username: try nameChange(values), isJSON: values.isOn(.json)))
  }

  private func completion(_ word: String) throws(CommandError) -> Command {
    if let shell = Shell(rawValue: word) { return .completion(shell) }
    let names = Shell.allCases.map(\.rawValue)
    throw .wrongValue(
      "completion", value: word, expected: names.joined(separator: "|"),
      nearest: NearestName.nearest(to: word, among: names))
  }

  private func help(_ word: String?) throws(CommandError) -> Command {
    guard let word else { return .help(nil) }
    if word == Self.manualTopic { return .manual }
    if let verb = Verb.named.first(where: { $0.rawValue == word }) { return .help(verb) }
    let names = Verb.named.map(\.rawValue)
    throw .unknownVerb(word, nearest: NearestName.nearest(to: word, among: names))
  }
}
