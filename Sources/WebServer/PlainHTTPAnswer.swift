internal import HTTP
internal import Sockets

/// The last word to a client that speaks HTTP without TLS to this port: in its own words, since it
/// would not understand an alert.
struct PlainHTTPAnswer {
  private static let sentence = "this port speaks HTTPS: begin the address with https://"

  let environment: HTTPServer.Environment

  /// Sends it, then drops what the client still sends until its end, lest a reset take the answer
  /// from it.
  func send(on stream: any ByteStream) async throws(StreamError) {
    let limits = environment.limits
    let deadline = Deadline.after(limits.lingerTimeout)
    var writer = ResponseWriter()
    writer.start(
      environment.refusal(.badRequest, Self.sentence),
      to: ResponseWriter.RequestFacts(isPersistent: false),
      secondsSince1970: WallClock.secondsSince1970)
    while let output = writer.takeOutput() { try await stream.write(output, until: deadline) }
    try await stream.finishWriting(until: deadline)
    var droppedBytes = 0
    while droppedBytes < limits.request.lingerBytesMax {
      var dropped: [UInt8] = []
      let count = try await stream.read(
        into: &dropped, atMost: limits.readBytesMax, until: deadline)
      guard count > 0 else { return }
      droppedBytes += count
    }
  }
}
