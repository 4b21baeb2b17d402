import Program
import Sockets
import Synchronization

/// Gives memory back to the system when a server that was busy has nothing more to do: of a burst of
/// large clips malloc keeps hundreds of megabytes for the next one.
final class SpareMemory: Sendable {
  /// How long nothing may have happened.
  private static let pause = Duration.seconds(1)

  private let wasBusy = Atomic(true)

  /// Notes that there was something to do.
  func noteWork() {
    // Mostly it is known: a load leaves the cores their copies.
    if !wasBusy.load(ordering: .relaxed) { wasBusy.store(true, ordering: .relaxed) }
  }

  /// Looks each second, until the task is cancelled.
  func watch(on loop: EventLoop) async {
    var rest = RestAfterWork()
    while (try? await loop.sleep(until: .after(Self.pause))) != nil {
      if rest.begins(wasBusy: wasBusy.exchange(false, ordering: .relaxed)) {
        ProcessMemory.giveBack()
      }
    }
  }
}

/// Finds the first quiet moment after each time of work.
struct RestAfterWork {
  private var isDue = false

  /// - Parameter wasBusy: whether there was work since the last question.
  mutating func begins(wasBusy: Bool) -> Bool {
    defer { isDue = wasBusy }
    return isDue && !wasBusy
  }
}
