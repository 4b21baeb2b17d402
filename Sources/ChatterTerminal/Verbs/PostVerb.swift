import Chatter
import ChatterAudio
import ChatterClient

@MainActor
struct PostVerb {
  let options: PostOptions
  let draft: Draft
  let source: any ChattSource
  let console: any Console
  let interruption: Interruption
  /// Records into a file until it is stopped; false if a signal arrived before any sound.
  let record: (_ path: String, _ time: Duration?) async throws(ExitError) -> Bool

  /// The post without what is still to be recorded.
  @MainActor
  struct Draft {
    var message: String
    var audio: AudioClip?

    /// Reads text and clip before signals are caught, since a pipe's writer may be late.
    init(_ options: PostOptions) throws(ExitError) {
      message = try PostVerb.message(options.text)
      switch options.audio {
      case .none where !message.isEmpty && message.isBlank:
        throw ExitError("the text is only white space: write something", .data)
      case .none where message.isEmpty:
        throw ExitError("nothing to post: give a text, or a clip with --audio or --record", .data)
      case .none, .recording: break
      case .file(let path): audio = try PostVerb.clip(path)
      }
    }
  }

  /// Posts; a recording stays in its file unless it has been posted.
  func run() async throws(ExitError) {
    if case .recording(let time) = options.audio {
      try await sendRecording(time)
    } else {
      _ = try await send(draft.audio)
    }
  }

  private static func message(_ text: String) throws(ExitError) -> String {
    let bytesMax = PostLimit.messageBytesMax
    guard text == "-" else {
      guard text.utf8.count <= bytesMax else {
        throw ExitError("the text is too long: the maximum is \(bytesMax) bytes", .data)
      }
      return text
    }
    let bytes = try Files.input("-", bytesMax: bytesMax)
    guard var text = String(validating: bytes, as: UTF8.self) else {
      throw ExitError("standard input: not valid UTF-8", .data)
    }
    while text.last?.isNewline == true { text.removeLast() }
    return text
  }

  private func sendRecording(_ time: Duration?) async throws(ExitError) {
    let file: TemporaryRecording
    do throws(AudioError) {
      file = try TemporaryRecording()
    } catch {
      throw ExitError("cannot create a temporary file: \(error): set TMPDIR", .cannotCreate)
    }
    var isNeeded = true
    // Printed before the error, which is the last line.
    defer {
      if isNeeded, Files.byteCount(file.path) ?? 0 > 0 {
        file.leave()
        console.report("chatter: your recording is in \(Printable.line(file.path))\n")
      }
    }
    isNeeded = try await record(file.path, time)
    if isNeeded { isNeeded = try await !send(try Self.clip(file.path)) }
  }

  /// - Returns: Whether it has been posted; a signal may have arrived before.
  private func send(_ audio: AudioClip?) async throws(ExitError) -> Bool {
    let message = draft.message
    let chatt = NewChatt(
      username: options.username, message: message.isBlank ? nil : message, audio: audio)
    // The parser has checked the text.
    let key = options.key.flatMap { try? PostKey(fieldValue: $0, call: chatt.call) }
    let progress = ProgressLine("Posting", on: console)
    var isPosted = false
    try await interruption.run { [source, console, interruption] () async throws(ExitError) in
      do throws(ClientError) {
        try await source.postChatt(chatt, once: key, refreshing: false) { progress.show($0) }
        progress.end()
        isPosted = true
      } catch {
        progress.end()
        let failure = ExitError(
          ofPost: error, at: source.authority, source.unsettledKey(of: chatt)?.text)
        guard interruption.signal != nil else { throw failure }
        // The program ends by the signal, so the error is only printed.
        console.report("chatter: \(failure.message)\n")
      }
    }
    return isPosted
  }

  /// Reads a clip from a file, and checks that it can be posted.
  static func clip(_ path: String) throws(ExitError) -> AudioClip {
    let bytes = try Files.input(path, bytesMax: ClipLimit.postedBytesMax)
    do throws(AudioClipError) {
      return try AudioClip(bytes: bytes)
    } catch {
      throw ExitError("\(path): \(error)", .data)
    }
  }
}
