import ChatterAudio

/// Records a clip into a file, until Enter, an interrupt, or the end of the time.
@MainActor
struct RecordVerb {
  let path: String
  let time: Duration?
  let recorder: any Recording
  let console: any Console
  let glyphs: Glyphs
  /// What is typed, and signals.
  let events: AsyncStream<TerminalEvent>

  private static let lookInterval = Duration.milliseconds(100)

  /// - Returns: the signal that ended it, nil where something else did.
  func run() async throws(Trouble) -> Int32? {
    do throws(AudioError) {
      try await recorder.start(to: path)
    } catch {
      throw Trouble(error)
    }
    if time == nil { console.note("Recording; Enter ends it.\n") }
    let progress = ProgressLine("Recording", on: console, glyphs: glyphs, patience: .zero)
    let signal = await wait(showing: progress)
    progress.end()
    do throws(AudioError) {
      let length = try await recorder.stop()
      console.note("Recorded \(length.clockText).\n")
    } catch {
      throw Trouble(recorder.failure ?? error)
    }
    return signal
  }

  private enum Ending: Sendable {
    case asked(signal: Int32?)
    case outOfTime
    case failed
  }

  /// Waits for whatever ends it first.
  private func wait(showing progress: ProgressLine) async -> Int32? {
    let (endings, end) = AsyncStream<Ending>.makeStream()
    let tasks = [
      Task { [events] in
        for await event in events {
          switch event {
          case .bytes(let bytes) where bytes.contains(UInt8(ascii: "\n")):
            end.yield(.asked(signal: nil))
          case .signal(let number) where TerminalSignals.ending.contains(number):
            end.yield(.asked(signal: number))
          default: break
          }
        }
      },
      Task { [recorder, time] in
        while (try? await Task.sleep(for: Self.lookInterval)) != nil {
          let current = recorder.currentTime
          progress.show(recorder.level, current.clockText)
          if let time, current >= time { end.yield(.outOfTime) }
          if recorder.failure != nil { end.yield(.failed) }
        }
      },
    ]
    defer { for task in tasks { task.cancel() } }
    for await ending in endings {
      if case .asked(let signal) = ending { return signal }
      return nil
    }
    return nil
  }
}
