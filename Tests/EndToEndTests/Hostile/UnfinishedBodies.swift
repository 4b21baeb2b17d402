import TestSupport

/// Bodies that never end, all of one address.
enum UnfinishedBodies: CaseIterable {
  case smallOnManyHTTP2Streams, largeAndSlow

  static let requestMemoryMax = 16 << 20
  static let options = [
    "--body-bytes-max", "4MiB", "--request-memory-max", "\(requestMemoryMax)",
  ]

  /// Sends bodies of 30 MB in all, as far as the server takes them.
  ///
  /// - Parameter check: Called while the bodies are incomplete.
  func send(_ attack: Attack, check: () async throws -> Void) async throws {
    var clients: [HostileClient] = []
    defer { for client in clients { client.close() } }
    switch self {
    case .smallOnManyHTTP2Streams:
      let body =
        Array(#"{"username":"a","message":""#.utf8) + [UInt8](repeating: 0x78, count: 60_000)
      for _ in 0..<4 {
        let client = try await attack.connectHTTP2()
        clients.append(client)
        _ = try await client.frames(within: .milliseconds(100))
        for _ in 0..<127 {
          // A connection that was ended takes nothing more.
          try? await client.send(
            client.requestFrames("POST", "/postchatt/", body: body, ends: false).bytes,
            within: .milliseconds(100))
          // The server opens its windows again as it takes what has come.
          _ = try await client.frames(within: .milliseconds(1))
        }
      }
    case .largeAndSlow:
      let head = """
        POST /postaudio/ HTTP/1.1\r\nHost: x\r\nContent-Length: 4000000\r\n\r\n\
        {"username":"a","audio":"
        """
      let bytes = [UInt8](repeating: 0x41, count: 65_536)
      for _ in 0..<8 {
        let client = try await attack.connect()
        clients.append(client)
        try await client.send(head)
        for _ in 0..<60 {
          // A body that finds no memory is refused: the rest cannot be sent.
          guard (try? await client.send(bytes, within: .milliseconds(100))) != nil else { break }
        }
      }
    }
    try await check()
  }
}
