public import EventLoop

/// A notification that a session received from NOTIFY (manual, page NOTIFY).
public struct PostgresNotification: Sendable, Equatable {
  public let channel: String
  public let payload: String
  /// The server process of the notifying session, which may be the receiving session itself.
  public let backendProcess: Int32

  public init(channel: String, payload: String, backendProcess: Int32) {
    self.channel = channel
    self.payload = payload
    self.backendProcess = backendProcess
  }
}

extension PostgresConnection {
  /// Waits for the next notification on the channels that this session listens on.
  ///
  /// If the deadline passes, the call fails with `timedOut` and the connection stays usable.
  public func nextNotification(until deadline: Deadline) async throws(PostgresError)
    -> PostgresNotification
  {
    let (handle, registration) = try begin()
    defer { isBusy = false }
    while true {
      if let notification = handle.takeNotification() { return notification }
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
