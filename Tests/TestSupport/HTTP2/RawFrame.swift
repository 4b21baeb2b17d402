/// HTTP/2 frames built by hand, valid or not (RFC 9113 section 4.1).
public enum RawFrame {
  /// The client's connection preface, followed by an empty SETTINGS.
  public static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + frame(4)

  public static func frame(
    _ type: UInt8, flags: UInt8 = 0, stream: UInt32 = 0, _ payload: [UInt8] = []
  ) -> [UInt8] {
    let length = UInt32(payload.count)
    return bytes(length).dropFirst() + [type, flags] + bytes(stream) + payload
  }

  /// Returns the complete frames in the bytes sent; a truncated one at the end is ignored.
  public static func frames(in bytes: [UInt8]) -> [(type: UInt8, payload: [UInt8])] {
    var frames: [(type: UInt8, payload: [UInt8])] = []
    var rest = bytes[...]
    while rest.count >= 9 {
      let count = rest.prefix(3).reduce(0) { $0 << 8 | Int($1) }
      guard rest.count >= 9 + count else { break }
      let type = rest[rest.startIndex + 3]
      rest = rest.dropFirst(9)
      frames.append((type, Array(rest.prefix(count))))
      rest = rest.dropFirst(count)
    }
    return frames
  }

  /// A received frame (RFC 9113 section 4.1).
  public struct Received: Sendable {
    public let type: UInt8
    public let flags: UInt8
    public let stream: UInt32
    public let payload: [UInt8]

    /// Whether it ends its stream: HEADERS or DATA with END_STREAM, or RST_STREAM.
    public var endsStream: Bool { type == 3 || type < 2 && flags & 1 != 0 }
  }

  /// Removes the complete frames from the start of the received bytes, and returns them.
  public static func take(from bytes: inout [UInt8]) -> [Received] {
    var frames: [Received] = []
    var offset = 0
    while bytes.count - offset >= 9 {
      let header = Array(bytes[offset..<(offset + 9)])
      let end = offset + 9 + header.prefix(3).reduce(0) { $0 << 8 | Int($1) }
      guard end <= bytes.count else { break }
      frames.append(
        Received(
          type: header[3], flags: header[4],
          stream: header[5...].reduce(0) { $0 << 8 | UInt32($1) } & 0x7fff_ffff,
          payload: Array(bytes[(offset + 9)..<end])))
      offset = end
    }
    bytes.removeFirst(offset)
    return frames
  }

  /// Returns the code of the last GOAWAY in the bytes sent.
  public static func goAwayCode(in bytes: [UInt8]) -> UInt32? {
    frames(in: bytes).last { $0.type == 7 }?.payload[4..<8].reduce(0) { $0 << 8 | UInt32($1) }
  }

  public static func bytes(_ number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  /// Returns fields without compression: literals without indexing (RFC 7541 section 6.2.2).
  public static func block(_ fields: [(String, String)]) -> [UInt8] {
    fields.flatMap { [0] + text($0.0) + text($0.1) }
  }

  private static func text(_ text: String) -> [UInt8] {
    var count = text.utf8.count
    guard count >= 127 else { return [UInt8(count)] + text.utf8 }
    var length: [UInt8] = [127]
    count -= 127
    while count >= 128 {
      length.append(UInt8(count & 127) | 128)
      count >>= 7
    }
    return length + [UInt8(count)] + text.utf8
  }

  /// Returns the fields of a request: the four pseudo-header fields, followed by `more`.
  public static func request(
    _ method: String = "GET", _ path: String = "/", _ more: [(String, String)] = []
  ) -> [(String, String)] {
    [(":method", method), (":scheme", "https"), (":authority", "localhost"), (":path", path)] + more
  }

  /// Returns a complete field section in one frame.
  public static func head(
    _ stream: UInt32, _ fields: [(String, String)] = request(), endsStream: Bool = true
  ) -> [UInt8] {
    frame(1, flags: endsStream ? 0x5 : 0x4, stream: stream, block(fields))
  }

  public static func data(_ stream: UInt32, _ text: String, endsStream: Bool = false) -> [UInt8] {
    frame(0, flags: endsStream ? 1 : 0, stream: stream, Array(text.utf8))
  }

  public static func reset(_ stream: UInt32, code: UInt32 = 8) -> [UInt8] {
    frame(3, stream: stream, bytes(code))
  }

  public static func windowUpdate(_ stream: UInt32, by increment: UInt32) -> [UInt8] {
    frame(8, stream: stream, bytes(increment))
  }

  public static func setting(_ id: UInt16, _ value: UInt32) -> [UInt8] {
    [UInt8(id >> 8), UInt8(id & 255)] + bytes(value)
  }
}
