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
  let glyphs: Glyphs

  private static let lookInterval = Duration.milliseconds(100)

  /// Runs until it is interrupted, a desktop panel ends it, or playback fails.
  func run() async throws(Trouble) {
    queue.player.rate = options.rate
    let course = Course(known: options.all ? [] : nil)
    queue.onQuit = { course.isAsked = true }
    let progress = ProgressLine("Getting", on: console, glyphs: glyphs)
    let retrieving = Task { await retrieve(course, showing: progress) }
    defer {
      retrieving.cancel()
      progress.end()
      queue.close()
    }
    // Runs beside the list requests, which may take minutes.
    while !course.isAsked {
      try tell(course)
      if let trouble = course.trouble { throw trouble }
      guard await console.wait(for: Self.lookInterval) else { return }
    }
  }

  /// The progress of the verb.
  @MainActor
  private final class Course {
    /// The chatts of the last list; nil before the first list if only later clips are played.
    var known: Set<String>?
    /// Whether any list has arrived, and whether the last request succeeded.
    var hasReached = false
    var isReaching = true
    /// Why no further list is requested.
    var trouble: Trouble?
    /// Whether a request other than a signal has ended the verb.
    var isAsked = false
    /// The message that was announced last; nil while nothing is playing.
    var said: QueuedMessage?
    var error: AudioError?

    init(known: Set<String>?) { self.known = known }
  }

  /// Requests lists until it is cancelled or a request fails permanently. Any error of the first
  /// request, and a list without its clips, is permanent. The first request shows its progress.
  private func retrieve(_ course: Course, showing progress: ProgressLine) async {
    while !Task.isCancelled {
      do throws(ClientError) {
        defer { progress.end() }
        try await source.retrieve(TransferRelay.to(progress))
        if let trouble = Trouble(ofMissingClips: source.lastError) {
          course.trouble = trouble
          return
        }
        if !course.isReaching { console.note("chatter: the server is back\n") }
        (course.hasReached, course.isReaching) = (true, true)
        add(after: course.known)
        course.known = Set(source.chatts.map(RowMaker.id))
      } catch {
        if Task.isCancelled { return }
        let trouble = Trouble(error)
        let passes = trouble.exitCode == .unavailable || trouble.exitCode == .temporary
        guard passes, course.hasReached else {
          course.trouble = trouble
          return
        }
        if course.isReaching { console.note("chatter: \(trouble.sentence)\n") }
        course.isReaching = false
      }
      guard (try? await Task.sleep(for: options.every)) != nil else { return }
    }
  }

  /// Adds the new clips, oldest first; none from the first list unless `--all` is given.
  private func add(after known: Set<String>?) {
    guard let known else { return }
    for chatt in source.chatts.reversed() where !known.contains(RowMaker.id(chatt)) {
      guard let message = QueuedMessage(chatt) else { continue }
      if !queue.add(message) { console.note("chatter: too many clips in the queue: skipped one\n") }
    }
  }

  /// Announces each clip that begins to play, and reports clips that cannot be played; an error
  /// that affects all clips is thrown.
  private func tell(_ course: Course) throws(Trouble) {
    let now = queue.nowPlaying
    if now == nil { course.said = nil }
    if queue.player.isPlaying, let now, now != course.said {
      console.write(Self.line(now))
      course.said = now
    }
    let error = queue.lastError
    defer { course.error = error }
    guard let error, error != course.error else { return }
    switch error {
    case .undecodable, .notBase64: console.note("chatter: skipped a clip: \(error)\n")
    default: throw Trouble(error)
    }
  }

  static func line(_ message: QueuedMessage) -> String {
    "\(Printable.line(message.author ?? "?"))  \(message.duration.clockText)\n"
  }
}
