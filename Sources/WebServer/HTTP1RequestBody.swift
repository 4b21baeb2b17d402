internal import HTTP
internal import System

/// The body of the current request, read from its connection when the app requests it.
///
/// When the request is over, it releases the connection. An app that keeps the request keeps
/// neither the connection nor access to the body of a later request.
final class HTTP1RequestBody: RequestBody {
  let announcedBytes: Int?
  private var connection: HTTP1Connection?
  private var memory: BodyMemory?

  /// - Parameter onRevocation: wakes the connection when it waits for the rest of the body.
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
        switch try connection.session.nextBody() {
        case .bytes(let bytes):
          try memory?.arrived(bytes.count)
          return bytes
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
      try memory?.reserved(count)
    } catch {
      throw giveUp(error)
    }
  }

  /// Makes the connection end with the response, because an abandoned body is not read further.
  private func giveUp(_ error: RequestBodyError) -> RequestBodyError {
    guard error == .quotaExhausted || memory?.isRevoked ?? false else { return error }
    connection?.session.finishAfterResponse()
    return .quotaExhausted
  }

  var arrivedBytes: Int { memory?.arrivedBytes ?? 0 }

  /// Records that the app is done with the body.
  func release() { memory?.release() }

  func detach() {
    connection = nil
    memory = nil
  }
}

/// A request over HTTP/1.1 and its response, until it is sent.
final class HTTP1Exchange {
  var record: AccessRecord
  let began: Deadline
  let body: HTTP1RequestBody?
  let tracking: TrackedResponse?
  /// The body of the response, if it is produced while it is sent.
  var stream: (any ResponseStream)?

  init(
    _ record: AccessRecord, began: Deadline, _ body: HTTP1RequestBody? = nil,
    _ tracking: TrackedResponse? = nil
  ) {
    (self.record, self.began, self.body, self.tracking) = (record, began, body, tracking)
  }
}
