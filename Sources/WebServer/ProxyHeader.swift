internal import Sockets
internal import System

/// The reason why the first bytes of a proxy's connection are not a PROXY header. The raw value is
/// the text for the log.
enum ProxyHeaderError: String, Error {
  case missing = "no PROXY header: make the proxy send one, or remove it from --proxy-protocol-from"
  /// The header is longer than `ProxyHeader.bytesMax`, or `textBytesMax` for version 1.
  case tooLong = "the PROXY header is too long"
  case unknown = "the PROXY header has an unknown version, command or protocol"
  /// The header does not have the form that its first fields announce.
  case malformed = "the PROXY header is malformed"
}

/// The header that a proxy sends before the bytes of its client (the PROXY protocol of HAProxy,
/// versions 1 and 2, https://www.haproxy.org/download/2.8/doc/proxy-protocol.txt).
struct ProxyHeader: Equatable {
  /// Maximum length in bytes of a version 2 header, which may have extensions after the addresses.
  static let bytesMax = 2048
  /// Maximum length in bytes of a version 1 line, including its end (section 2.1).
  static let textBytesMax = 107
  static let signature: [UInt8] = [
    0x0D, 0x0A, 0x0D, 0x0A, 0x00, 0x0D, 0x0A, 0x51, 0x55, 0x49, 0x54, 0x0A,
  ]
  private static let lineStart = Array("PROXY ".utf8)
  /// Length in bytes of version 2 before the addresses.
  private static let fixedBytes = 16

  /// The address of the client; nil when the connection is the proxy's own, or when the proxy does
  /// not know its client's address.
  let client: SocketAddress?
  let byteCount: Int

  /// Reads the header of a connection from a proxy. The client is the proxy itself if the header
  /// names none; `received` are the bytes of the client that were read with the header. Nil when
  /// the proxy sends no byte, as health checks do, or when this server closes the connection.
  static func read(
    from stream: SocketStream, until deadline: Deadline
  ) async throws(ProxyHeaderError) -> (client: SocketAddress, received: ArraySlice<UInt8>)? {
    var bytes: [UInt8] = []
    while bytes.count < bytesMax {
      do throws(StreamError) {
        let count = try await stream.read(
          into: &bytes, atMost: bytesMax - bytes.count, until: deadline)
        if count == 0 { break }
      } catch {
        if error == .cancelled { return nil }
        break
      }
      guard let header = try parse(bytes) else { continue }
      return (header.client ?? stream.peer, bytes[header.byteCount...])
    }
    guard bytes.isEmpty else { throw .malformed }
    return nil
  }

  /// Parses the header at the beginning of `bytes`; nil when more bytes are needed.
  ///
  /// Bytes that can no longer become a header are rejected at once.
  static func parse(_ bytes: [UInt8]) throws(ProxyHeaderError) -> ProxyHeader? {
    guard let first = bytes.first else { return nil }
    return try first == signature[0] ? binary(bytes) : text(bytes)
  }

  // MARK: Version 2

  private static func binary(_ bytes: [UInt8]) throws(ProxyHeaderError) -> ProxyHeader? {
    guard zip(bytes, signature).allSatisfy({ $0 == $1 }) else { throw .missing }
    guard bytes.count >= fixedBytes else { return nil }
    let (version, command) = (bytes[12] >> 4, bytes[12] & 0xF)
    guard version == 2, command <= 1 else { throw .unknown }
    let addressBytes = Int(bytes[14]) << 8 | Int(bytes[15])
    let byteCount = fixedBytes + addressBytes
    guard byteCount <= bytesMax else { throw .tooLong }
    let isLocal = command == 0
    guard isLocal || bytes[13] >> 4 <= 3 && bytes[13] & 0xF <= 2 else { throw .unknown }
    guard bytes.count >= byteCount else { return nil }
    // Only TCP clients can speak TLS here, so other protocols have no client.
    let client =
      try isLocal ? nil : address(bytes[fixedBytes..<byteCount], familyAndProtocol: bytes[13])
    return ProxyHeader(client: client, byteCount: byteCount)
  }

  /// Returns the source address, which precedes the destination address and the two ports.
  private static func address(
    _ block: ArraySlice<UInt8>, familyAndProtocol: UInt8
  ) throws(ProxyHeaderError) -> SocketAddress? {
    let start = block.startIndex
    switch familyAndProtocol {
    case 0x11:
      guard block.count >= 12 else { throw .malformed }
      let host = block.prefix(4).reduce(0 as UInt32) { $0 << 8 | UInt32($1) }
      return SocketAddress(.v4(host), port: port(block, at: start + 8))
    case 0x21:
      guard block.count >= 36 else { throw .malformed }
      let host = block.prefix(16).reduce(0 as UInt128) { $0 << 8 | UInt128($1) }
      return SocketAddress(.v6(IPv6Bits(host), scope: 0), port: port(block, at: start + 32))
    default: return nil
    }
  }

  private static func port(_ block: ArraySlice<UInt8>, at index: Int) -> UInt16 {
    UInt16(block[index]) << 8 | UInt16(block[index + 1])
  }

  // MARK: Version 1

  private static func text(_ bytes: [UInt8]) throws(ProxyHeaderError) -> ProxyHeader? {
    guard zip(bytes, lineStart).allSatisfy({ $0 == $1 }) else { throw .missing }
    let line = bytes.prefix(textBytesMax)
    guard let end = line.firstIndex(of: 0x0A) else {
      guard bytes.count < textBytesMax else { throw .tooLong }
      return nil
    }
    // A line ends with CR LF and has no other CR.
    guard line.firstIndex(of: 0x0D) == end - 1 else { throw .malformed }
    let words = line[..<(end - 1)].split(separator: 0x20, omittingEmptySubsequences: false)
      .map { String(decoding: $0, as: UTF8.self) }
    return ProxyHeader(client: try client(words), byteCount: end + 1)
  }

  /// Returns the address in the fields of a line: PROXY, family, two addresses and their ports.
  private static func client(_ words: [String]) throws(ProxyHeaderError) -> SocketAddress? {
    guard words.count >= 2 else { throw .malformed }
    // The rest of the line must be ignored.
    if words[1] == "UNKNOWN" { return nil }
    guard words[1] == "TCP4" || words[1] == "TCP6" else { throw .unknown }
    guard words.count == 6, let port = port(words[4]),
      let source = address(words[2], port: port, family: words[1]),
      let otherPort = Self.port(words[5]),
      address(words[3], port: otherPort, family: words[1]) != nil
    else { throw .malformed }
    return source
  }

  private static func address(_ text: String, port: UInt16, family: String) -> SocketAddress? {
    guard !text.contains("%"), let address = SocketAddress(numericHost: text, port: port)
    else { return nil }
    switch address.host {
    case .v4: return family == "TCP4" ? address : nil
    case .v6: return family == "TCP6" ? address : nil
    }
  }

  /// Parses a decimal number without leading zeros.
  private static func port(_ text: String) -> UInt16? {
    guard text.utf8.allSatisfy({ (48...57).contains($0) }), text == "0" || !text.hasPrefix("0")
    else { return nil }
    return UInt16(text)
  }
}
