/// Where one task of a loop waits until another task of the same loop has something for it.
///
/// A ring that comes while nobody waits is kept for the next wait; several are one.
public final class Doorbell {
  private let loop: EventLoop
  private var waiter: UInt64?
  private var hasRung = false

  public init(on loop: EventLoop) {
    self.loop = loop
  }

  /// Lets the task go on that waits, or the next one that would; it is called on the loop.
  public func ring() {
    loop.checkIsolated()
    if let waiter, loop.wake(waiter) {
      self.waiter = nil
    } else {
      hasRung = true
    }
  }

  /// Waits for a ring, on the loop, one task at a time; a ring that is there wins over a deadline
  /// that has passed.
  public func wait(
    until deadline: Deadline = .never, isolation: isolated (any Actor)? = #isolation
  ) async throws(WaitError) {
    loop.checkIsolated()
    guard !hasRung else {
      hasRung = false
      return
    }
    precondition(waiter == nil, "one task waits at a doorbell")
    let id = loop.nextID()
    waiter = id
    let outcome = await loop.sleep(as: id, until: deadline)
    waiter = nil
    switch outcome {
    case .ready: return
    case .timedOut:
      guard !hasRung else {
        hasRung = false
        return
      }
      throw .timedOut
    case .cancelled: throw .cancelled
    }
  }
}
