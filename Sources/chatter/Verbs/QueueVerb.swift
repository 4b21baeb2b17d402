import Chatter
import ChatterAudio
import ChatterClient

/// Plays clips in the order in which they arrive; one that arrives while another plays waits.
@MainActor
struct QueueVerb {
  let options: QueueOptions
  let source: any ChattSource
  let queue: PlaybackQueue
  let console: any Console

  /// Goes on until it is interrupted, or a desktop's panel ends it.
  func run() async throws(Trouble) {
    queue.player.rate = options.rate
    let course = Course()
    queue.onQuit = { course.isAsked = true }
    defer { queue.close() }
    var known: Set<String>? = options.all ? [] : nil
    var isReaching = true
    while true {
      do throws(ClientError) {
        try await source.retrieve { _ in }
        if !isReaching { console.note("chatter: the server is back\n") }
        isReaching = true
        add(after: known)
        known = Set(source.chatts.map(RowMaker.id))
      } catch {
        let trouble = Trouble(error)
        let passes = trouble.exitCode == .unavailable || trouble.exitCode == .temporary
        guard passes, known != nil else { throw trouble }
        if isReaching { console.note("chatter: \(trouble.sentence)\n") }
        isReaching = false
      }
      await tell(for: options.every, until: course)
      if Task.isCancelled || course.isAsked { return }
    }
  }

  /// How far it has come.
  @MainActor
  private final class Course {
    /// Whether someone else than the terminal has ended it.
    var isAsked = false
    /// The message that was told last, nil when none plays.
    var said: QueuedMessage?
  }

  /// Those that were not known, oldest first; nothing at the first look, unless all are asked for.
  private func add(after known: Set<String>?) {
    guard let known else { return }
    for chatt in source.chatts.reversed() where !known.contains(RowMaker.id(chatt)) {
      guard let message = QueuedMessage(chatt) else { continue }
      if !queue.add(message) { console.note("chatter: too many clips wait: one is left out\n") }
    }
  }

  /// Says what begins to play, for a while.
  private func tell(for time: Duration, until course: Course) async {
    let end = ContinuousClock.now + time
    repeat {
      let now = queue.player.isPlaying ? queue.nowPlaying : nil
      if let now, now != course.said { console.write(Self.line(now)) }
      course.said = now
      guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
    } while ContinuousClock.now < end && !course.isAsked
  }

  static func line(_ message: QueuedMessage) -> String {
    "\(Printable.line(message.author ?? "?"))  \(message.duration.clockText)\n"
  }
}
