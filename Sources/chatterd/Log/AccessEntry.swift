/// What the log says about one answered request: never its contents, and no query.
struct AccessEntry: Sendable, Equatable {
  static let methodBytesMax = 32
  static let pathBytesMax = 256
  /// What monitors ask every few seconds.
  static let unloggedPaths = ["/livez", "/readyz"]

  let method: String
  let path: String
  let status: Int
  /// The body of the answer, without its head.
  let responseBytes: Int
  /// From the first byte of the request's head to the last of the answer.
  let duration: Duration
  let requestID: String
  let remoteAddress: String
  /// Such as `HTTP/1.1`.
  let protocolName: String
  /// Whether the answer could be made to its end.
  let isComplete: Bool

  /// - Parameter target: the request target; only what is before its query is kept.
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

  /// What the line begins with: a status of 200 says nothing of a list that broke off midway.
  var message: String { isComplete ? "request" : "request cut short" }

  var fields: KeyValuePairs<String, LogValue> {
    [
      "method": .text(method), "path": .text(path), "status": .integer(status),
      "bytes": .integer(responseBytes), "duration_ms": .duration(duration),
      "request": .text(requestID), "remote": .text(remoteAddress), "protocol": .text(protocolName),
    ]
  }

  /// Cuts between scalars.
  private static func cut(_ text: Substring, bytesMax: Int) -> String {
    guard text.utf8.count > bytesMax else { return String(text) }
    var kept = ""
    for scalar in text.unicodeScalars {
      guard kept.utf8.count + UTF8.width(scalar) <= bytesMax else { break }
      kept.unicodeScalars.append(scalar)
    }
    return kept + "…"
  }
}
