internal import EventLoop
internal import TLS

/// A client that keeps a constant number of concurrent requests on an HTTP/2 connection.
final class HTTP2LoadClient {
  private let load: Load
  private let course: Course
  private let context: TLSContext
  private let loop: EventLoop
  private let streams: Int
  private(set) var tally = Tally()

  init(_ load: Load, _ course: Course, _ context: TLSContext, on loop: EventLoop, streams: Int) {
    self.load = load
    self.course = course
    self.context = context
    self.loop = loop
    self.streams = streams
  }

  /// Sends requests until the course is over.
  func run() async {
    while course.admitsRequest(at: Course.nanoseconds()) {
      do {
        try await converse()
      } catch {
        tally.fail("\(error)")
        course.recordFailure()
      }
    }
  }

  /// Runs one connection: an admitted request, and those beside and after it.
  private func converse() async throws {
    let stream = try await HTTP1LoadClient.connect(load.port, context, on: loop)
    defer { stream.close() }
    guard stream.facts?.applicationProtocol == "h2" else {
      throw ResponseError.ended("the server does not speak HTTP/2")
    }
    var session = HTTP2ClientSession(load)
    var input: [UInt8] = []
    let now = Course.nanoseconds()
    session.ask(at: now)
    while session.underWay < streams, course.admitsRequest(at: now) { session.ask(at: now) }
    while session.underWay > 0 {
      let output = session.takeOutput()
      if !output.isEmpty {
        try await stream.write(output[...], until: .after(HTTP1LoadClient.timeout))
      }
      input.removeAll(keepingCapacity: true)
      let count = try await stream.read(
        into: &input, atMost: HTTP1LoadClient.readBytesMax, until: .after(HTTP1LoadClient.timeout))
      guard count > 0 else { throw ResponseError.ended("within a response") }
      let ended = Course.nanoseconds()
      var finished = 0
      try session.receive(input) { response in
        finished += 1
        record(response, ended)
      }
      for _ in 0..<finished where course.admitsRequest(at: ended) { session.ask(at: ended) }
    }
  }

  private func record(_ response: HTTP2ClientSession.Response, _ ended: UInt64) {
    tally.requestsInAll += 1
    guard course.counts(ended) else { return }
    tally.requests += 1
    tally.bodyBytes += UInt64(response.bodyBytes)
    tally.latencies.record(nanoseconds: ended - response.began)
  }
}
