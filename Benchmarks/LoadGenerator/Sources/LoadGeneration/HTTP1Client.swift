internal import EventLoop
internal import Sockets
internal import TLS

/// One connection after another that asks and waits for the answer, over HTTP/1.1.
final class HTTP1Client {
  /// How long the peer may leave us without a byte.
  static let patience = Duration.seconds(20)
  /// How much is read at once.
  static let readBytesMax = 64 << 10

  private let load: Load
  private let course: Course
  private let context: TLSContext
  private let loop: EventLoop
  private let getRequest: [UInt8]
  private var template: RequestTemplate?
  private var getCheck: ContentCheck
  private var postCheck: ContentCheck
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
      path: load.postPath, authority: load.authority, content: load.postContent)
    getCheck = ContentCheck(load.getExpectation)
    postCheck = ContentCheck(load.postExpectation)
    random = (number + 1) &* 0x9e37_79b9_7f4a_7c15
  }

  /// Asks until the course is over.
  func run() async {
    while course.takesTurn(at: Course.nanoseconds()) {
      do {
        // The first request of a connection has its turn already.
        try await converse()
      } catch {
        tally.fail("\(error)")
        course.noteFailure()
      }
    }
  }

  /// One connection: a request that has its turn, and those after it.
  private func converse() async throws {
    var began = Course.nanoseconds()
    let stream = try await Self.connect(load.port, context, on: loop)
    defer { stream.close() }
    // What the connection costs is the first request's, where each has one of its own.
    if !load.reconnects { began = Course.nanoseconds() }
    parser = ResponseParser()
    while true {
      try await exchange(on: stream)
      let ended = Course.nanoseconds()
      note(began: began, ended: ended)
      if load.reconnects || parser.isLast || !course.takesTurn(at: ended) { return }
      began = ended
    }
  }

  static func connect(_ port: UInt16, _ context: TLSContext, on loop: EventLoop) async throws
    -> TLSStream
  {
    let deadline = Deadline.after(patience)
    let socket = try await SocketStream.connect(
      to: .loopback(port: port), on: loop, until: deadline)
    return try await TLSStream.connect(
      over: socket, to: Load.host, context: context, until: deadline)
  }

  private func note(began: UInt64, ended: UInt64) {
    tally.requestsInAll += 1
    guard course.counts(ended) else { return }
    tally.requests += 1
    tally.contentBytes += UInt64(parser.contentBytes)
    tally.latencies.record(nanoseconds: ended - began)
  }

  private func exchange(on stream: TLSStream) async throws {
    guard posts() else {
      try await stream.write(getRequest[...], until: .after(Self.patience))
      return try await receive(on: stream, &getCheck)
    }
    guard let request = template?.request(number: course.nextMark()) else {
      preconditionFailure("the content of posts has no placeholder")
    }
    try await stream.write(request, until: .after(Self.patience))
    try await receive(on: stream, &postCheck)
    if load.kind == .mixed { getCheck.mark = template?.mark ?? [] }
  }

  /// Whether the next request is a POST (xorshift64).
  private func posts() -> Bool {
    guard load.kind == .mixed else { return load.kind == .post }
    random ^= random << 13
    random ^= random >> 7
    random ^= random << 17
    return random % 10 == 0
  }

  private func receive(on stream: TLSStream, _ check: inout ContentCheck) async throws {
    while true {
      input.removeAll(keepingCapacity: true)
      let count = try await stream.read(
        into: &input, atMost: Self.readBytesMax, until: .after(Self.patience))
      guard count > 0 else { throw ResponseError.ended("within an answer") }
      if try parser.receive(input, check: &check) { return }
    }
  }
}
