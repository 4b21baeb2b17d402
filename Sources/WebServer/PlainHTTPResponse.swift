internal import HTTP
internal import Sockets
internal import System

/// The response to a client that sends HTTP without TLS to this port.
///
/// It is sent in plain HTTP, because the client would not understand a TLS alert.
struct PlainHTTPResponse {
  private static let message = "plain HTTP request on an HTTPS port: use https://"

  let environment: HTTPServer.Environment

  /// Sends the response, then drops input until the client's end, so that a reset does not destroy
  /// the response.
  func send(on stream: any ByteStream) async throws(StreamError) {
    let limits = environment.limits
    let deadline = Deadline.after(limits.lingerTimeout)
    var writer = ResponseWriter()
    writer.start(
      environment.refusal(.badRequest, Self.message),
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
