/// The log entry of one request and its response, without bodies and without the query.
struct AccessLogEntry: Sendable, Equatable {
  static let methodBytesMax = 32
  static let pathBytesMax = 256
  /// Paths that monitoring requests every few seconds.
  static let unloggedPaths = ["/livez", "/readyz"]

  let method: String
  let path: String
  let status: Int
  /// The size of the response body, without the head.
  let responseBytes: Int
  /// The time from the first byte of the request head to the last byte of the response.
  let duration: Duration
  let requestID: String
  let remoteAddress: String
  /// The protocol, such as `HTTP/1.1`.
  let protocolName: String
  /// Whether the response was complete.
  let isComplete: Bool

  /// Creates an entry, with the method and the path truncated.
  ///
  /// - Parameter target: The request target; its query is removed.
  init(
    method: String, target: String, status: Int, responseBytes: Int, duration: Duration,
    requestID: String, remoteAddress: String, protocolName: String, isComplete: Bool = true
  ) {
    self.method = Self.cut(method[...], bytesMax: Self.methodBytesMax)
    let end = target.utf8.firstIndex { $0 == UInt8(ascii: "?") || $0 == UInt8(ascii: "#") }
    path = Self.cut(target[..<(end ?? target.endIndex)], bytesMax: Self.pathBytesMax)
    self.status = status
    self.responseBytes = responseBytes
    self.duration = duration
    self.requestID = requestID
    self.remoteAddress = remoteAddress
    self.protocolName = protocolName
    self.isComplete = isComplete
  }

  var isLogged: Bool { !Self.unloggedPaths.contains(path) }

  /// The message of the line: the status 200 does not show that a list was cut short.
  var message: String { isComplete ? "request" : "request cut short" }

  var fields: KeyValuePairs<String, LogValue> {
    [
      "method": .text(method), "path": .text(path), "status": .integer(status),
      "bytes": .integer(responseBytes), "duration_ms": .duration(duration),
      "request": .text(requestID), "remote": .text(remoteAddress), "protocol": .text(protocolName),
    ]
  }

  /// Truncates between Unicode scalars.
  private static func cut(_ text: Substring, bytesMax: Int) -> String {
    guard text.utf8.count > bytesMax else { return String(text) }
    var prefix = ""
    for scalar in text.unicodeScalars {
      guard prefix.utf8.count + UTF8.width(scalar) <= bytesMax else { break }
      prefix.unicodeScalars.append(scalar)
    }
    return prefix + "…"
  }
}
