internal import HTTP
internal import Sockets
internal import System
private import TLS

/// One accepted connection on one loop, from its handshake to its end.
///
/// It runs in a task that ends when the connection has been idle for a while, and in a new task
/// when it resumes. `drain` and `cut` are called by other tasks of the same loop, while that task
/// waits or does not exist.
final class Connection {
  /// What the requests of a connection share: its client, their handler and their numbers.
  final class Context {
    let client: ClientAddress
    /// The number of the connection, for request ids.
    let number: UInt64
    /// The number of the connection's loop among those of the server.
    let loopNumber: Int
    let environment: HTTPServer.Environment
    let handler: Handler
    /// The limit of the client's address in each tick of the loop; nil for no limit.
    let quota: TickQuota?
    private var requestCount: UInt64 = 0
    // The memory accounts of the client's address, looked up when they are first needed.
    private(set) lazy var requestMemory = environment.requestMemory.account(of: client.key)
    private(set) lazy var unsent = environment.unsent.account(of: client.key)

    init(
      client: ClientAddress, number: UInt64, loopNumber: Int,
      environment: HTTPServer.Environment, handler: @escaping Handler, quota: TickQuota? = nil
    ) {
      self.client = client
      self.number = number
      self.loopNumber = loopNumber
      self.environment = environment
      self.handler = handler
      self.quota = quota
    }

    var remoteAddress: String { client.text }

    func nextRequestID() -> RequestID {
      requestCount += 1
      return RequestID(connection: number, request: requestCount)
    }

    /// Begins the record of a response. A request without a valid head has none.
    func record(
      _ response: Response, to head: RequestHead?, _ id: RequestID, _ version: HTTPVersion
    ) -> AccessRecord {
      AccessRecord(
        requestID: id, remoteAddress: remoteAddress, version: version.description,
        method: head?.method.name ?? "-", path: head?.target.path ?? "-",
        status: response.status.code, trace: head?.fields.traceParent)
    }
  }

  private let socket: SocketStream
  private let context: Context
  /// Bytes that the client sent before this object was made.
  private var received: ArraySlice<UInt8>
  private let handshakeDeadline: Deadline
  private var tls: TLSStream?
  private var isPlain: Bool { context.environment.contexts == nil }
  private var http: HTTP1Connection?
  private var http2: HTTP2Connection?
  private var isDraining = false
  /// Whether the connection ends unless it has a request.
  private var isEnding = false
  private var idleSince: Deadline?
  /// The claim for bytes in the kernel that the peer has not taken.
  private var unsent: MemoryClaim?

  /// The client whose limits apply to the connection.
  var client: ClientAddress { context.client }

  /// Takes over a socket, from which the bytes in `received` were already read.
  init(
    _ socket: SocketStream, context: Context, received: ArraySlice<UInt8>,
    handshakeDeadline: Deadline
  ) {
    self.socket = socket
    self.context = context
    self.received = received
    self.handshakeDeadline = handshakeDeadline
  }

  /// Serves the connection from the handshake on, or resumes it after an idle time. Returns whether
  /// it is over; if not, the caller calls `waitIdle(in:)`.
  @discardableResult
  func run() async -> Bool {
    if tls == nil, let contexts = context.environment.contexts {
      tls = await handshake(contexts)
    }
    guard tls != nil || isPlain, !isEnding || idleSince != nil || http != nil else {
      socket.close()
      return true
    }
    if unsent?.isRevoked ?? false {
      cut()
      // A response that waits finds out, and ends.
      if http == nil { return true }
    }
    if let tls, tls.facts?.applicationProtocol == ChallengeDirectory.applicationProtocol {
      // The authority has seen the certificate, and sends nothing (RFC 8737 section 3).
      tls.close()
      return true
    }
    releaseUnsent()
    socket.acknowledgedBytesPerSecondMin = context.environment.limits.responseBytesPerSecondMin
    socket.stallObserver = self
    if let tls, tls.facts?.applicationProtocol == "h2" {
      return finish(await runHTTP2(over: tls))
    }
    let http =
      http
      ?? HTTP1Connection(
        over: tls ?? socket, socket: socket, context: context, idleSince: idleSince)
    if isDraining { http.session.announceEnd() }
    // A request that has arrived but has not been read yet still gets a response.
    if isEnding, !socket.hasInput { http.session.finishAfterResponse() }
    self.http = http
    let end = await http.run()
    if end != .waiting { self.http = nil }
    return finish(end)
  }

  /// Ends the connection or prepares it for `waitIdle(in:)`; returns whether it is over.
  private func finish(_ end: HTTP1Connection.End) -> Bool {
    switch end {
    case .idle(let since):
      idleSince = since
      return !keepIdle()
    case .waiting: return !keepIdle()
    case .over: socket.close()
    // A TLS alert must still reach the peer.
    case .givenUp: if tls?.failure == nil { cut() } else { socket.close() }
    }
    return true
  }

  /// Prepares the connection to wait without a task; returns whether it may.
  private func keepIdle() -> Bool {
    tls?.releaseSpareMemory()
    // Responses that a peer leaves in the kernel count towards the quota of its address.
    if socket.hasFewUnsentBytes() { return true }
    if claimUnsent(socket.unsentByteCount, onRevocation: socket.interruptRead) { return true }
    cut()
    return false
  }

  private func runHTTP2(over tls: TLSStream) async -> HTTP1Connection.End {
    // An idle connection keeps its session: both sides keep the state of header compression.
    guard let http2 = http2 ?? HTTP2Connection(over: tls, socket: socket, context: context) else {
      reportHandshakeFailure("out of memory for HTTP/2")
      tls.close()
      return .over
    }
    if isDraining, self.http2 == nil { http2.finishAfterResponses() }
    self.http2 = http2
    return await http2.run()
  }

  /// Whether a response waits for its next bytes, so that the connection is not idle.
  var hasWaitingResponse: Bool { http?.waitingStream != nil }

  /// Waits as an idle connection, without a task, for input, a wake-up or the idle timeout; with a
  /// response that waits for its next bytes, for these or input.
  func waitIdle(in idleConnections: IdleConnections<Connection>) {
    if let stream = http?.waitingStream {
      let wake = socket.wait(as: self, among: idleConnections, until: .never)
      return stream.whenReady(wake)
    }
    guard let idleSince else { preconditionFailure("only an idle connection may wait here") }
    socket.wait(
      as: self, among: idleConnections,
      until: ReadDeadlines.idleEnd(since: idleSince, context.environment.limits))
  }

  private func handshake(_ contexts: TLSContextSlot) async -> TLSStream? {
    let environment = context.environment
    do throws(TLSError) {
      let tls = try TLSStream(
        accepting: socket, context: contexts.current(ofThread: context.loopNumber))
      tls.receive(received)
      received = []
      do throws(StreamError) {
        try await tls.handshake(until: handshakeDeadline) {
          await context.quota?.take(TickQuota.handshakeUnits)
        }
        if let facts = tls.facts {
          environment.observe(
            .handshakeCompleted(version: "\(facts.version)", isResumed: facts.isResumed))
        }
        return tls
      } catch {
        // A peer that disconnects without a message (a port scan, a health check) is not reported,
        // nor is our own shutdown.
        if error != .truncated, error != .cancelled { reportHandshakeFailure("\(error)") }
        if tls.failure == .plainHTTP {
          try? await PlainHTTPResponse(environment: environment).send(on: socket)
        }
      }
    } catch {
      reportHandshakeFailure("\(error)")
    }
    return nil
  }

  private func reportHandshakeFailure(_ reason: String) {
    context.environment.observe(
      .handshakeFailed(remoteAddress: context.remoteAddress, reason: reason))
  }

  /// Announces the end of the connection: by GOAWAY, or by the next response.
  func drain() {
    isDraining = true
    http2?.finishAfterResponses()
    http?.session.announceEnd()
  }

  /// Whether the end is announced by a frame, for which an idle connection needs a task.
  var announcesEndByFrame: Bool { http2 != nil }

  /// Ends the connection soon if it has no request. An HTTP/2 connection that drains ends by
  /// itself.
  func endUnlessBusy() {
    isEnding = true
    guard http2 == nil else { return }
    guard tls != nil || isPlain, http != nil || idleSince != nil else { return cut() }
    http?.session.finishAfterResponse()
    // A request that has arrived but has not been read yet still gets a response.
    if http?.isAwaitingRequest ?? true, !socket.hasInput {
      if let tls { tls.close() } else { socket.close() }
    }
  }

  /// Resets the connection at once, without the close_notify of an orderly end; data that the peer
  /// has not taken is dropped.
  func cut() {
    socket.reset()
    releaseUnsent()
  }
}

/// Bytes in the kernel that a peer does not take count towards the quota of its address. An address
/// over its quota loses the stalled connections that cost most, by bytes and time.
extension Connection: StallObserver {
  func writeStalls(_ unsentBytes: Int) -> Bool {
    claimUnsent(unsentBytes, onRevocation: socket.interruptWrite)
  }

  func writeContinues() { releaseUnsent() }

  private func claimUnsent(
    _ bytes: Int, onRevocation: @escaping @Sendable () -> Void
  ) -> Bool {
    releaseUnsent()
    let claim = MemoryClaim(on: context.unsent, onRevocation: onRevocation)
    unsent = claim
    claim.account.quota.list(claim)
    return claim.account.quota.resize(claim, to: max(1, bytes))
  }

  private func releaseUnsent() {
    guard let claim = unsent else { return }
    unsent = nil
    claim.account.quota.release(claim)
  }
}
