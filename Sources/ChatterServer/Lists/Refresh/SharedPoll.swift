/// Which waiters are served by which poll of the database.
///
/// One poll is under way at a time. Waiters that join meanwhile are served by the next, which begins
/// when this one is over: only a poll that started after a request is guaranteed to see every post
/// acknowledged before it.
struct SharedPoll<Waiter> {
  private var isUnderWay = false
  private var waiters: [Waiter] = []

  /// Adds a waiter.
  ///
  /// - Returns: whether the caller is to begin: to poll for `next` until there is none.
  mutating func join(_ waiter: Waiter) -> Bool {
    waiters.append(waiter)
    defer { isUnderWay = true }
    return !isUnderWay
  }

  /// The waiters of the poll that begins now, when the one before is over; nil ends the polling.
  mutating func next() -> [Waiter]? {
    guard !waiters.isEmpty else {
      isUnderWay = false
      return nil
    }
    defer { waiters = [] }
    return waiters
  }
}
