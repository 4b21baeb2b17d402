/// A POST as bytes, with a unique token in its body, so that no two posts are the same.
public struct RequestTemplate: Sendable {
  /// The placeholder for the token in the body.
  public static let placeholder = Array("~~~~~~~~~~~~~~~~".utf8)

  private var bytes: [UInt8]
  private let tokenRange: Range<Int>

  /// Returns nil if the body has no placeholder.
  public init?(path: String, authority: String, body: [UInt8]) {
    var bytes = Array(
      """
      POST \(path) HTTP/1.1\r\nHost: \(authority)\r\nContent-Type: application/json\r\n\
      Content-Length: \(body.count)\r\n\r\n
      """.utf8)
    let headBytes = bytes.count
    bytes += body
    let placeholder = Self.placeholder
    guard
      let start = (headBytes...max(headBytes, bytes.count - placeholder.count)).first(where: {
        bytes[$0...].starts(with: placeholder)
      })
    else { return nil }
    self.bytes = bytes
    tokenRange = start..<start + placeholder.count
  }

  /// Returns the request whose token is this number, as 15 hexadecimal digits after a tilde.
  public mutating func request(number: UInt64) -> ArraySlice<UInt8> {
    var rest = number
    for place in tokenRange.dropFirst().reversed() {
      let digit = UInt8(truncatingIfNeeded: rest & 15)
      bytes[place] = digit < 10 ? 0x30 + digit : 0x57 + digit
      rest >>= 4
    }
    return bytes[...]
  }

  /// The token of the last request.
  public var token: [UInt8] { Array(bytes[tokenRange]) }
}
