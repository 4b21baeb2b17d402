internal import CPostgres
private import Glibc
internal import Sockets

/// The owner of one `PGconn`: what libpq does, said in Swift, without waiting.
///
/// It belongs to the connection that made it and is used by one thread at a time: that of the
/// connection's loop, or one to which the loop lends it.
@safe final class ConnectionHandle {
  private let connection: OpaquePointer

  /// Begins to connect; nil when memory is short. `status` tells whether it began well.
  init?(starting parameters: [(keyword: String, value: String)]) {
    let keywords = parameters.map(\.keyword)
    let values = parameters.map(\.value)
    let started = unsafe withCStrings(keywords) { keywords in
      unsafe withCStrings(values) { values in
        // 1: the value of dbname is taken for a whole connection string.
        unsafe PQconnectStartParams(keywords, values, 1)
      }
    }
    guard let started = unsafe started else { return nil }
    unsafe connection = unsafe started
    // Notices go nowhere: by default libpq prints them.
    unsafe PQsetNoticeReceiver(started, { _, _ in }, nil)
    // So that a refused connection tells its SQLSTATE.
    unsafe PQsetErrorVerbosity(started, PQERRORS_VERBOSE)
  }

  deinit {
    unsafe PQfinish(connection)
  }

  var isBroken: Bool { unsafe PQstatus(connection) == CONNECTION_BAD }
  var socket: Int32 { unsafe PQsocket(connection) }
  var transactionStatus: PGTransactionStatusType { unsafe PQtransactionStatus(connection) }
  var usesTLS: Bool { unsafe PQsslInUse(connection) != 0 }
  var backendProcess: Int32 { unsafe PQbackendPID(connection) }
  var serverVersion: Int32 { unsafe PQserverVersion(connection) }

  func pollConnect() -> PostgresPollingStatusType { unsafe PQconnectPoll(connection) }

  func setNonBlocking() -> Bool { unsafe PQsetnonblocking(connection, 1) == 0 }

  /// Why connecting failed, in one line.
  var connectFailure: ConnectFailure {
    let text = unsafe PQerrorMessage(connection).map { unsafe String(cString: $0) } ?? ""
    return ConnectFailure(libpqMessage: text)
  }

  // MARK: Sending

  /// Sends statements in the simple protocol: several at once, no parameters, results as text.
  func sendScript(_ text: String) -> Bool {
    unsafe PQsendQuery(connection, text) == 1
  }

  func sendPrepare(name: String, text: String, types: [PostgresType]) -> Bool {
    let types = types.map(\.rawValue)
    return unsafe PQsendPrepare(connection, name, text, Int32(types.count), types) == 1
  }

  func sendPrepared(name: String, parameters: [SQL.Parameter]) -> Bool {
    unsafe ParameterArrays(parameters).withPointers { values, lengths, formats in
      unsafe PQsendQueryPrepared(
        connection, name, Int32(parameters.count), values, lengths, formats, 1) == 1
    }
  }

  func sendUnnamed(text: String, parameters: [SQL.Parameter]) -> Bool {
    let types = parameters.map(\.type.rawValue)
    return unsafe ParameterArrays(parameters).withPointers { values, lengths, formats in
      unsafe PQsendQueryParams(
        connection, text, Int32(parameters.count), types, values, lengths, formats, 1) == 1
    }
  }

  /// Has the rows of the statement just sent come one by one.
  func setSingleRowMode() -> Bool { unsafe PQsetSingleRowMode(connection) == 1 }

  // MARK: Pipelines

  func enterPipelineMode() -> Bool { unsafe PQenterPipelineMode(connection) == 1 }

  /// Leaves it again, which can be done when every result has been taken.
  func exitPipelineMode() -> Bool { unsafe PQexitPipelineMode(connection) == 1 }

  /// Ends the transaction of what was sent before it.
  func sendSync() -> Bool { unsafe PQpipelineSync(connection) == 1 }

  enum Flush { case done, mustWait, failed }

  func flush() -> Flush {
    switch unsafe PQflush(connection) {
    case 0: .done
    case 1: .mustWait
    default: .failed
    }
  }

  /// Hands what was sent to the system, on a thread that may wait; what is left after the timeout is
  /// left to `flush()`. What comes meanwhile is taken in: a server whose responses nobody reads stops
  /// reading, too.
  func flush(within timeout: Duration) {
    let deadline = Deadline.after(timeout)
    while flush() == .mustWait, let remaining = deadline.remaining, remaining > .zero {
      var state = pollfd(fd: socket, events: Int16(POLLIN | POLLOUT), revents: 0)
      // Less than a second at a time, so that the number is small.
      let milliseconds = Int32(min(remaining, .milliseconds(100)) / .milliseconds(1)) + 1
      guard unsafe poll(&state, 1, milliseconds) >= 0 else { return }
      if state.revents & Int16(POLLIN) != 0, consumeInput() == .lost { return }
    }
  }

  // MARK: Receiving

  /// Whether the next result is not complete yet.
  var isBusy: Bool { unsafe PQisBusy(connection) != 0 }

  enum Intake {
    case done
    /// Bytes lie decrypted in the TLS layer: epoll tells nothing of them, so ask again.
    case hasMore
    case lost
  }

  /// How often one intake reads on, so that a long value does not keep the loop to itself.
  private static let readsMax = 64

  /// Takes in what has arrived, also from inside the TLS layer.
  func consumeInput() -> Intake {
    for _ in 0..<Self.readsMax {
      guard unsafe PQconsumeInput(connection) == 1 else { return .lost }
      guard unsafe cpostgres_tls_pending(connection) > 0 else { return .done }
    }
    return .hasMore
  }

  /// The next result of the statement, nil after its last; it blocks while `isBusy`.
  func nextResult() -> ResultHandle? {
    unsafe PQgetResult(connection).map { unsafe ResultHandle(owning: $0) }
  }

  /// What was notified and has been taken in, one at a time.
  func takeNotification() -> PostgresNotification? {
    guard let notification = unsafe PQnotifies(connection) else { return nil }
    defer { unsafe PQfreemem(notification) }
    return unsafe PostgresNotification(
      channel: String(cString: notification.pointee.relname),
      payload: String(cString: notification.pointee.extra),
      backendProcess: notification.pointee.be_pid)
  }

  /// Frees what was notified, which libpq keeps until somebody asks for it.
  func dropNotifications() {
    while let notification = unsafe PQnotifies(connection) { unsafe PQfreemem(notification) }
  }

  /// A key with which another thread can have the server stop what it does for this connection.
  func makeCancelKey() -> CancelKey? {
    unsafe PQgetCancel(connection).map { unsafe CancelKey(owning: $0) }
  }
}

/// Lends C a NULL-terminated array of strings for the time of one call.
func withCStrings<Result>(
  _ strings: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>) -> Result
) -> Result {
  var bytes: [CChar] = []
  let offsets = strings.map { string in
    defer { bytes += string.utf8.map { CChar(bitPattern: $0) } + [0] }
    return bytes.count
  }
  return unsafe bytes.withUnsafeBufferPointer { buffer in
    var pointers: [UnsafePointer<CChar>?] = unsafe offsets.map { offset in
      unsafe buffer.baseAddress?.advanced(by: offset)
    }
    unsafe pointers.append(nil)
    return unsafe body(pointers)
  }
}
