internal import CPostgres
private import Glibc
internal import System

/// The owner of one `PGconn`: a Swift interface to libpq's non-blocking functions.
///
/// It belongs to the connection that made it and is used by one thread at a time: the thread of the
/// connection's loop, or one to which the loop lends it.
@safe final class ConnectionHandle {
  private let connection: OpaquePointer

  /// Starts to connect; nil when memory is short. `isBroken` shows whether the start failed.
  init?(starting parameters: [(keyword: String, value: String)]) {
    let keywords = parameters.map(\.keyword)
    let values = parameters.map(\.value)
    let started = unsafe withCStrings(keywords) { keywords in
      unsafe withCStrings(values) { values in
        // 1: the value of dbname is expanded as a whole connection string.
        unsafe PQconnectStartParams(keywords, values, 1)
      }
    }
    guard let started = unsafe started else { return nil }
    unsafe connection = unsafe started
    // Notices are discarded; by default libpq prints them.
    unsafe PQsetNoticeReceiver(started, { _, _ in }, nil)
    // Makes the error of a rejected connection include its SQLSTATE.
    unsafe PQsetErrorVerbosity(started, PQERRORS_VERBOSE)
  }

  deinit {
    unsafe PQfinish(connection)
  }

  var isBroken: Bool { unsafe PQstatus(connection) == CONNECTION_BAD }
  var socket: Int32 { unsafe PQsocket(connection) }
  var transactionStatus: PGTransactionStatusType { unsafe PQtransactionStatus(connection) }
  var usesTLS: Bool { unsafe PQsslInUse(connection) != 0 }
  /// The numeric address of the server; empty for a Unix socket.
  var serverAddress: String {
    unsafe PQhostaddr(connection).map { unsafe String(cString: $0) } ?? ""
  }
  /// The names of the database and of the server, such as `chatts on db.example.org:5432`.
  var place: String {
    let parts = unsafe [PQdb(connection), PQhost(connection), PQport(connection)]
      .map { unsafe $0.map { unsafe String(cString: $0) } ?? "" }
    return "\(parts[0]) on \(parts[1]):\(parts[2])"
  }
  var backendProcess: Int32 { unsafe PQbackendPID(connection) }

  func pollConnect() -> PostgresPollingStatusType { unsafe PQconnectPoll(connection) }

  func setNonBlocking() -> Bool { unsafe PQsetnonblocking(connection, 1) == 0 }

  /// The reason why connecting failed, in one line.
  var connectFailure: ConnectFailure {
    let text = unsafe PQerrorMessage(connection).map { unsafe String(cString: $0) } ?? ""
    return ConnectFailure(libpqMessage: text)
  }

  // MARK: Sending

  /// Sends statements in the simple query protocol: several at once, no parameters, results as
  /// text.
  func sendScript(_ text: String) -> Bool {
    unsafe PQsendQuery(connection, text) == 1
  }

  func sendPrepare(name: String, text: String, types: [PostgresType]) -> Bool {
    let types = types.map(\.rawValue)
    return unsafe PQsendPrepare(connection, name, text, Int32(types.count), types) == 1
  }

  /// Sends a statement by the name that it was prepared with, or else its text.
  func send(_ query: Query, name: String?) -> Bool {
    let count = Int32(query.parameters.count)
    return unsafe ParameterArrays(query.parameters).withPointers { values, lengths, formats in
      if let name {
        return unsafe PQsendQueryPrepared(connection, name, count, values, lengths, formats, 1) == 1
      }
      let types = query.key.types.map(\.rawValue)
      return unsafe PQsendQueryParams(
        connection, query.key.text, count, types, values, lengths, formats, 1) == 1
    }
  }

  /// Requests that the rows of the statement just sent arrive one by one.
  func setSingleRowMode() -> Bool { unsafe PQsetSingleRowMode(connection) == 1 }

  // MARK: Pipelines

  func enterPipelineMode() -> Bool { unsafe PQenterPipelineMode(connection) == 1 }

  /// Leaves pipeline mode, which is possible only after every result has been read.
  func exitPipelineMode() -> Bool { unsafe PQexitPipelineMode(connection) == 1 }

  /// Sends a Sync, which ends the transaction of the statements sent before it.
  func sendSync() -> Bool { unsafe PQpipelineSync(connection) == 1 }

  enum Flush { case done, mustWait, failed }

  func flush() -> Flush {
    switch unsafe PQflush(connection) {
    case 0: .done
    case 1: .mustWait
    default: .failed
    }
  }

  /// Flushes queued output to the socket on a thread that may block; the rest after the timeout is
  /// left to `flush()`.
  ///
  /// Input is read meanwhile, because a server whose responses are not read stops reading.
  func flush(within timeout: Duration) {
    let deadline = Deadline.after(timeout)
    while flush() == .mustWait, let remaining = deadline.remaining, remaining > .zero {
      var state = pollfd(fd: socket, events: Int16(POLLIN | POLLOUT), revents: 0)
      // At most a tenth of a second per call, so that the number fits into `Int32`.
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
    /// Decrypted bytes remain in the TLS layer, where epoll cannot report them: call again.
    case hasMore
    case lost
  }

  /// Maximum number of reads per call, so that a long value does not block the loop.
  private static let readsMax = 64

  /// Reads all input that has arrived, including bytes in the TLS layer.
  func consumeInput() -> Intake {
    for _ in 0..<Self.readsMax {
      guard unsafe PQconsumeInput(connection) == 1 else { return .lost }
      guard unsafe cpostgres_tls_pending(connection) > 0 else { return .done }
    }
    return .hasMore
  }

  /// Returns the next result of the statement, nil after the last; blocks while `isBusy`.
  func nextResult() -> ResultHandle? {
    unsafe PQgetResult(connection).map { unsafe ResultHandle(owning: $0) }
  }

  /// Returns the payload of the next notification that was read; nil when there is none.
  func takeNotification() -> String? {
    guard let notification = unsafe PQnotifies(connection) else { return nil }
    defer { unsafe PQfreemem(notification) }
    return unsafe String(cString: notification.pointee.extra)
  }

  /// Returns a key with which another thread can cancel the statement of this connection.
  func makeCancelKey() -> CancelKey? {
    unsafe PQgetCancel(connection).map { unsafe CancelKey(owning: $0) }
  }
}

/// The owner of one `PGcancel`, with which the server can be made to cancel a connection's
/// statement.
///
/// The key does not change after it is made, and any thread may call PQcancel (manual, section
/// 34.7).
@safe final class CancelKey: Sendable {
  /// The threads that send requests, because PQcancel blocks. Further requests are dropped.
  private static let threads = WorkerPool(threadsMax: 8, waitingMax: 8)

  private let handle: ThreadSafePointer<OpaquePointer>

  init(owning key: OpaquePointer) {
    unsafe handle = ThreadSafePointer(key)
  }

  deinit {
    unsafe PQfreeCancel(handle.value)
  }

  /// Sends a cancel request and does not wait for it. Call this on the loop.
  ///
  /// The request saves the server work. Its result does not matter here, because the connection is
  /// abandoned anyway.
  func request(on loop: EventLoop) {
    loop.start(self) { key in
      try? await Self.threads.run(for: "") {
        var message: [CChar] = [0]
        _ = unsafe PQcancel(key.handle.value, &message, Int32(message.count))
      }
    }
  }
}
