internal import EventLoop
internal import Sockets
internal import TLS

/// A client that sends a request and waits for its response, over HTTP/1.1.
final class HTTP1LoadClient {
  /// The longest time without a byte from the peer.
  static let timeout = Duration.seconds(20)
  /// The maximum number of bytes in one read.
  static let readBytesMax = 64 << 10

  private let load: Load
  private let course: Course
  private let context: TLSContext
  private let loop: EventLoop
  private let getRequest: [UInt8]
  private var template: RequestTemplate?
  private var getCheck: BodyCheck
  private var postCheck: BodyCheck
  private var parser = ResponseParser()
  private var input: [UInt8] = []
  private var random: UInt64
  private(set) var tally = Tally()

  init(_ load: Load, _ course: Course, _ context: TLSContext, on loop: EventLoop, number: UInt64) {
    self.load = load
    self.course = course
    self.context = context
    self.loop = loop
    getRequest = load.getRequest
    template = RequestTemplate(
      path: load.postPath, authority: load.authority, body: load.postBody)
    getCheck = BodyCheck(load.getExpectation)
    postCheck = BodyCheck(load.postExpectation)
    random = (number + 1) &* 0x9e37_79b9_7f4a_7c15
  }

  /// Sends requests until the course is over.
  func run() async {
    while course.admitsRequest(at: Course.nanoseconds()) {
      do {
        // The first request of a connection is already admitted.
        try await converse()
      } catch {
        tally.fail("\(error)")
        course.recordFailure()
      }
    }
  }

  /// Runs one connection: an admitted request, and those after it.
  private func converse() async throws {
    var began = Course.nanoseconds()
    let stream = try await Self.connect(load.port, context, on: loop)
    defer { stream.close() }
    // The cost of connecting belongs to the request if each request has its own connection.
    if !load.reconnects { began = Course.nanoseconds() }
    parser = ResponseParser(status: load.getStatus)
    while true {
      try await exchange(on: stream)
      let ended = Course.nanoseconds()
      record(began: began, ended: ended)
      if load.reconnects || parser.isLast || !course.admitsRequest(at: ended) { return }
      began = ended
    }
  }

  static func connect(_ port: UInt16, _ context: TLSContext, on loop: EventLoop) async throws
    -> TLSStream
  {
    let deadline = Deadline.after(timeout)
    let socket = try await SocketStream.connect(
      to: .loopback(port: port), on: loop, until: deadline)
    return try await TLSStream.connect(
      over: socket, to: Load.host, context: context, until: deadline)
  }

  private func record(began: UInt64, ended: UInt64) {
    tally.requestsInAll += 1
    guard course.counts(ended) else { return }
    tally.requests += 1
    tally.bodyBytes += UInt64(parser.bodyBytes)
    tally.latencies.record(nanoseconds: ended - began)
  }

  private func exchange(on stream: TLSStream) async throws {
    guard posts() else {
      try await stream.write(getRequest[...], until: .after(Self.timeout))
      return try await receive(on: stream, &getCheck)
    }
    guard let request = template?.request(number: course.nextToken()) else {
      preconditionFailure("the body of posts has no placeholder")
    }
    try await stream.write(request, until: .after(Self.timeout))
    try await receive(on: stream, &postCheck)
    if load.kind == .mixed { getCheck.token = template?.token ?? [] }
  }

  /// Whether the next request is a POST (xorshift64).
  private func posts() -> Bool {
    guard load.kind == .mixed else { return load.kind == .post }
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return random % 10 == 0
  }

  private func receive(on stream: TLSStream, _ check: inout BodyCheck) async throws {
    while true {
      input.removeAll(keepingCapacity: true)
      let count = try await stream.read(
        into: &input, atMost: Self.readBytesMax, until: .after(Self.timeout))
      guard count > 0 else { throw ResponseError.ended("within a response") }
      if try parser.receive(input, check: &check) { return }
    }
  }
}
