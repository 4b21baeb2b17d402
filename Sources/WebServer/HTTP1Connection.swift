internal import HTTP
internal import Sockets

/// HTTP/1.1 on one stream: it reads and writes what the session decides, and calls the app.
final class HTTP1Connection {
  /// How much is read at once where a head is expected; content is read in larger pieces.
  static let headReadBytesMax = 4096

  /// How `run` has ended.
  enum End: Equatable {
    /// In order.
    case over
    /// The stream failed, or its peer was too slow.
    case givenUp
    /// Between two requests, since that instant: another one over the same stream goes on.
    case idle(since: Deadline)
  }

  private let stream: any ByteStream
  private let context: Connection.Context
  private let limits: ServerLimits
  private var session: HTTP1Session
  private var deadlines: ReadDeadlines
  /// Requests that were taken on this connection, those of its forerunners included.
  private(set) var requestCount: UInt64
  private let cut: ConnectionCut?
  /// Of the response that is being written.
  private var lease: (any ResponseLease)?
  /// The socket under the stream; nil in tests without one.
  private let socket: SocketStream?
  /// The response that its app tracks, until it is written. There is one at most: a response is
  /// written before the next request is read.
  private var tracked: TrackedResponse?
  /// A response was given up: its end must not look like one.
  private var isCutShort = false
  /// Is nothing under way but the wait for the first byte of a request?
  private(set) var isAwaitingRequest = false
  private var isFinishing = false
  private var idleSince: Deadline?

  /// - Parameters:
  ///   - cut: ends the stream, from any thread, when the lease of a response is revoked.
  ///   - socket: the socket under the stream, which tracked responses refer to.
  ///   - requestCount: how many requests were taken before, and
  ///   - idleSince: since when the stream is idle, where another one ended so.
  init(
    over stream: any ByteStream, socket: SocketStream? = nil, cut: ConnectionCut? = nil,
    context: Connection.Context, requestCount: UInt64 = 0, idleSince: Deadline? = nil
  ) {
    self.stream = stream
    self.cut = cut
    self.socket = socket
    self.context = context
    self.requestCount = requestCount
    limits = context.environment.limits
    session = HTTP1Session(limits: limits.request)
    deadlines = ReadDeadlines(limits, idleSince: idleSince)
  }

  /// Serves requests until the session says that the connection is over, or the stream fails.
  ///
  /// At an orderly end the stream is closed; else that is left to the caller, and is to look like
  /// what it is.
  @discardableResult
  func run() async -> End {
    defer { lease = nil }
    do throws(StreamError) {
      while true {
        switch session.next() {
        case .needsMoreBytes:
          try await read()
          if let idleSince { return .idle(since: idleSince) }
        case .hasOutput:
          try await flush()
          lease = nil
        case .request(let head): await answer(head)
        case .refusal(let error): await refuse(error.status, error.description)
        // Every request is answered before the next event, but for one whose head came too slowly.
        case .awaitsResponse:
          await refuse(.requestTimeout, "the request head did not arrive in time")
        case .endWriting: try await stream.finishWriting(until: .after(limits.writeTimeout))
        case .close:
          if !isCutShort { stream.close() }
          return .over
        }
      }
    } catch {
      // The peer went, or was too slow to take its answer: there is nobody left to tell.
      return .givenUp
    }
  }

  /// Takes no further request than the one that is under way.
  func finishAfterResponse() {
    isFinishing = true
    session.finishAfterResponse()
  }

  // MARK: Bytes

  /// One read, within the deadline of what is being read.
  private func read() async throws(StreamError) {
    let state = session.state
    isAwaitingRequest = state == .idle
    defer { isAwaitingRequest = false }
    let bytesMax = state == .idle || state == .head ? Self.headReadBytesMax : limits.readBytesMax
    let deadline = deadlines.deadline(in: state, isBroken: session.isBroken)
    let parking = state == .idle && !isFinishing ? deadlines.parking : .never
    // A buffer for each read: an idle connection keeps none.
    var input: [UInt8] = []
    do throws(StreamError) {
      let count = try await stream.read(
        into: &input, atMost: min(bytesMax, limits.readBytesMax), until: min(deadline, parking))
      deadlines.received(count)
      if count == 0 { session.receiveEnd() } else { session.receive(input[...]) }
    } catch {
      switch error {
      // One that was told meanwhile to finish waits on.
      case .timedOut where parking < deadline && !deadline.hasPassed:
        idleSince = isFinishing ? nil : deadlines.began
      case .timedOut: session.readTimedOut()
      // TLS without close_notify: what came whole is answered, what did not is refused as cut off.
      case .truncated: session.receiveEnd()
      default: throw error
      }
    }
  }

  /// Writes what the session has made, in pieces that each have a deadline of their own.
  private func flush() async throws(StreamError) {
    while var rest = session.takeOutput() {
      while !rest.isEmpty {
        let piece = rest.prefix(limits.writeBytesMax)
        rest = rest.dropFirst(piece.count)
        try await stream.write(piece, until: .after(limits.writeTimeout))
      }
    }
    guard let tracked, let socket else { return }
    tracked.wasSent(over: socket)
    self.tracked = nil
  }

  /// What the body of the request that the app is answering is to do.
  func nextBody() throws(RequestBodyError) -> HTTP1Session.BodyEvent { try session.nextBody() }

  /// Writes what the session has made, or reads once.
  func moveBody() async throws(RequestBodyError) {
    do throws(StreamError) {
      if session.outputBytes > 0 { try await flush() } else { try await read() }
    } catch {
      throw error == .timedOut ? .timedOut : .truncated
    }
    // Only a passed deadline ends the reading here: all else is for `nextBody` to find.
    if session.state == .broken || session.state == .respondingLast { throw .timedOut }
  }

  // MARK: Exchanges

  private func answer(_ head: RequestHead) async {
    await context.quota?.take(TickQuota.requestUnits)
    let began = Deadline.now
    deadlines.restart()
    let id = nextID()
    var body: HTTP1RequestBody?
    if head.hasBody {
      let wake: @Sendable () -> Void
      if let socket { wake = socket.interruptRead } else { wake = {} }
      body = HTTP1RequestBody(
        head.announcedBytes, of: self, account: context.accounts.requestMemory, onRevocation: wake)
    }
    let request = Request(
      head, body: body ?? BufferedBody(), client: context.client, id: id)
    let response = await context.handler(request)
    body?.release()
    var record = Exchange(
      requestID: id, remoteAddress: context.remoteAddress,
      version: head.version.description, method: head.method.name, path: head.target.path,
      status: response.status.code)
    await send(response, &record)
    if record.isComplete { tracked = response.tracking }
    body?.detach()
    deadlines.restart()
    record.duration = Deadline.now.duration(since: began)
    context.environment.observe(.exchange(record))
  }

  /// Answers what is no request; the app is not asked.
  private func refuse(_ status: Status, _ sentence: String) async {
    let response = context.environment.refusal(status, sentence)
    var record = Exchange(
      requestID: nextID(), remoteAddress: context.remoteAddress,
      version: HTTPVersion.http11.description, method: "-", path: "-",
      status: response.status.code)
    await send(response, &record)
    context.environment.observe(.exchange(record))
  }

  private func nextID() -> RequestID {
    requestCount += 1
    return RequestID(connection: context.number, request: requestCount)
  }

  /// Keeps a lease until the response is written, and cuts the connection when it is revoked.
  private func hold(_ lease: any ResponseLease) {
    self.lease = lease
    lease.onRevocation { [cut, weak lease] in cut?.perform { [weak lease] in lease != nil } }
  }

  /// Hands a response to the session; a stream that fails, on either side, cuts it short.
  private func send(_ response: Response, _ record: inout Exchange) async {
    if let lease = response.lease { hold(lease) }
    do {
      try session.respond(with: response, secondsSince1970: WallClock.secondsSince1970)
      if case .stream(_, let content) = response.body, session.needsResponseBody {
        while let piece = try await content.next() {
          try session.write(piece)
          try await flush()
        }
        try session.finish()
      }
      record.isComplete = true
    } catch {
      session.failResponse()
      isCutShort = true
    }
    record.responseBytes = session.responseContentBytes
  }
}
