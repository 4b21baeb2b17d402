internal import HTTP
internal import Sockets

/// HTTP/1.1 on one stream: it reads and writes what the session decides, and calls the app.
final class HTTP1Connection {
  /// Requests answered without waiting for input before others on the loop get their turn.
  private static let requestsPerTurnMax = 32

  private let stream: any ByteStream
  private let context: Connection.Context
  private let limits: ServerLimits
  private var session: HTTP1Session
  private var input: [UInt8] = []
  private var deadlines: ReadDeadlines
  private var requestCount: UInt64 = 0
  private var requestsThisTurn = 0
  private var isAwaitingRequest = false

  init(over stream: any ByteStream, context: Connection.Context) {
    self.stream = stream
    self.context = context
    limits = context.environment.limits
    session = HTTP1Session(limits: limits.request)
    deadlines = ReadDeadlines(limits)
  }

  /// Serves requests until the session says that the connection is over, or the stream fails.
  func run() async {
    do throws(StreamError) {
      while true {
        switch session.next() {
        case .needsMoreBytes: try await read()
        case .hasOutput: try await flush()
        case .request(let head): try await answer(head)
        case .refusal(let error): try await refuse(error.status, error.description)
        // Every request is answered before the next event, but for one whose head came too slowly.
        case .awaitsResponse:
          try await refuse(.requestTimeout, "the request head did not arrive in time")
        case .endWriting: try await stream.finishWriting(until: .after(limits.writeTimeout))
        case .close: return
        }
      }
    } catch {
      // The peer went, or was too slow to take its answer: there is nobody left to tell.
    }
  }

  /// Takes no further request; a connection on which none is under way ends now.
  func drain() {
    session.finishAfterResponse()
    if isAwaitingRequest { stream.close() }
  }

  // MARK: Bytes

  /// One read, within the deadline of what is being read.
  func read() async throws(StreamError) {
    requestsThisTurn = 0
    isAwaitingRequest = session.state == .idle
    defer { isAwaitingRequest = false }
    let deadline = deadlines.deadline(in: session.state)
    do throws(StreamError) {
      let count = try await stream.read(
        into: &input, atMost: limits.readBytesMax, until: deadline)
      deadlines.received(count)
      if count == 0 { session.receiveEnd() } else { session.receive(input[...]) }
    } catch {
      switch error {
      case .timedOut: session.readTimedOut()
      // TLS without close_notify: what came whole is answered, what did not is refused as cut off.
      case .truncated: session.receiveEnd()
      default: throw error
      }
    }
    // An idle connection keeps no buffer.
    input = []
  }

  /// Writes what the session has made, in pieces that each have a deadline of their own.
  func flush() async throws(StreamError) {
    while var rest = session.takeOutput() {
      while !rest.isEmpty {
        let piece = rest.prefix(limits.writeBytesMax)
        rest = rest.dropFirst(piece.count)
        try await stream.write(piece, until: .after(limits.writeTimeout))
      }
    }
  }

  /// The next piece of the content of the request that the app is answering.
  func nextBody() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    while true {
      switch try session.nextBody() {
      case .piece(let piece): return piece
      case .end: return nil
      case .hasOutput, .needsMoreBytes: try await moveBody()
      }
    }
  }

  private func moveBody() async throws(RequestBodyError) {
    let wasTimely = session.state
    do throws(StreamError) {
      if session.outputBytes > 0 { try await flush() } else { try await read() }
    } catch {
      throw error == .timedOut ? .timedOut : .truncated
    }
    if session.state == .broken, wasTimely != .broken { throw .timedOut }
  }

  // MARK: Exchanges

  private func answer(_ head: RequestHead) async throws(StreamError) {
    let began = Deadline.now
    requestCount += 1
    let id = RequestID(connection: context.number, request: requestCount)
    let body: any RequestBody =
      head.hasBody ? HTTP1RequestBody(head.announcedBytes, of: self) : BufferedBody()
    let request = Request(head, body: body, remoteAddress: context.remoteAddress, id: id)
    let response = await context.handler(request)
    var record = Exchange(
      requestID: id.description, remoteAddress: context.remoteAddress,
      version: head.version.description, method: head.method.name, path: head.target.path,
      status: response.status.code)
    defer {
      record.duration = Deadline.now.duration(since: began)
      context.environment.observe(.exchange(record))
    }
    try await send(response, isHead: head.method == .head, &record)
    requestsThisTurn += 1
    if requestsThisTurn >= Self.requestsPerTurnMax {
      requestsThisTurn = 0
      await Task.yield()
    }
  }

  /// Answers what is no request; the app is not asked.
  private func refuse(_ status: Status, _ sentence: String) async throws(StreamError) {
    requestCount += 1
    let response = context.environment.refusal(status, sentence)
    var record = Exchange(
      requestID: RequestID(connection: context.number, request: requestCount).description,
      remoteAddress: context.remoteAddress, version: "HTTP/1.1", method: "-", path: "-",
      status: response.status.code)
    defer { context.environment.observe(.exchange(record)) }
    try await send(response, isHead: false, &record)
  }

  private func send(_ response: Response, isHead: Bool, _ record: inout Exchange)
    async throws(StreamError)
  {
    do {
      try session.respond(with: response, secondsSince1970: WallClock.secondsSince1970)
      if case .stream(_, let content) = response.body, session.needsResponseBody {
        try await send(content, &record)
      } else if !isHead {
        record.responseBytes = response.body.announcedBytes ?? 0
      }
      record.isComplete = true
    } catch let error as StreamError {
      throw error
    } catch {
      // Content that could not be made to its end: the client must see that it is cut short.
      session.failResponse()
    }
  }

  private func send(_ content: any ResponseStream, _ record: inout Exchange) async throws {
    while let piece = try await content.next() {
      try session.write(piece)
      try await flush()
      record.responseBytes += piece.count
    }
    try session.finish(trailers: content.trailers)
  }
}

/// The content of the request under way, read from its connection as the app asks for it.
final class HTTP1RequestBody: RequestBody {
  let announcedBytes: Int?
  private let connection: HTTP1Connection

  init(_ announcedBytes: Int?, of connection: HTTP1Connection) {
    self.announcedBytes = announcedBytes
    self.connection = connection
  }

  func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    try await connection.nextBody()
  }
}
