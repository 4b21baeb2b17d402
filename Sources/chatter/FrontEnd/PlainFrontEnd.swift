import ChatterAudio

/// The front end in lines, for a screen reader or a terminal that cannot do more: each thing that
/// happens is a line, and nothing that was written changes.
@MainActor
final class PlainFrontEnd {
  private enum Event: Sendable {
    case terminal(TerminalEvent)
    case outcome(FrontEndSession.Outcome)
    case tick
  }

  /// A longer line is cut into several.
  private static let lineBytesMax = 64 * 1024

  private let session: FrontEndSession
  private let input: AsyncStream<TerminalEvent>
  private let write: @MainActor (String) -> Void
  private var pending: [UInt8] = []
  private var known: Set<String>?
  private var before: PlayerView?
  private var isEnding = false

  init(
    _ session: FrontEndSession, input: AsyncStream<TerminalEvent>,
    write: @escaping @MainActor (String) -> Void
  ) {
    (self.session, self.input, self.write) = (session, input, write)
  }

  /// Reads commands until `quit`, the end of the input, or a signal, which it returns.
  func run() async -> Int32? {
    let (events, more) = AsyncStream<Event>.makeStream()
    let sources = [
      Task { [input] in for await event in input { more.yield(.terminal(event)) } },
      Task { [session] in
        for await outcome in session.outcomes { more.yield(.outcome(outcome)) }
      },
      Task {
        while (try? await Task.sleep(for: FrontEnd.tickInterval)) != nil { more.yield(.tick) }
      },
    ]
    defer { for source in sources { source.cancel() } }
    say("chatter: \(session.model.username) at \(session.model.server). Say help for the words.")
    session.tick()
    var ending: Int32?
    for await event in events {
      switch event {
      case .tick: session.tick()
      case .outcome(let outcome): session.take(outcome)
      case .terminal(.bytes(let bytes)): take(bytes)
      case .terminal(.ended): isEnding = true
      case .terminal(.signal(let number)) where TerminalSignals.ending.contains(number):
        ending = number
        isEnding = true
      case .terminal: break
      }
      tellChanges()
      if isEnding { break }
    }
    session.end()
    return ending
  }

  private func say(_ line: String) { write(Printable.line(line) + "\n") }

  private func take(_ bytes: [UInt8]) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || pending.count >= Self.lineBytesMax {
        let line = String(decoding: pending, as: UTF8.self)
        pending = []
        if !isEnding, let command = PlainCommand(line) { obey(command) }
      } else {
        pending.append(byte)
      }
    }
  }

  private func obey(_ command: PlainCommand) {
    session.set(focus: .timeline)
    switch command {
    case .list: list()
    case .play(let number): play(number)
    case .key(let key): _ = session.press(key)
    case .post(let text):
      session.write(text)
      _ = session.press(.enter)
    case .position: sayPosition()
    case .help: for (word, meaning) in PlainCommand.words { say("\(word): \(meaning)") }
    case .quit: isEnding = true
    case .unknown(let word, let nearest):
      say("Unknown word \(word)" + (nearest.map { ": did you mean \($0)?" } ?? ": say help."))
    }
  }

  private func list() {
    let rows = session.model.rows
    if rows.isEmpty { say("Nobody has said anything yet.") }
    for (index, row) in rows.enumerated() { say("\(index + 1). \(Self.sentence(row))") }
  }

  private func play(_ number: Int?) {
    guard let number else {
      _ = session.press(.text("p"))
      return
    }
    guard session.model.rows.indices.contains(number - 1) else {
      return say("There is no chatt \(number): say list.")
    }
    session.choose(number - 1)
    _ = session.press(.enter)
  }

  private func sayPosition() {
    let player = session.model.player
    guard player.hasClip else { return say("There is no clip.") }
    say("Playing at \(player.currentTime.clockText) of \(player.duration.clockText).")
  }

  static func sentence(_ row: TimelineRow) -> String {
    let clip =
      switch row.clip {
      case .none: ""
      case .length(let time): ", with a clip of \(time.clockText)"
      case .unreadable: ", with a clip that cannot be read"
      }
    let message = row.message.isEmpty ? "" : ": \(row.message)"
    return "\(row.author), \(row.time)\(clip)\(message)"
  }

  /// Says what is new since the last look.
  private func tellChanges() {
    let model = session.model
    if model.hasRetrieved {
      if let known {
        for row in model.rows.reversed() where !known.contains(row.id) {
          say("New: \(Self.sentence(row))")
        }
      } else {
        say("\(model.rows.count) chatts. Say list to read them.")
      }
      known = Set(model.rows.map(\.id))
    }
    if let notice = model.notice {
      say(notice.isError ? "Error: \(notice.text)" : notice.text)
      session.forgetNotice()
    }
    if let before { tell(from: before, to: model.player) }
    before = model.player
  }

  private func tell(from old: PlayerView, to new: PlayerView) {
    if new.isRecording, !old.isRecording { say("Recording. Say record to end it.") }
    if old.isRecording, !new.isRecording, new.hasClip || !new.playDisabled {
      say("Recorded. Say play to hear it, post to send it.")
    }
    if new.isPlaying, !old.isPlaying { say("Playing.") }
    if old.isPlaying, !new.isPlaying { say(new.playCtlDisabled ? "Stopped." : "Paused.") }
  }
}
