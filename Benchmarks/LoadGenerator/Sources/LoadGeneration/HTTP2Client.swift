internal import EventLoop
internal import TLS

/// One HTTP/2 connection after another, each with so many requests under way.
final class HTTP2Client {
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

  /// Asks until the course is over.
  func run() async {
    while course.takesTurn(at: Course.nanoseconds()) {
      do {
        try await converse()
      } catch {
        tally.fail("\(error)")
        course.noteFailure()
      }
    }
  }

  /// One connection: a request that has its turn, and those beside and after it.
  private func converse() async throws {
    let stream = try await HTTP1Client.connect(load.port, context, on: loop)
    defer { stream.close() }
    guard stream.facts?.applicationProtocol == "h2" else {
      throw ResponseError.ended("the server does not speak HTTP/2")
    }
    var session = HTTP2Session(load)
    var input: [UInt8] = []
    let now = Course.nanoseconds()
    session.ask(at: now)
    while session.underWay < streams, course.takesTurn(at: now) { session.ask(at: now) }
    while session.underWay > 0 {
      let output = session.takeOutput()
      if !output.isEmpty {
        try await stream.write(output[...], until: .after(HTTP1Client.patience))
      }
      input.removeAll(keepingCapacity: true)
      let count = try await stream.read(
        into: &input, atMost: HTTP1Client.readBytesMax, until: .after(HTTP1Client.patience))
      guard count > 0 else { throw ResponseError.ended("within an answer") }
      let ended = Course.nanoseconds()
      var finished = 0
      try session.receive(input) { answer in
        finished += 1
        note(answer, ended)
      }
      for _ in 0..<finished where course.takesTurn(at: ended) { session.ask(at: ended) }
    }
  }

  private func note(_ answer: HTTP2Session.Answer, _ ended: UInt64) {
    tally.requestsInAll += 1
    guard course.counts(ended) else { return }
    tally.requests += 1
    tally.contentBytes += UInt64(answer.contentBytes)
    tally.latencies.record(nanoseconds: ended - answer.began)
  }
}
