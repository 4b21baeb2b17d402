internal import HTTP
internal import Sockets
internal import System

/// HTTP/1.1 on one stream: it reads and writes what the session decides, and calls the app.
final class HTTP1Connection {
  /// Maximum bytes per read while a head is expected; bodies are read in larger chunks.
  static let headReadBytesMax = 4096

  enum End: Equatable {
    /// The connection ended in order.
    case over
    /// The stream failed, or its peer was too slow.
    case givenUp
    /// The connection has been idle between two requests since that instant; another
    /// `HTTP1Connection` over the same stream resumes it.
    case idle(since: Deadline)
    /// The connection waits for the next bytes of `waitingStream`, or for input; then it resumes.
    case waiting
  }

  private let stream: any ByteStream
  private let context: Connection.Context
  private let limits: ServerLimits
  var session: HTTP1Session
  private var deadlines: ReadDeadlines
  private var lease: (any ResponseLease)?
  /// The socket under the stream; nil in tests without one.
  private let socket: SocketStream?
  /// The response that its app tracks, until it is written. There is at most one, because a
  /// response is written before the next request is read.
  private var tracked: TrackedResponse?
  private var hasTracked = false
  /// Whether a response was cut short, so that its end must not look like a complete one.
  private var isCutShort = false
  /// Whether the connection only waits for the first byte of a request.
  private(set) var isAwaitingRequest = false
  private var idleSince: Deadline?
  /// The exchange whose response waits for its next bytes.
  private var waiting: HTTP1Exchange?
  private var bytesWhileWaiting = 0

  /// Serves a stream; its socket is for tracked responses. `idleSince` is what an earlier instance
  /// returned.
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
    defer { if waiting == nil { lease = nil } }
    do throws(StreamError) {
      while true {
        if let waiting {
          if waitingStream?.isWaiting ?? false { try await readWhileWaiting() }
          self.waiting = nil
          await sendRest(of: waiting)
          if self.waiting != nil { return .waiting }
        }
        switch session.next() {
        case .needsMoreBytes:
          try await read()
          if let idleSince { return .idle(since: idleSince) }
        case .hasOutput:
          try await flush()
          lease = nil
        case .request(let head):
          await respond(to: head)
          if waiting != nil { return .waiting }
        case .refusal(let error): await refuse(error.status, error.description)
        // Every request gets its response before the next event, except one whose head came too
        // slowly.
        case .awaitsResponse:
          await refuse(.requestTimeout, "the request head did not arrive in time")
        case .endWriting:
          if hasTracked { await socket?.awaitAcknowledgement() }
          try await stream.finishWriting(until: .after(limits.writeTimeout))
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
    hasTracked = true
  }

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
    var record = context.record(response, to: head, id, head.version)
    record.requestBytes = body?.arrivedBytes ?? 0
    body?.release()
    await send(response, of: HTTP1Exchange(record, began: began, body, response.tracking))
  }

  /// Sends the response to an invalid request, without calling the app.
  private func refuse(_ status: Status, _ message: String) async {
    let response = context.environment.refusal(status, message)
    let record = context.record(response, to: nil, context.nextRequestID(), .http11)
    await send(response, of: HTTP1Exchange(record, began: .now))
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
  private func send(_ response: Response, of exchange: HTTP1Exchange) async {
    if let lease = response.lease { hold(lease) }
    do {
      try session.respond(with: response, secondsSince1970: WallClock.secondsSince1970)
      if case .stream(_, let body) = response.body, session.needsResponseBody {
        exchange.stream = body
      }
    } catch {
      return end(exchange, isComplete: false)
    }
    await sendRest(of: exchange)
  }

  /// Sends the rest of a response, or what there is of it until its stream waits.
  private func sendRest(of exchange: HTTP1Exchange) async {
    do {
      if let stream = exchange.stream {
        let waitingStream = socket == nil ? nil : stream as? any WaitingResponseStream
        while true {
          if waitingStream?.isWaiting ?? false {
            // The head of the response, before the first bytes.
            try await flush()
            waiting = exchange
            return
          }
          guard let chunk = try await stream.next() else { break }
          try session.write(chunk)
          try await flush()
        }
        try session.finish()
      }
      end(exchange, isComplete: true)
    } catch {
      end(exchange, isComplete: false)
    }
  }

  private func end(_ exchange: HTTP1Exchange, isComplete: Bool) {
    if isComplete {
      exchange.record.isComplete = true
      tracked = exchange.tracking
    } else {
      session.failResponse()
      isCutShort = true
    }
    exchange.record.responseBytes = session.responseBodyBytes
    exchange.body?.detach()
    deadlines.restart()
    exchange.record.duration = Deadline.now.duration(since: exchange.began)
    context.environment.observe(.responded(exchange.record))
  }

  // MARK: Waiting

  /// The stream of the response that waits for its next bytes; nil if none does.
  var waitingStream: (any WaitingResponseStream)? {
    waiting?.stream as? any WaitingResponseStream
  }

  /// Reads what woke a connection whose response still waits: the client's end, which ends the
  /// response, or a request that must wait.
  private func readWhileWaiting() async throws(StreamError) {
    do throws(StreamError) {
      while true {
        var input: [UInt8] = []
        let count = try await stream.read(into: &input, atMost: Self.headReadBytesMax, until: .now)
        bytesWhileWaiting += count
        guard count > 0, bytesWhileWaiting <= Self.headReadBytesMax else {
          throw StreamError.truncated
        }
        session.receive(input[...])
      }
    } catch {
      guard error == .timedOut else {
        if let waiting { end(waiting, isComplete: false) }
        waiting = nil
        throw error
      }
    }
  }
}
