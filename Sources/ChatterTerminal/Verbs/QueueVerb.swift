import Chatter
import ChatterAudio
import ChatterClient

/// Plays clips in the order in which they arrive; a clip that arrives during playback waits.
@MainActor
struct QueueVerb {
  let options: QueueOptions
  let source: any ChattSource
  let queue: PlaybackQueue
  let console: any Console

  private static let pollInterval = Duration.milliseconds(100)

  /// Runs until it is interrupted, a desktop panel ends it, or playback fails.
  func run() async throws(ExitError) {
    queue.player.rate = options.rate
    let state = State()
    queue.onQuit = { state.hasQuit = true }
    let requests = ListRequests(source, console)
    let requesting = Task {
      do throws(ExitError) {
        try await addClips(requests)
      } catch {
        if !Task.isCancelled { state.failure = error }
      }
    }
    defer {
      requesting.cancel()
      requests.progress.end()
      queue.close()
    }
    // Runs beside the list requests, which may take minutes.
    while !state.hasQuit {
      try report(state)
      if let failure = state.failure { throw failure }
      guard await console.wait(for: Self.pollInterval) else { return }
    }
  }

  /// The progress of the verb.
  @MainActor
  private final class State {
    /// Why no further list is requested.
    var failure: ExitError?
    /// Whether a request other than a signal has ended the verb.
    var hasQuit = false
    /// The message that was announced last; nil while nothing is playing.
    var announced: QueuedMessage?
    var error: AudioError?
  }

  /// Adds the clips of lists to the queue until it is cancelled or a request fails permanently. Any
  /// error of the first request, and a list without its clips, is permanent.
  private func addClips(_ requests: ListRequests) async throws(ExitError) {
    var requests = requests
    // Nil before the first list if only later clips are played.
    var listed: Set<String>? = options.all ? [] : nil
    try await requests.first()
    while true {
      if let failure = ExitError(ofMissingClips: source.lastError) { throw failure }
      add(after: listed)
      listed = Set(source.chatts.map(RowMaker.id))
      repeat {
        guard (try? await Task.sleep(for: options.pollInterval)) != nil else { return }
      } while try await !requests.next()
    }
  }

  /// Adds the new clips, oldest first; none from the first list unless `--all` is given.
  private func add(after listed: Set<String>?) {
    guard let listed else { return }
    for chatt in source.chatts.reversed() where !listed.contains(RowMaker.id(chatt)) {
      guard let message = QueuedMessage(chatt) else { continue }
      if !queue.add(message) {
        console.report("chatter: too many clips in the queue: skipped one\n")
      }
    }
  }

  /// Announces each clip that begins to play, and reports clips that cannot be played.
  private func report(_ state: State) throws(ExitError) {
    let now = queue.nowPlaying
    if now == nil { state.announced = nil }
    if queue.player.isPlaying, let now, now != state.announced {
      console.write(Self.line(now))
      state.announced = now
    }
    let error = queue.lastError
    defer { state.error = error }
    guard let error, error != state.error else { return }
    switch error {
    case .undecodable, .notBase64: console.report("chatter: skipped a clip: \(error)\n")
    default: throw ExitError(error)
    }
  }

  static func line(_ message: QueuedMessage) -> String {
    "\(Printable.line(message.author ?? "?"))  \(message.duration.clockText)\n"
  }
}
