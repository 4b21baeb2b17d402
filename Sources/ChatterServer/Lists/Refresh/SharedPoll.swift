/// Assigns waiters to polls of the database.
///
/// One poll runs at a time. Waiters that join meanwhile are served by the next poll, which begins
/// when this one ends: only a poll that started after a request is guaranteed to see every post
/// acknowledged before it.
struct SharedPoll<Waiter> {
  private var isUnderWay = false
  private var waiters: [Waiter] = []

  /// Adds a waiter. Returns whether the caller must start to poll, by `next` until that is nil.
  mutating func join(_ waiter: Waiter) -> Bool {
    waiters.append(waiter)
    defer { isUnderWay = true }
    return !isUnderWay
  }

  /// Returns the waiters of the poll that begins now; nil ends the polling.
  mutating func next() -> [Waiter]? {
    guard !waiters.isEmpty else {
      isUnderWay = false
      return nil
    }
    defer { waiters = [] }
    return waiters
  }
}
