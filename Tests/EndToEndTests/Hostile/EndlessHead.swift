import Sockets

/// Heads of requests that never end.
enum EndlessHead {
  static let starts = [
    "", "GET", "GET /", "GET / ", "GET / HTTP/1.1", "GET / HTTP/1.1\r\nHost: x\r\na",
    "GET / HTTP/1.1\r\nHost: x\r\na: ", "GET / HTTP/1.1\r\nHost: x\r\na: b\r",
  ]
  /// The maximum number of bytes sent: more than the server and the kernel's buffers take.
  static let sentBytesMax = 64 << 20
}

extension Attack {
  /// Sends the start of a head, then bytes until the server has closed the connection.
  ///
  /// - Parameter check: Called before the connection is closed here.
  /// - Returns: The status of the response, if it was received, and the number of bytes sent.
  func sendEndlessHead(
    _ start: String, check: () async throws -> Void = {}
  ) async throws -> (status: Int?, sentBytes: Int) {
    let client = try await connect()
    defer { client.close() }
    try await client.send(start)
    let bytes = [UInt8](repeating: UInt8(ascii: "x"), count: 65_536)
    var sentBytes = 0
    do {
      while sentBytes < EndlessHead.sentBytesMax {
        try await client.send(bytes)
        sentBytes += bytes.count
      }
    } catch let error as StreamError {
      guard error == .reset || error == .truncated else { throw error }
    }
    try await check()
    return (try await client.status(), sentBytes)
  }
}
