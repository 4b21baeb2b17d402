private import CPostgres
public import EventLoop

extension PostgresConnection {
  /// Size in bytes of the chunks in which COPY FROM STDIN sends.
  private static let copyChunkBytes = 64 * 1024

  /// Runs a COPY … TO STDOUT and passes each message to the body as it arrives: one row in the
  /// binary format.
  ///
  /// The body may be slow: the server waits. An error that the body throws closes the connection.
  /// The statement must not contain values from users.
  public func copyOut(
    _ statement: String, until deadline: Deadline, _ body: ([UInt8]) async throws -> Void
  ) async throws {
    let (handle, registration) = try await beginCopy(
      statement, PGRES_COPY_OUT, until: deadline)
    do {
      while let message = try await nextCopyMessage(handle, registration, until: deadline) {
        try await body(message)
      }
    } catch {
      // The rest of the rows is not read.
      if isBusy {
        close()
        isBusy = false
      }
      throw error
    }
    try await endCopy(handle, registration, until: deadline)
  }

  /// Runs a COPY … FROM STDIN with the bytes of a whole file in the format of the statement.
  ///
  /// The statement must not contain values from users.
  public func copyIn(
    _ statement: String, _ bytes: [UInt8], until deadline: Deadline
  ) async throws(PostgresError) {
    let (handle, registration) = try await beginCopy(statement, PGRES_COPY_IN, until: deadline)
    do throws(WaitError) {
      var rest = bytes[...]
      while !rest.isEmpty {
        let chunk = rest.prefix(Self.copyChunkBytes)
        switch handle.putCopyData(chunk) {
        case .done: rest = rest.dropFirst(chunk.count)
        case .mustWait: break
        case .failed: rest = []
        }
        try await flush(handle, registration, until: deadline)
      }
      while handle.putCopyEnd() == .mustWait {
        try await flush(handle, registration, until: deadline)
      }
      try await flush(handle, registration, until: deadline)
    } catch {
      throw abandon(error, outcomeWithoutResponse)
    }
    try await endCopy(handle, registration, until: deadline)
  }

  private func beginCopy(
    _ statement: String, _ expected: ExecStatusType, until deadline: Deadline
  ) async throws(PostgresError) -> (ConnectionHandle, Registration) {
    let (handle, registration) = try begin()
    guard handle.sendScript(statement) else {
      isBusy = false
      throw refusal()
    }
    let first: ResultHandle?
    do throws(WaitError) {
      try await flush(handle, registration, until: deadline)
      first = try await nextResult(handle, registration, until: deadline)
    } catch {
      throw abandon(error, outcomeWithoutResponse)
    }
    if let first, first.status == expected { return (handle, registration) }
    guard let first, !first.isSuccess else {
      close()
      isBusy = false
      throw .unexpectedResponse("not COPY")
    }
    try await endCopy(handle, registration, failure: first.serverError, until: deadline)
    throw .unexpectedResponse("not COPY")
  }

  /// Returns the next message; nil after the last.
  private func nextCopyMessage(
    _ handle: ConnectionHandle, _ registration: Registration, until deadline: Deadline
  ) async throws(PostgresError) -> [UInt8]? {
    do throws(WaitError) {
      while true {
        switch handle.takeCopyData() {
        case .data(let bytes): return bytes
        case .ended: return nil
        case .pending: break
        }
        try await loop.wait(
          for: .read, on: registration, until: deadline, ignoresCancellation: ignoresCancellation)
        guard handle.consumeInput() != .lost else { return nil }
      }
    } catch {
      throw abandon(error, outcomeWithoutResponse)
    }
  }

  /// Reads the results up to the last one, and fails with the first error in any of them.
  private func endCopy(
    _ handle: ConnectionHandle, _ registration: Registration, failure: ServerError? = nil,
    until deadline: Deadline
  ) async throws(PostgresError) {
    var failure = failure
    do throws(WaitError) {
      while let result = try await nextResult(handle, registration, until: deadline) {
        if !result.isSuccess { failure = failure ?? result.serverError }
        if result.isCopy { close() }
        if isClosed { break }
      }
    } catch {
      throw abandon(error, outcomeWithoutResponse)
    }
    isBusy = false
    if isClosed || handle.isBroken {
      close()
      throw .connectionLost(outcomeWithoutResponse)
    }
    if let failure { throw error(failure, outcomeWithoutResponse) }
  }
}
