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
