internal import Chatter
internal import HTTP

extension Response {
  /// A response in JSON.
  ///
  /// Browsers may cache lists but revalidate them each time, so that a new chatt is visible.
  init(_ status: Status = .ok, json: [UInt8], cacheControl: FieldValue = "no-cache") {
    self.init(
      status,
      fields: [.contentType: Self.jsonType, .cacheControl: cacheControl], body: .bytes(json))
  }

  static let jsonType: FieldValue = "application/json; charset=utf-8"
}

extension JSONBody {
  /// The body of a health check: `{"status":"ready"}`, with a member `posts` if posts are refused.
  static func status(_ status: String, posts refusal: String? = nil) -> [UInt8] {
    var body: [UInt8] = Array(#"{"status":"#.utf8)
    JSONWriter.append(status, to: &body)
    if let refusal {
      JSONWriter.append(raw: #","posts":"#, to: &body)
      JSONWriter.append(refusal, to: &body)
    }
    body.append(UInt8(ascii: "}"))
    return body
  }
}
