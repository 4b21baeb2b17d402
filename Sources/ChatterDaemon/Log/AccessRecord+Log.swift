import HTTP
import WebServer

/// The log line of one request and its response, without bodies and without the query.
extension AccessRecord {
  static let methodBytesMax = 32
  static let pathBytesMax = 256
  /// Paths that monitoring requests every few seconds.
  private static let unloggedPaths = ["/livez", "/readyz"]

  /// The path without query and fragment.
  private var barePath: Substring {
    Substring(path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
  }

  var isLogged: Bool { !Self.unloggedPaths.contains { $0 == barePath } }

  /// The message of the line: the status 200 does not show that a list was cut short.
  var message: String { isComplete ? "request" : "request cut short" }

  var fields: KeyValuePairs<String, LogValue> {
    guard let trace else {
      return [
        "method": methodValue, "path": pathValue, "status": .integer(status),
        "bytes": .integer(responseBytes), "duration_ms": .duration(duration),
        "request": .text(requestID.description), "remote": .text(remoteAddress),
        "protocol": .text(version),
      ]
    }
    return [
      "method": methodValue, "path": pathValue, "status": .integer(status),
      "bytes": .integer(responseBytes), "duration_ms": .duration(duration),
      "request": .text(requestID.description), "remote": .text(remoteAddress),
      "protocol": .text(version), "trace": .text(trace.traceID),
    ]
  }

  private var methodValue: LogValue { .text(method, bytesMax: Self.methodBytesMax) }
  private var pathValue: LogValue { .text(String(barePath), bytesMax: Self.pathBytesMax) }

}
