/// An event that one task of a loop waits for and another task of the same loop signals.
///
/// A signal without a waiter is kept for the next wait. Several such signals count as one.
public final class AsyncEvent {
  private let loop: EventLoop
  private var waiter: UInt64?
  private var isSignaled = false

  public init(on loop: EventLoop) {
    self.loop = loop
  }

  /// Signals the event: resumes the waiting task, or lets the next wait return at once. Call this
  /// on the loop.
  public func signal() {
    loop.checkIsolated()
    if let waiter, loop.wake(waiter) {
      self.waiter = nil
    } else {
      isSignaled = true
    }
  }

  /// Waits for a signal. Call this on the loop, from one task at a time.
  ///
  /// A signal that is already there takes precedence over a deadline that has passed.
  public func wait(until deadline: Deadline = .never) async throws(WaitError) {
    loop.checkIsolated()
    guard !isSignaled else {
      isSignaled = false
      return
    }
    precondition(waiter == nil, "another task is already waiting")
    let id = loop.nextID()
    waiter = id
    // Checked again where the task suspends: a signal before that point finds no sleeper.
    let outcome = await loop.sleep(as: id, until: deadline) {
      defer { isSignaled = false }
      return isSignaled
    }
    waiter = nil
    // A signal that came with the deadline is not kept for the next wait.
    guard outcome == .timedOut, isSignaled else { return try outcome.get() }
    isSignaled = false
  }
}
