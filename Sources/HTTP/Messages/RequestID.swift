/// The name of a request in the log: the number of its connection, and its number within that
/// connection.
public struct RequestID: Hashable, Sendable {
  public let connection: UInt64
  public let request: UInt64

  public init(connection: UInt64, request: UInt64) {
    self.connection = connection
    self.request = request
  }
}

/// Both numbers in hexadecimal: `2f-1`.
extension RequestID: CustomStringConvertible {
  public var description: String {
    "\(String(connection, radix: 16))-\(String(request, radix: 16))"
  }
}
