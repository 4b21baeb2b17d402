internal import HTTP
internal import Sockets
private import TLS

/// One accepted connection, from its handshake to its end, on one loop: in one task, which ends when
/// the connection has been idle for a while, and in another one when it goes on.
///
/// `drain` and `cut` are called from beside, on the same loop, while that task waits or is not.
final class Connection {
  /// Who is at the other end, and who answers.
  struct Context {
    let client: ClientAddress
    /// Its number, for request ids.
    let number: UInt64
    /// The number of its loop among those of the server.
    let loopNumber: Int
    let environment: HTTPServer.Environment
    let handler: Handler
    /// What the client's address may use of each tick of the loop; nil for no limit.
    let quota: TickQuota?
    /// What the connections of the address hold.
    let accounts: Accounts

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
      accounts = Accounts(of: client.key, in: environment)
    }

    /// The address of the client as text, for the log.
    var remoteAddress: String { client.text }
  }

  /// The accounts of an address, looked up when a connection first needs them.
  final class Accounts {
    private let address: AddressKey
    private let environment: HTTPServer.Environment

    private(set) lazy var requestMemory = environment.requestMemory.account(of: address)
    private(set) lazy var unsent = environment.unsent.account(of: address)

    init(of address: AddressKey, in environment: HTTPServer.Environment) {
      self.address = address
      self.environment = environment
    }
  }

  private let socket: SocketStream
  private let context: Context
  /// What the client has sent before the connection was made.
  private var received: ArraySlice<UInt8>
  private let handshakeDeadline: Deadline
  private var tls: TLSStream?
  private var http: HTTP1Connection?
  private var http2: HTTP2Connection?
  private var isDraining = false
  private var requestCount: UInt64 = 0
  private var idleSince: Deadline?
  /// What the kernel has for a peer that does not take it.
  private var unsent: MemoryClaim?

  /// The client that it is counted for.
  var client: ClientAddress { context.client }

  /// - Parameters:
  ///   - received: bytes of the client that were read from the socket already.
  ///   - handshakeDeadline: the end of the TLS handshake.
  init(
    _ socket: SocketStream, context: Context, received: ArraySlice<UInt8>,
    handshakeDeadline: Deadline
  ) {
    self.socket = socket
    self.context = context
    self.received = received
    self.handshakeDeadline = handshakeDeadline
  }

  /// Serves from the handshake on, or goes on where it has been idle.
  ///
  /// - Returns: whether the connection is over; if not it is to be parked.
  @discardableResult
  func run() async -> Bool {
    if tls == nil { tls = await handshake() }
    guard let tls, !isDraining || idleSince != nil else {
      socket.close()
      return true
    }
    guard !(unsent?.isRevoked ?? false) else {
      cut()
      return true
    }
    releaseUnsent()
    socket.acknowledgedBytesPerSecondMin = context.environment.limits.answerBytesPerSecondMin
    socket.closeTimeout = context.environment.limits.closeTimeout
    socket.stallObserver = self
    if tls.facts?.applicationProtocol == "h2" {
      let end = await runHTTP2(over: tls)
      return finish(end, tls)
    }
    let http = HTTP1Connection(
      over: tls, socket: socket, cut: ConnectionCut(socket), context: context,
      requestCount: requestCount, idleSince: idleSince)
    if isDraining { http.finishAfterResponse() }
    self.http = http
    let end = await http.run()
    self.http = nil
    requestCount = http.requestCount
    return finish(end, tls)
  }

  /// Ends the connection, or makes it ready to be parked; whether it is over.
  private func finish(_ end: HTTP1Connection.End, _ tls: TLSStream) -> Bool {
    switch end {
    case .idle(let since):
      idleSince = since
      tls.releaseSpareMemory()
      // A peer that leaves its responses in the kernel does so at the expense of its address.
      let unsentBytes = socket.unsentByteCount
      if unsentBytes <= SocketStream.unsentBytesMin { return false }
      if claimUnsent(unsentBytes, onRevocation: socket.interruptRead) { return false }
      cut()
    case .over: socket.close()
    // An alert of TLS still has to arrive.
    case .givenUp: if tls.failure == nil { cut() } else { socket.close() }
    }
    return true
  }

  private func runHTTP2(over tls: TLSStream) async -> HTTP1Connection.End {
    do throws(HTTP2SessionError) {
      let http2 = try http2(over: tls)
      self.http2 = http2
      return await http2.run()
    } catch {
      tell("\(error)")
      tls.close()
      return .over
    }
  }

  /// Begins HTTP/2, or goes on with it: what both sides know of header compression stays.
  private func http2(over tls: TLSStream) throws(HTTP2SessionError) -> HTTP2Connection {
    if let http2 { return http2 }
    return try HTTP2Connection(over: tls, socket: socket, context: context)
  }

  /// Waits in the lot, without a task, for what ends its idleness.
  func park(in lot: ParkingLot<Connection>) {
    guard let idleSince else { preconditionFailure("only an idle connection is parked") }
    socket.park(
      self, in: lot,
      until: ReadDeadlines.idleEnd(since: idleSince, context.environment.limits))
  }

  /// The TLS side of the connection, or nil when there is none to be had.
  private func handshake() async -> TLSStream? {
    let environment = context.environment
    do throws(TLSError) {
      let tls = try TLSStream(
        accepting: socket, context: environment.contexts.current(ofThread: context.loopNumber))
      tls.receive(received)
      received = []
      do throws(StreamError) {
        try await tls.handshake(until: handshakeDeadline) {
          await context.quota?.take(TickQuota.handshakeUnits)
        }
        return tls
      } catch {
        // A peer that went without a word (a port scan, a health check) is no event, nor is our own
        // stopping.
        if error != .truncated, error != .cancelled { tell("\(error)") }
        if tls.failure == .plainHTTP {
          try? await PlainHTTPAnswer(environment: environment).send(on: socket)
        }
      }
    } catch {
      tell("\(error)")
    }
    return nil
  }

  private func tell(_ reason: String) {
    context.environment.observe(
      .handshakeFailed(remoteAddress: context.remoteAddress, reason: reason))
  }

  /// Asks the connection to end after the requests that are under way, or soon when there is none.
  func drain() {
    isDraining = true
    if let http2 { return http2.finishAfterResponses() }
    guard let tls, http != nil || idleSince != nil else { return cut() }
    http?.finishAfterResponse()
    // A request that is here but not read yet was sent in good faith: it is answered.
    if http?.isAwaitingRequest ?? true, !socket.hasInput { tls.close() }
  }

  /// Gives the connection up at once, without the close_notify of an orderly end: what the peer has
  /// not taken is dropped.
  func cut() {
    socket.reset()
    releaseUnsent()
  }
}

/// What the kernel has for a peer that does not take it counts for its address; an address over its
/// quota loses the connections that have stalled longest.
extension Connection: StallObserver {
  func writeStalls(_ unsentBytes: Int) -> Bool {
    claimUnsent(unsentBytes, onRevocation: socket.interruptWrite)
  }

  func writeGoesOn() { releaseUnsent() }

  private func claimUnsent(
    _ bytes: Int, onRevocation: @escaping @Sendable () -> Void
  ) -> Bool {
    releaseUnsent()
    let claim = MemoryClaim(on: context.accounts.unsent, onRevocation: onRevocation)
    unsent = claim
    claim.account.quota.list(claim)
    return claim.account.quota.raise(claim, to: max(1, bytes))
  }

  private func releaseUnsent() {
    guard let claim = unsent else { return }
    unsent = nil
    claim.account.quota.release(claim)
  }
}
