/// The syntax of `Host` and of the authority in an absolute-form target: `uri-host [ ":" port ]`.
///
/// RFC 3986 section 3.2 and RFC 9110 section 7.2. User information is rejected (RFC 9110 section
/// 4.2.4).
enum Authority {
  static func isValid(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    if range.isEmpty { return true }
    guard let hostEnd = hostEnd(bytes, in: range) else { return false }
    guard hostEnd < range.upperBound else { return true }
    return bytes[hostEnd] == .colon && isPort(bytes, in: hostEnd + 1..<range.upperBound)
  }

  private static func hostEnd(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
    bytes[range.lowerBound] == 0x5B
      ? literalEnd(bytes, in: range) : registeredNameEnd(bytes, in: range)
  }

  /// Returns the end of an IPv6 address in brackets, or nil if it is invalid. Only its characters
  /// are checked, not the number of digits.
  ///
  /// A zone may follow (RFC 6874, also with a `%` that is not encoded, as aiohttp and .NET send
  /// it): phones on the same link are reached by such addresses.
  private static func literalEnd(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
    var position = range.lowerBound + 1
    var colons = 0
    while position < range.upperBound {
      let byte = bytes[position]
      position += 1
      switch byte {
      case 0x5D: return colons >= 2 ? position : nil
      case .colon: colons += 1
      case 0x2E: continue
      case 0x25: return colons >= 2 ? zoneEnd(bytes, in: position..<range.upperBound) : nil
      default: guard byte.hexadecimalValue != nil else { return nil }
      }
    }
    return nil
  }

  /// Returns the end of a zone and its bracket, or nil if it is invalid. It must not be empty.
  private static func zoneEnd(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
    for position in range {
      if bytes[position] == 0x5D { return position > range.lowerBound ? position + 1 : nil }
      guard bytes[position] == 0x25 || isNameCharacter(bytes[position]) else { return nil }
    }
    return nil
  }

  /// Returns the end of a name or an IPv4 address, which is the colon of the port if there is one,
  /// or nil if it is invalid. The name must not be empty.
  private static func registeredNameEnd(_ bytes: Span<UInt8>, in range: Range<Int>) -> Int? {
    var position = range.lowerBound
    while position < range.upperBound, bytes[position] != .colon {
      let byte = bytes[position]
      if byte == 0x25 {
        guard range.upperBound - position > 2, bytes[position + 1].hexadecimalValue != nil,
          bytes[position + 2].hexadecimalValue != nil
        else { return nil }
        position += 2
      } else if !isNameCharacter(byte) {
        return nil
      }
      position += 1
    }
    return position > range.lowerBound ? position : nil
  }

  /// Whether this is `unreserved` or one of the `sub-delims` (RFC 3986 section 2).
  private static func isNameCharacter(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x2D, 0x2E, 0x5F, 0x7E: true
    case 0x21, 0x24, 0x26...0x2C, 0x3B, 0x3D: true
    default: byte.isDigit || byte.isLetter
    }
  }

  private static func isPort(_ bytes: Span<UInt8>, in range: Range<Int>) -> Bool {
    guard range.count <= 5 else { return false }
    var port = 0
    for position in range {
      guard bytes[position].isDigit else { return false }
      port = port * 10 + Int(bytes[position] &- 0x30)
    }
    return port <= 65_535
  }
}
