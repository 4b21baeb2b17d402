public import EventLoop

extension PostgresConnection {
  /// Waits for the next notification on the channels that this session listens on, and returns its
  /// payload (manual, page NOTIFY).
  ///
  /// If the deadline passes, the call fails with `timedOut` and the connection stays usable.
  public func nextNotification(until deadline: Deadline) async throws(PostgresError) -> String {
    let (handle, registration) = try begin()
    defer { isBusy = false }
    while true {
      if let payload = handle.takeNotification() { return payload }
      do throws(WaitError) {
        try await loop.wait(for: .read, on: registration, until: deadline)
      } catch .timedOut {
        throw .timedOut(.notApplied)
      } catch {
        throw abandon(error, .notApplied)
      }
      guard handle.consumeInput() != .lost, !handle.isBroken else {
        close()
        throw .connectionLost(.notApplied)
      }
    }
  }
}
