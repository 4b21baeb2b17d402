internal import HTTP

/// The content of the request under way, read from its connection as the app asks for it.
///
/// When the exchange is over it lets go of the connection: an app that keeps the request holds
/// neither the connection nor a way to read the content of a later one.
final class HTTP1RequestBody: RequestBody {
  let announcedBytes: Int?
  private var connection: HTTP1Connection?
  private var memory: BodyMemory?

  /// - Parameter onRevocation: wakes the connection when it waits for the rest of the content.
  init(
    _ announcedBytes: Int?, of connection: HTTP1Connection, account: MemoryQuota.Account,
    onRevocation: @escaping @Sendable () -> Void
  ) {
    self.announcedBytes = announcedBytes
    memory = BodyMemory(on: account, onRevocation: onRevocation)
    self.connection = connection
  }

  func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    guard let connection else { throw .notAvailable }
    do throws(RequestBodyError) {
      while true {
        switch try connection.nextBody() {
        case .piece(let piece):
          try memory?.arrived(piece.count)
          return piece
        case .end:
          try memory?.ended()
          return nil
        case .hasOutput, .needsMoreBytes:
          try memory?.waits()
          try await connection.moveBody()
        }
      }
    } catch {
      throw giveUp(error)
    }
  }

  func reserve(_ count: Int) throws(RequestBodyError) {
    guard memory != nil else { throw .notAvailable }
    do throws(RequestBodyError) {
      try memory?.kept(count)
    } catch {
      throw giveUp(error)
    }
  }

  /// A body that was given up is not read on: its connection ends with the response.
  private func giveUp(_ error: RequestBodyError) -> RequestBodyError {
    guard error == .noRoom || memory?.isRevoked ?? false else { return error }
    connection?.finishAfterResponse()
    return .noRoom
  }

  /// Notes that the app is done with the content.
  func release() { memory?.release() }

  func detach() {
    connection = nil
    memory = nil
  }
}
