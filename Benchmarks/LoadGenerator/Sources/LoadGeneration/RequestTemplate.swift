/// A POST as bytes, with a mark in its content that is another one each time, so that no two
/// posts are the same.
public struct RequestTemplate: Sendable {
  /// What stands in the content where the mark is to be.
  public static let placeholder = Array("~~~~~~~~~~~~~~~~".utf8)

  private var bytes: [UInt8]
  private let markRange: Range<Int>

  /// nil when the content holds no placeholder.
  public init?(path: String, authority: String, content: [UInt8]) {
    var bytes = Array(
      """
      POST \(path) HTTP/1.1\r\nHost: \(authority)\r\nContent-Type: application/json\r\n\
      Content-Length: \(content.count)\r\n\r\n
      """.utf8)
    let headBytes = bytes.count
    bytes += content
    let placeholder = Self.placeholder
    guard
      let start = (headBytes...max(headBytes, bytes.count - placeholder.count)).first(where: {
        bytes[$0...].starts(with: placeholder)
      })
    else { return nil }
    self.bytes = bytes
    markRange = start..<start + placeholder.count
  }

  /// The request whose mark is this number, as 15 hexadecimal digits after a tilde.
  public mutating func request(number: UInt64) -> ArraySlice<UInt8> {
    var rest = number
    for place in markRange.dropFirst().reversed() {
      let digit = UInt8(truncatingIfNeeded: rest & 15)
      bytes[place] = digit < 10 ? 0x30 + digit : 0x57 + digit
      rest >>= 4
    }
    return bytes[...]
  }

  /// The mark of the request that was made last.
  public var mark: [UInt8] { Array(bytes[markRange]) }
}
