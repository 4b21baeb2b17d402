import TestSupport
import Testing

/// Bodies that are small on the wire and large when they are decoded.
enum GzipBomb {
  /// A body whose decoding is costly.
  struct Kind: Sendable, CustomTestStringConvertible {
    let path: String
    let start: String
    let unit: String
    let end: String

    /// The maximum length of the decoded bodies.
    static let decodedBytes = 32 << 20

    var testDescription: String { "\(path) \(start)\(unit)…" }

    func post() async throws -> WireRequest {
      GzipBomb.post(
        path,
        try await GzipBomb.bytes(
          start: start, repeating: unit, count: Self.decodedBytes, end: end))
    }
  }

  static let kinds = [
    Kind(path: "/postchatt/", start: "{", unit: #""\/":0,"#, end: #""a":0}"#),
    Kind(path: "/postchatt/", start: "{", unit: #""\u0075":0,"#, end: #""a":0}"#),
    Kind(path: "/postaudio/", start: #"{"username":"a","x":["#, unit: "0,", end: "0]}"),
    Kind(path: "/postaudio/", start: #"{"username":"a","x":["#, unit: "[],", end: "0]}"),
    Kind(path: "/postaudio/", start: #"{"username":"a","audio":""#, unit: "AAAA", end: #""}"#),
  ]

  /// A gzip member of `start`, then `unit` again and again for about `count` bytes, then `end`.
  static func bytes(
    start: String, repeating unit: String, count: Int, end: String
  ) async throws -> [UInt8] {
    let repetitions = count / unit.utf8.count
    // A signal ends `yes` when `head` has read enough.
    let line = """
      set +o pipefail
      (printf %s "$1"; yes "$2" | head -n "$3" | tr -d '\\n'; printf %s "$4") | gzip -9
      """
    return try await ProgramRun(shell: line, [start, unit, "\(repetitions)", end]).checked().output
  }

  /// Returns a post with a gzip body.
  static func post(_ path: String, _ bytes: [UInt8]) -> WireRequest {
    WireRequest.post(path, bytes).with(fields: "Content-Encoding: gzip")
  }
}

extension Attack {
  /// Sends a request on a new connection, and returns the status of its response.
  func status(of request: WireRequest) async throws -> Int? {
    let client = try await connect()
    defer { client.close() }
    try await client.send(request.bytes)
    return try await client.status()
  }
}
