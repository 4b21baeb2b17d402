internal import EventLoop
internal import HTTP
internal import Sockets

/// HTTP/1.1 on one stream: it reads and writes what the session decides, and calls the app.
final class HTTP1Connection {
  /// Maximum bytes per read while a head is expected; bodies are read in larger chunks.
  static let headReadBytesMax = 4096

  /// The result of `run`.
  enum End: Equatable {
    /// The connection ended in order.
    case over
    /// The stream failed, or its peer was too slow.
    case givenUp
    /// The connection has been idle between two requests since that instant; another
    /// `HTTP1Connection` over the same stream resumes it.
    case idle(since: Deadline)
  }

  private let stream: any ByteStream
  private let context: Connection.Context
  private let limits: ServerLimits
  private var session: HTTP1Session
  private var deadlines: ReadDeadlines
  /// The lease of the response that is being written.
  private var lease: (any ResponseLease)?
  /// The socket under the stream; nil in tests without one.
  private let socket: SocketStream?
  /// The response that its app tracks, until it is written. There is at most one, because a
  /// response is written before the next request is read.
  private var tracked: TrackedResponse?
  /// Whether a response was cut short, so that its end must not look like a complete one.
  private var isCutShort = false
  /// Whether the connection only waits for the first byte of a request.
  private(set) var isAwaitingRequest = false
  private var idleSince: Deadline?

  /// - Parameters:
  ///   - socket: the socket under the stream, which tracked responses refer to.
  ///   - idleSince: the start of the idle time that an earlier instance returned; nil otherwise.
  init(
    over stream: any ByteStream, socket: SocketStream? = nil, context: Connection.Context,
    idleSince: Deadline? = nil
  ) {
    self.stream = stream
    self.socket = socket
    self.context = context
    limits = context.environment.limits
    session = HTTP1Session(limits: limits.request)
    deadlines = ReadDeadlines(limits, idleSince: idleSince)
  }

  /// Serves requests until the session ends the connection or the stream fails.
  ///
  /// After an orderly end the stream is closed. Otherwise the caller closes it, in a way that shows
  /// the peer how the connection ended.
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
        case .request(let head): await respond(to: head)
        case .refusal(let error): await refuse(error.status, error.description)
        // Every request gets its response before the next event, except one whose head came too
        // slowly.
        case .awaitsResponse:
          await refuse(.requestTimeout, "the request head did not arrive in time")
        case .endWriting: try await stream.finishWriting(until: .after(limits.writeTimeout))
        case .close:
          if !isCutShort { stream.close() }
          return .over
        }
      }
    } catch {
      // The peer disconnected, or was too slow to take its response: it cannot receive an error.
      return .givenUp
    }
  }

  /// Accepts no further requests after the one in progress.
  func finishAfterResponse() { session.finishAfterResponse() }

  // MARK: Bytes

  /// Reads once, within the deadline of the current phase.
  private func read() async throws(StreamError) {
    let state = session.state
    isAwaitingRequest = state == .idle
    defer { isAwaitingRequest = false }
    let bytesMax = state == .idle || state == .head ? Self.headReadBytesMax : limits.readBytesMax
    let deadline = deadlines.deadline(in: state, isBroken: session.isBroken)
    let taskDeadline = state == .idle && !session.isFinishing ? deadlines.taskDeadline : .never
    // Each read has its own buffer, so that an idle connection keeps none.
    var input: [UInt8] = []
    do throws(StreamError) {
      let count = try await stream.read(
        into: &input, atMost: min(bytesMax, limits.readBytesMax),
        until: min(deadline, taskDeadline))
      deadlines.received(count)
      if count == 0 { session.receiveEnd() } else { session.receive(input[...]) }
    } catch {
      switch error {
      // If `finishAfterResponse` was called meanwhile, the connection continues to wait.
      case .timedOut where taskDeadline < deadline && !deadline.hasPassed:
        idleSince = session.isFinishing ? nil : deadlines.began
      case .timedOut: session.readTimedOut()
      // TLS without close_notify: complete requests get a response, incomplete ones are rejected as
      // cut off.
      case .truncated: session.receiveEnd()
      default: throw error
      }
    }
  }

  /// Writes the session's output, in chunks that each have a deadline of their own.
  private func flush() async throws(StreamError) {
    while var rest = session.takeOutput() {
      while !rest.isEmpty {
        let chunk = rest.prefix(limits.writeBytesMax)
        rest = rest.dropFirst(chunk.count)
        try await stream.write(chunk, until: .after(limits.writeTimeout))
      }
    }
    guard let tracked, let socket else { return }
    tracked.wasSent(over: socket)
    self.tracked = nil
  }

  /// Returns the next event of the body of the current request.
  func nextBody() throws(RequestBodyError) -> HTTP1Session.BodyEvent { try session.nextBody() }

  /// Writes the session's output, or reads once if there is none.
  func moveBody() async throws(RequestBodyError) {
    do throws(StreamError) {
      if session.outputBytes > 0 { try await flush() } else { try await read() }
    } catch {
      throw error == .timedOut ? .timedOut : .truncated
    }
    // Only a passed deadline ends the reading here; `nextBody` reports everything else.
    if session.state == .broken || session.state == .respondingLast { throw .timedOut }
  }

  // MARK: Requests

  private func respond(to head: RequestHead) async {
    await context.quota?.take(TickQuota.requestUnits)
    let began = Deadline.now
    deadlines.restart()
    let id = context.nextRequestID()
    var body: HTTP1RequestBody?
    if head.hasBody {
      let wake: @Sendable () -> Void
      if let socket { wake = socket.interruptRead } else { wake = {} }
      body = HTTP1RequestBody(
        head.announcedBytes, of: self, account: context.requestMemory, onRevocation: wake)
    }
    let request = Request(
      head, body: body ?? BufferedBody(), client: context.client, id: id)
    let response = await context.handler(request)
    body?.release()
    var record = context.record(response, to: head, id, head.version)
    await send(response, &record)
    if record.isComplete { tracked = response.tracking }
    body?.detach()
    deadlines.restart()
    record.duration = Deadline.now.duration(since: began)
    context.environment.observe(.responded(record))
  }

  /// Sends the response to an invalid request, without calling the app.
  private func refuse(_ status: Status, _ message: String) async {
    let response = context.environment.refusal(status, message)
    var record = context.record(response, to: nil, context.nextRequestID(), .http11)
    await send(response, &record)
    context.environment.observe(.responded(record))
  }

  /// Keeps a lease until the response is written. Until then, a revocation closes the socket
  /// without an orderly TLS close, which resumes tasks that wait on it.
  private func hold(_ lease: any ResponseLease) {
    self.lease = lease
    guard let socket else { return }
    let bound = LoopBound(socket, on: socket.loop)
    lease.onRevocation { [weak lease] in
      Task(executorPreference: bound.loop) { [weak lease] in
        if lease != nil { bound.value.close() }
      }
    }
  }

  /// Passes a response to the session; a failure of its source or of the connection cuts it short.
  private func send(_ response: Response, _ record: inout AccessRecord) async {
    if let lease = response.lease { hold(lease) }
    do {
      try session.respond(with: response, secondsSince1970: WallClock.secondsSince1970)
      if case .stream(_, let body) = response.body, session.needsResponseBody {
        while let chunk = try await body.next() {
          try session.write(chunk)
          try await flush()
        }
        try session.finish()
      }
      record.isComplete = true
    } catch {
      session.failResponse()
      isCutShort = true
    }
    record.responseBytes = session.responseBodyBytes
  }
}
