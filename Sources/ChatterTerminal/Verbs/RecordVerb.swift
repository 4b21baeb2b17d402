import ChatterAudio
import Glibc
import System

/// Records a clip into a file, until Enter, a signal, the end of the source, or the time limit.
@MainActor
struct RecordVerb {
  let path: String
  /// Whether an existing file may be overwritten.
  var overwrites = false
  let time: Duration?
  var bytesMax = Int.max
  var readsFile = false
  let recorder: AudioRecorder
  /// Transcribes the recording while it grows; nil for a recording without a transcript.
  var transcriber: (any Transcriber)?
  let console: any Console
  /// Input and signals.
  let events: AsyncStream<TerminalEvent>
  /// Whether the terminal echoes input on the line of the progress.
  var isEchoed = false
  /// The grace period beyond the recording time for a source that delivers too little.
  var sourceTimeout = Duration.seconds(5)

  private static let pollInterval = Duration.milliseconds(100)
  private static let transcriptColumns = 32

  /// - Returns: The signal that arrived before anything was recorded; nil if there is a clip.
  @discardableResult
  func run() async throws(ExitError) -> Int32? {
    let isNew = try makeFile()
    defer { if isNew, Files.byteCount(path) == 0 { Files.remove(path) } }
    let outcomes = recorder.events
    // Before the start, so that the first word is not lost.
    let transcript = transcriber.map { LiveTranscript($0.transcribe(recorder.samples)) }
    defer { transcript?.cancel() }
    let (events, more) = AsyncStream<Event>.makeStream()
    let listening = listen(more)
    defer { listening.cancel() }
    let early = try await start(events, more)
    if case .signal(let number)? = early {
      // The device may still be about to write to the file.
      if isNew { Files.remove(path) }
      return number
    }
    if time == nil { console.report("Recording: press Enter to stop.\n") }
    let progress = ProgressLine("Recording", on: console, displayTimeout: .zero)
    let ending = if let early { early } else { await wait(events, more, progress, transcript) }
    progress.end(afterNewLine: ending == .enter && isEchoed)
    if ending == .tooLarge { console.report("Maximum size of a post reached.\n") }
    do throws(AudioError) {
      let length = try await recorder.stop()
      console.report("Recorded \(length.clockText).\n")
    } catch {
      // The recording may have failed before.
      for await case .failed(let failure) in outcomes { throw ExitError(failure) }
      throw ExitError(error)
    }
    if let transcript { try await write(transcript) }
    return nil
  }

  private func write(_ transcript: LiveTranscript) async throws(ExitError) {
    await transcript.whenEnded()
    if !transcript.text.isBlank { console.write(transcript.text + "\n") }
    guard let failure = transcript.failure else { return }
    throw ExitError(
      "the recording is complete, but its transcript is not: \(failure)", .unavailable)
  }

  private enum Ending: Equatable, Sendable {
    case enter
    case signal(Int32)
    case tooLarge
    /// The end of the input, of the source or of the time, or a failure.
    case other
  }

  private enum Event: Sendable {
    case started(AudioError?)
    case ended(Ending)
  }

  /// Reports input and signals from the beginning, since a device may take long to open.
  private func listen(_ more: AsyncStream<Event>.Continuation) -> Task<Void, Never> {
    Task { [events, time] in
      for await event in events {
        switch event {
        case .bytes(let bytes, _) where bytes.contains(UInt8(ascii: "\n")):
          more.yield(.ended(.enter))
        case .ended where time == nil: more.yield(.ended(.other))
        case .signal(let number): more.yield(.ended(.signal(number)))
        default: break
        }
      }
    }
  }

  /// Opens the device, which a signal ends; returns what ended the recording before it began.
  private func start(
    _ events: AsyncStream<Event>, _ more: AsyncStream<Event>.Continuation
  ) async throws(ExitError) -> Ending? {
    let starting = Task { [recorder, path] in
      do throws(AudioError) {
        try await recorder.start(to: path)
        more.yield(.started(nil))
      } catch {
        more.yield(.started(error))
      }
    }
    defer { starting.cancel() }
    var early: Ending?
    for await event in events {
      switch event {
      case .started(nil): return early
      // The output file could be opened, so the error concerns the source file.
      case .started(.file(let message)?) where readsFile: throw ExitError(message, .noInput)
      case .started(let error?): throw ExitError(error)
      case .ended(.signal(let number)): return .signal(number)
      case .ended(let ending): early = early ?? ending
      }
    }
    return early
  }

  private func wait(
    _ events: AsyncStream<Event>, _ more: AsyncStream<Event>.Continuation,
    _ progress: ProgressLine, _ transcript: LiveTranscript?
  ) async -> Ending {
    let polling = Task {
      let start = ContinuousClock.now
      while (try? await Task.sleep(for: Self.pollInterval)) != nil {
        progress.show(recorder.level, facts(transcript))
        if let ending = endingByItself(after: start) { more.yield(.ended(ending)) }
      }
    }
    defer { polling.cancel() }
    for await case .ended(let ending) in events { return ending }
    return .other
  }

  private func facts(_ transcript: LiveTranscript?) -> String {
    let length = recorder.currentTime.clockText
    guard let text = transcript?.text, !text.isEmpty else { return length }
    return length + " "
      + TextWrap.cutStart(text, columns: Self.transcriptColumns, console.glyphs.ellipsis)
  }

  /// Returns what has ended the recording other than the person.
  private func endingByItself(after start: ContinuousClock.Instant) -> Ending? {
    if !recorder.isRecording || recorder.hasSourceEnded { return .other }
    if Files.byteCount(path) ?? 0 >= bytesMax { return .tooLarge }
    guard let time else { return nil }
    // Also limited by the clock: a source may deliver too little without ending.
    let isLate = ContinuousClock.now - start >= time + sourceTimeout
    return isLate || recorder.currentTime >= time ? .other : nil
  }

  /// Returns a warning about a name that says something else about the format; nil for a good name.
  static func warning(ofName path: String) -> String? {
    let name = path.lowercased()
    if name.hasSuffix(".m4a") || name.hasSuffix(".mp4") { return nil }
    return "\(path): the recording is m4a audio, whatever the name: use a name that ends in .m4a"
  }

  /// Makes sure that there is a regular file that may be written; returns whether it is new.
  private func makeFile() throws(ExitError) -> Bool {
    do throws(FileError) {
      try Files.checkWritable(path, O_CREAT | O_EXCL)
      return true
    } catch .exists {
      guard Files.isRegular(path) else {
        throw ExitError("\(path): not a regular file: give another path", .cannotCreate)
      }
      guard overwrites else {
        throw ExitError("\(path): already exists: overwrite it with --force", .cannotCreate)
      }
      do throws(FileError) {
        // For the superuser access(2) succeeds even if the file cannot be written.
        try Files.checkWritable(path, O_NOCTTY | O_NONBLOCK)
        return false
      } catch {
        throw ExitError("\(path): \(error)", .cannotCreate)
      }
    } catch {
      throw ExitError("\(path): \(error)", .cannotCreate)
    }
  }
}
