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
  /// Which clips were heard; nil without a home directory.
  var heard: HeardFile?

  private static let pollInterval = Duration.milliseconds(100)

  /// Runs until it is interrupted, a desktop panel ends it, or playback fails.
  func run() async throws(ExitError) {
    queue.player.rate = options.rate
    let state = State()
    queue.onQuit = { state.hasQuit = true }
    queue.onPlayed = { [heard] message in heard?.mark(message) }
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

  /// Adds clips to the queue until it is cancelled or a request fails permanently. Any error of the
  /// first request is permanent.
  private func addClips(_ requests: ListRequests) async throws(ExitError) {
    var requests = requests
    try await requests.first()
    heard?.begin(source.chatts)
    if options.all { try await requests.older() }
    if options.new { try await requests.older { heard?.reaches(beyond: source.chatts) != true } }
    // The chatts whose clips have not been added yet, oldest first.
    let arrived = Shared(source.chatts.reversed().filter(isQueuedAtStart))
    let following = Task {
      await source.follow(pollInterval: options.pollInterval) { take($0, arrived) }
    }
    defer { following.cancel() }
    while !Task.isCancelled {
      try requests.requireClips()
      try requests.checkOutage()
      if arrived.value.isEmpty {
        guard (try? await Task.sleep(for: Self.pollInterval)) != nil else { return }
      } else {
        await add(arrived.value[0], arrived)
      }
    }
  }

  private func isQueuedAtStart(_ chatt: Chatt) -> Bool {
    options.all || options.new && heard?.isNew(chatt, in: source) == true
  }

  /// Notes a new chatt, or removes the clip of a deleted one from the queue, also while it plays.
  private func take(_ change: TimelineChange, _ arrived: Shared<[Chatt]>) {
    switch change {
    case .added(let chatt): if chatt.hasClip { arrived.value.append(chatt) }
    case .deleted(let chatt):
      guard let id = chatt.id else { return }
      arrived.value.removeAll { $0.id == id }
      guard let message = queue.remove(id) else { return }
      console.report("chatter: deleted by its author: \(Self.line(message))")
    case .restarted: break
    }
  }

  /// Adds the clip of a chatt, after getting it if the list did not have it.
  private func add(_ chatt: Chatt, _ arrived: Shared<[Chatt]>) async {
    var message: QueuedMessage?
    do throws(ClientError) {
      let bytes = try await source.clip(of: chatt, progress: nil)
      message = bytes.flatMap { QueuedMessage(chatt, clip: $0) }
    } catch {
      let isDeleted = if case .status(404, _) = error { true } else { false }
      if !Task.isCancelled, !isDeleted {
        console.report("chatter: skipped a clip: \(error.description(at: source.authority))\n")
      }
    }
    // It may have been deleted in the meantime.
    guard let place = arrived.value.firstIndex(where: { $0 == chatt }) else { return }
    arrived.value.remove(at: place)
    if let message, !queue.add(message) {
      console.report("chatter: too many clips in the queue: skipped one\n")
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
    if queue.player.isNearEnd, let now { heard?.mark(now) }
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
