import ChatterAudio
import System

/// Media controls that record the states shown and send the commands of a test.
final class RecordedControls: MediaControls {
  private struct State {
    var shown: [MediaState] = []
    var seeks: [Duration] = []
    var isClosed = false
  }

  let commands: AsyncStream<MediaCommand>
  private let continuation: AsyncStream<MediaCommand>.Continuation
  private let state = Lock(State())

  init() {
    (commands, continuation) = AsyncStream.makeStream()
  }

  var shown: [MediaState] { state.withLock { $0.shown } }
  var seeks: [Duration] { state.withLock { $0.seeks } }
  var isClosed: Bool { state.withLock { $0.isClosed } }

  func send(_ command: MediaCommand) { continuation.yield(command) }

  func show(_ state: MediaState) { self.state.withLock { $0.shown.append(state) } }

  func announceSeek(to position: Duration) { state.withLock { $0.seeks.append(position) } }

  func close() {
    state.withLock { $0.isClosed = true }
    continuation.finish()
  }
}
