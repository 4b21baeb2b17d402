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
    let ending = Ending()
    queue.onQuit = { ending.isAsked = true }
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
      await tell(for: options.every, until: ending)
      if Task.isCancelled || ending.isAsked { return }
    }
  }

  /// Whether someone else than the terminal has ended it.
  @MainActor
  private final class Ending {
    var isAsked = false
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
  private func tell(for time: Duration, until ending: Ending) async {
    let end = ContinuousClock.now + time
    var said = queue.player.isPlaying ? queue.nowPlaying : nil
    repeat {
      let now = queue.player.isPlaying ? queue.nowPlaying : nil
      if let now, now != said || said == nil { console.write(Self.line(now)) }
      said = now
      guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
    } while ContinuousClock.now < end && !ending.isAsked
  }

  static func line(_ message: QueuedMessage) -> String {
    "\(Printable.line(message.author ?? "?"))  \(TimeText.clock(message.duration))\n"
  }
}
