import Arguments
import Chatter
import ChatterAudio
import ChatterClient
import System

/// Turns arguments, environment and settings into one checked command.
struct CommandParser: Sendable {
  let environment: LaunchEnvironment
  /// Reads the settings, only when they are needed: `chatter help` works with a broken file.
  let settings: @Sendable () throws(CommandError) -> Settings

  func parse(_ words: [String]) throws(CommandError) -> Command {
    let line = try ParsedLine(words, of: .chatter)
    if let text = CommandTable.chatter.output(of: line) { return .print(text) }
    let values = try OptionValues(line, of: .chatter, environment)
    switch line.verb {
    // Here and below the server comes last: a mistyped option is reported before a missing server.
    case .list:
      return .list(
        try ListOptions(
          follows: values.isOn(.follow), pollInterval: values.duration(.every),
          isJSON: values.isOn(.json), color: values.choice(.color), place: place(values)))
    case .post: return try post(line.operand ?? "", values)
    case .play: return try play(line.operand ?? "", values)
    case .save: return try save(line.operands, values)
    case .record: return try record(line.operand ?? "", values)
    case .queue: return try queue(values)
    case .delete:
      let word = line.operand ?? ""
      guard let id = ChattID(word) else {
        throw .wrongValue(
          SourcedValue(text: word, origin: .flag("delete")),
          of: .text("ID", "an id as chatter list prints it"))
      }
      return .delete(
        try DeleteOptions(id: id, skipsQuestion: values.isOn(.force), place: place(values)))
    case .server: return try server(line.operand, values)
    case .signIn: return .signIn
    case .signOut: return .signOut
    default: return try frontEnd(values)
    }
  }

  private func frontEnd(_ values: OptionValues) throws(CommandError) -> Command {
    let isPlain = try values.isOn(.plain)
    guard isPlain || environment.isInputTerminal && environment.isOutputTerminal else {
      throw .noTerminal
    }
    return .frontEnd(
      try FrontEndOptions(
        pollInterval: values.duration(.every), isPlain: isPlain || environment.isDumbTerminal,
        transcribes: values.isOn(.transcript),
        color: values.choice(.color), sound: sound(values),
        skip: values.required(.skip) { Int($0).flatMap(SkipInterval.init) },
        place: place(values), username: username(values)))
  }

  private func queue(_ values: OptionValues) throws(CommandError) -> Command {
    let (all, new) = (try values.isOn(.all), try values.isOn(.new))
    if all, new { throw .contradiction(.flag(Option.all.flag), .flag(Option.new.flag)) }
    return .queue(
      try QueueOptions(
        pollInterval: values.duration(.every), all: all, new: new, rate: values.factor(.rate),
        sound: sound(values), place: place(values)))
  }

  private func record(_ path: String, _ values: OptionValues) throws(CommandError) -> Command {
    let (time, sound) = (try values.optionalDuration(.time), try sound(values))
    if time == nil, !environment.canInputFollow { throw .noInputForEnter }
    return .record(
      RecordOptions(
        path: path, overwrites: try values.isOn(.force),
        transcribes: try values.isOn(.transcript), time: time, sound: sound))
  }

  private func post(_ text: String, _ values: OptionValues) throws(CommandError) -> Command {
    let time = try values.optionalDuration(.time)
    let (file, records) = (values.sourced(.audio), try values.isOn(.recording))
    if let file, records {
      throw .contradiction(file.origin, .flag(Option.recording.flag))
    }
    if time != nil, !records {
      throw .missingPartner(of: .flag(Option.time.flag), Option.recording.flag)
    }
    let audio: PostOptions.Audio =
      if let file { .file(file.text) } else { records ? .recording(time: time) : .none }
    if audio == .recording(time: nil) {
      // Standard input is the text then, and has ended before the recording.
      if text == "-" { throw .missingPartner(of: .flag("- with --record"), "--for DURATION") }
      if !environment.canInputFollow { throw .noInputForEnter }
    }
    let key = try values.optional(.key) { text in
      (try? PostKey(fieldValue: text, call: .postChatt)).map { _ in text }
    }
    return .post(
      try PostOptions(
        text: text, audio: audio, key: key, sound: sound(values), place: place(values),
        username: username(values)))
  }

  /// Parses `play`'s argument: `latest` or a valid id is a chatt's clip, anything else is a file.
  private func play(_ word: String, _ values: OptionValues) throws(CommandError) -> Command {
    let stored = Self.storedClip(word)
    let (clip, isFile) = (stored.map(PlayOptions.Clip.stored) ?? .file(word), stored == nil)
    return .play(
      try PlayOptions(
        clip: clip, rate: values.factor(.rate), sound: sound(values),
        place: isFile ? nil : place(values)))
  }

  private static func storedClip(_ word: String) -> StoredClip? {
    if word == "latest" { return .latest }
    return ChattID(word).map { _ in .id(word) }
  }

  private func save(_ words: [String], _ values: OptionValues) throws(CommandError) -> Command {
    guard let clip = Self.storedClip(words[0]) else {
      throw .wrongValue(
        SourcedValue(text: words[0], origin: .flag("save")),
        of: .text("ID", "latest, or an id as chatter list prints it", words: ["latest"]))
    }
    return .save(
      try SaveOptions(
        clip: clip, path: words[1] == "-" ? "-" : environment.absolute(words[1]),
        overwrites: values.isOn(.force), place: place(values)))
  }

  private func server(_ word: String?, _ values: OptionValues) throws(CommandError) -> Command {
    let (trust, pin) = (values.flags(.trust)?.last, values.flags(.pin)?.last)
    let (fingerprint, skipsCheck) = (values.sourced(.fingerprint), try values.isOn(.force))
    let force = skipsCheck ? SourcedValue(text: "", origin: .flag(Option.force.flag)) : nil
    if let fingerprint, let other = trust ?? pin ?? force {
      throw .contradiction(fingerprint.origin, other.origin)
    }
    return .server(
      ServerOptions(
        url: try url(word.map { SourcedValue(text: $0, origin: .flag("server")) }),
        trust: try self.trust(trust, pin),
        fingerprint: try values.optional(.fingerprint, ServerCertificate.fingerprint),
        token: try tokenSource(values), skipsCheck: skipsCheck,
        username: try values.optional(.username) { $0.isEmpty ? $0 : Settings.name($0) },
        isJSON: try values.isOn(.json)))
  }
}

extension CommandError {
  static let noTerminal = CommandError(
    "standard input or output is not a terminal: give a verb (see chatter help), or --plain")
  /// A recording until Enter whose standard input cannot deliver one.
  static let noInputForEnter = CommandError(
    "standard input cannot deliver Enter to end the recording: give --for DURATION")
  /// Other users of the machine can see the arguments of a program.
  static func invitationLink(_ link: SourcedValue) -> CommandError {
    let url = Printable.line(String(link.text.prefix { $0 != "#" }))
    return CommandError(
      "\(link.origin): an invitation link has a token, which others could see on a command line:"
        + " run chatter server \(url), then chatter sign-in, and paste the link",
      isUsage: link.origin.isFlag)
  }
  static let noServer = CommandError(
    "no server configured: run chatter server URL once, or give --server URL", isUsage: false)
  static let noUsername = CommandError(
    "no username configured: give --username NAME", isUsage: false)
}
