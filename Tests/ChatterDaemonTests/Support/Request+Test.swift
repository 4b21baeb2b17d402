@testable import HTTP

extension Request {
  /// A request of this machine.
  static func test(
    _ method: Method, _ target: String, _ fields: HeaderFields = [:]
  ) throws -> Request {
    Request(
      method: method,
      target: try RequestTarget(parsing: Array(target.utf8)[...], method: method),
      version: .http11, fields: fields, body: BufferedBody(),
      client: ClientAddress("127.0.0.1", key: AddressKey(ipv4: [127, 0, 0, 1])),
      id: RequestID(connection: 1, request: 1))
  }
}
