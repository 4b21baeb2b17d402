import HTTP

/// The I/O around a session, as a server implements it: this loop does what the session returns.
final class ExampleConnection {
  private let stream: MemoryStream
  private let handler: Handler
  private var session: HTTP1Session
  private var count: UInt64 = 0

  init(_ stream: MemoryStream, limits: RequestLimits = RequestLimits(), handler: @escaping Handler)
  {
    self.stream = stream
    self.handler = handler
    session = HTTP1Session(limits: limits)
  }

  func run() async {
    while true {
      switch session.next() {
      case .needsMoreBytes: await read()
      case .hasOutput: await write()
      case .request(let head): await respond(to: head)
      case .refusal(let error):
        await respond(with: Response(error.status, body: .bytes(Array(error.description.utf8))))
      case .awaitsResponse: session.failResponse()
      case .endWriting: stream.endWriting()
      case .close: return stream.close()
      }
    }
  }

  private func respond(to head: RequestHead) async {
    count += 1
    let body = Body(self, announcedBytes: head.announcedBytes)
    let id = RequestID(connection: 1, request: count)
    let request = Request(head, body: body, client: .example, id: id)
    await respond(with: await handler(request))
  }

  private func respond(with response: Response) async {
    do {
      try session.respond(with: response, secondsSince1970: 0)
      guard session.needsResponseBody, case .stream(_, let body) = response.body else { return }
      while let bytes = try await body.next() {
        try session.write(bytes)
        await write()
      }
      try session.finish()
    } catch {
      session.failResponse()
    }
  }

  private func read() async {
    let bytes = await stream.read()
    bytes.isEmpty ? session.receiveEnd() : session.receive(bytes)
  }

  private func write() async {
    while let bytes = session.takeOutput() { await stream.write(bytes) }
  }

  /// The body of the current request, read from the connection as the app reads it.
  private final class Body: RequestBody {
    private let connection: ExampleConnection
    let announcedBytes: Int?

    init(_ connection: ExampleConnection, announcedBytes: Int?) {
      self.connection = connection
      self.announcedBytes = announcedBytes
    }

    func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
      while true {
        switch try connection.session.nextBody() {
        case .bytes(let bytes): return bytes
        case .end: return nil
        case .hasOutput: await connection.write()
        case .needsMoreBytes: await connection.read()
        }
      }
    }
  }
}

extension ClientAddress {
  /// An address for documentation (RFC 5737).
  static let example = ClientAddress("192.0.2.1", key: AddressKey(ipv4: [192, 0, 2, 1]))
}
