public import Sockets

/// What a session was told by NOTIFY (manual, page NOTIFY).
public struct PostgresNotification: Sendable, Equatable {
  public let channel: String
  public let payload: String
  /// The server process of the session that notified, which may be this one's own.
  public let backendProcess: Int32

  public init(channel: String, payload: String, backendProcess: Int32) {
    self.channel = channel
    self.payload = payload
    self.backendProcess = backendProcess
  }
}

extension PostgresConnection {
  /// Waits for what another session notifies on a channel that this one listens on.
  ///
  /// A deadline that passes ends with `timedOut`, and the connection can be used on.
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
