import ChatterAudio
import Program

/// Records a clip into a file, until Enter, a signal, the end of the source, or the end of the time.
@MainActor
struct RecordVerb {
  let path: String
  /// Whether a file that is there may be overwritten.
  var overwrites = false
  let time: Duration?
  /// How large the file may become.
  var bytesMax = Int.max
  let recorder: any Recording
  let console: any Console
  let glyphs: Glyphs
  /// What is typed, and signals.
  let events: AsyncStream<TerminalEvent>
  /// Whether what is typed is shown where progress is.
  var isEchoed = false
  /// How long a source may take, beyond the time that is to be recorded, to give so much.
  var patience = Duration.seconds(5)

  private static let lookInterval = Duration.milliseconds(100)

  /// - Returns: the signal that ended it, nil where something else did.
  @discardableResult
  func run() async throws(Trouble) -> Int32? {
    let isNew = try makeFile()
    defer { if isNew, Files.byteCount(path) == 0 { Files.remove(path) } }
    do throws(AudioError) {
      try await recorder.start(to: path)
    } catch {
      // The file that is written is there: it is the one that is read.
      if case .file(let sentence) = error { throw Trouble(sentence, .noInput) }
      throw Trouble(error)
    }
    if time == nil { console.note("Recording; Enter ends it.\n") }
    let progress = ProgressLine("Recording", on: console, glyphs: glyphs, patience: .zero)
    let ending = await wait(showing: progress)
    progress.end(afterNewLine: ending == .enter && isEchoed)
    if ending == .tooLarge { console.note("No more fits into a post.\n") }
    do throws(AudioError) {
      let length = try await recorder.stop()
      console.note("Recorded \(length.clockText).\n")
    } catch {
      throw Trouble(recorder.failure ?? error)
    }
    if case .signal(let number) = ending { return number }
    return nil
  }

  /// Makes sure that there is a file to write, and that it is no one else's.
  ///
  /// - Returns: whether it is new.
  private func makeFile() throws(Trouble) -> Bool {
    do throws(FileError) {
      try Files.create(path)
      return true
    } catch .exists {
      guard Files.isRegular(path) else {
        throw Trouble("\(path): is no regular file", .cannotCreate)
      }
      guard overwrites else {
        throw Trouble("\(path): is there already: --force overwrites it", .cannotCreate)
      }
      return false
    } catch {
      throw Trouble("\(path): \(error)", .cannotCreate)
    }
  }

  private enum Ending: Equatable, Sendable {
    case enter
    /// Nothing more can be typed.
    case inputEnded
    case signal(Int32)
    case outOfTime
    case tooLarge
    case sourceEnded
    case failed
  }

  /// Waits for whatever ends it first.
  private func wait(showing progress: ProgressLine) async -> Ending {
    let (endings, end) = AsyncStream<Ending>.makeStream()
    let tasks = [
      Task { [events, time] in
        for await event in events {
          switch event {
          case .bytes(let bytes, _) where bytes.contains(UInt8(ascii: "\n")): end.yield(.enter)
          case .ended where time == nil: end.yield(.inputEnded)
          case .signal(let number) where TerminalSignals.ending.contains(number):
            end.yield(.signal(number))
          default: break
          }
        }
      },
      Task {
        let start = ContinuousClock.now
        while (try? await Task.sleep(for: Self.lookInterval)) != nil {
          progress.show(recorder.level, recorder.currentTime.clockText)
          if let ending = endingByItself(after: start) { end.yield(ending) }
        }
      },
    ]
    defer { for task in tasks { task.cancel() } }
    for await ending in endings { return ending }
    return .failed
  }

  /// What ends it besides who runs it.
  private func endingByItself(after start: ContinuousClock.Instant) -> Ending? {
    if recorder.failure != nil { return .failed }
    if recorder.hasSourceEnded { return .sourceEnded }
    if Files.byteCount(path) ?? 0 >= bytesMax { return .tooLarge }
    guard let time else { return nil }
    // By the clock too: a source may give less than was asked for, and never say so.
    let isLate = ContinuousClock.now - start >= time + patience
    return isLate || recorder.currentTime >= time ? .outOfTime : nil
  }
}
