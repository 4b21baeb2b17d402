@testable import HTTP

extension Request {
  /// A request of a browser to this host.
  static func test(
    _ method: Method, _ target: String, fields: HeaderFields = [:]
  ) throws -> Request {
    Request(
      method: method,
      target: try RequestTarget(parsing: Array(target.utf8)[...], method: method),
      version: .http11, fields: fields, body: BufferedBody(),
      client: ClientAddress("192.0.2.7", key: AddressKey(ipv4: [192, 0, 2, 7])),
      id: RequestID(connection: 1, request: 1))
  }
}

extension Response {
  /// The bytes of a body in memory, without its content coding.
  func bytes() async throws -> [UInt8] {
    guard case .bytes(let bytes) = body else { return [] }
    guard fields[.contentEncoding] == "gzip" else { return Array(bytes) }
    return try await InflatedBody(BufferedBody(Array(bytes))).collect(atMost: 1 << 20)
  }
}
