/// An HTTP/1.1 request.
struct WireRequest: Sendable {
  var method: String
  var target: String
  var version = "HTTP/1.1"
  /// Complete field lines, without CRLF.
  var fields = ["Host: chatterd.test"]
  var body: [UInt8]?

  static func get(_ target: String) -> WireRequest { WireRequest(method: "GET", target: target) }

  static func post(_ target: String, _ body: some Sequence<UInt8>) -> WireRequest {
    WireRequest(method: "POST", target: target, body: Array(body))
  }

  static func post(_ target: String, _ json: String) -> WireRequest { post(target, json.utf8) }

  /// A chatt of text.
  static func text(_ username: String, _ message: String = "hello") -> WireRequest {
    post("/postchatt/", #"{"username":"\#(username)","message":"\#(message)"}"#)
  }

  /// A chatt with a clip.
  static func clip(_ username: String, _ bytes: [UInt8]) -> WireRequest {
    let base64 = bytes.base64
    return post(
      "/postaudio/", #"{"username":"\#(username)","message":"listen","audio":"\#(base64)"}"#)
  }

  func with(fields more: String...) -> WireRequest {
    var request = self
    request.fields += more
    return request
  }

  /// The head, including the length of the body if there is one.
  var head: [UInt8] {
    var lines = ["\(method) \(target) \(version)"] + fields
    let hasLength = fields.contains {
      $0.lowercased().hasPrefix("content-length:")
        || $0.lowercased().hasPrefix("transfer-encoding:")
    }
    if let body, !hasLength { lines.append("Content-Length: \(body.count)") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
  }

  var bytes: [UInt8] { head + (body ?? []) }
}
