/// The nine bytes before the payload of each frame (RFC 9113 section 4.1).
struct FrameHeader: Equatable {
  static let data: UInt8 = 0
  static let headers: UInt8 = 1
  static let priority: UInt8 = 2
  static let reset: UInt8 = 3
  static let settings: UInt8 = 4
  static let ping: UInt8 = 6
  static let goAway: UInt8 = 7
  static let continuation: UInt8 = 9

  let type: UInt8
  let flags: UInt8
  let stream: Int32

  /// Whether the END_STREAM flag is set on a frame that can have it.
  var endsStream: Bool { flags & 0x1 != 0 && (type == Self.data || type == Self.headers) }

  /// Whether the END_HEADERS flag is set on a frame that begins a head.
  var endsHead: Bool { flags & 0x4 != 0 && type == Self.headers }

  /// Whether the ACK flag is set on a frame that can have it.
  var isAcknowledgement: Bool {
    flags & 0x1 != 0 && (type == Self.settings || type == Self.ping)
  }
}

/// Tracks the boundaries of frames in the bytes that a client sends (RFC 9113 sections 3.4 and
/// 4.1). nghttp2 does not report the end of a head that it discards, and reports nothing about DATA
/// for a stream that is over.
struct FrameBoundaries {
  private static let prefaceBytes = 24
  /// Size in bytes of length, type and flags. The stream identifier is counted with the payload.
  private static let prefixBytes = 5
  private static let streamBytes = 4
  private static let endHeaders: UInt8 = 0x4

  /// Whether a head has begun and its last byte has not arrived.
  private(set) var isWithinHead = false
  /// Number of frames that have arrived completely.
  private(set) var endedCount = 0
  private var bytesLeft = FrameBoundaries.prefaceBytes
  private var prefix: UInt64 = 0
  private var prefixCount = 0
  private var endsHead = false
  private var hasPreface = false

  mutating func take(_ bytes: ArraySlice<UInt8>) {
    var next = bytes.startIndex
    while next < bytes.endIndex {
      if bytesLeft > 0 {
        let count = min(bytesLeft, bytes.endIndex - next)
        next += count
        bytesLeft -= count
        if bytesLeft == 0 { end() }
      } else {
        prefix = prefix << 8 | UInt64(bytes[next])
        prefixCount += 1
        next += 1
        if prefixCount == Self.prefixBytes { begin() }
      }
    }
  }

  private mutating func end() {
    if endsHead { isWithinHead = false }
    if hasPreface { endedCount += 1 }
    hasPreface = true
  }

  private mutating func begin() {
    let type = UInt8(truncatingIfNeeded: prefix >> 8)
    isWithinHead = type == FrameHeader.headers || type == FrameHeader.continuation
    endsHead = isWithinHead && UInt8(truncatingIfNeeded: prefix) & Self.endHeaders != 0
    bytesLeft = Int(prefix >> 16) + Self.streamBytes
    prefix = 0
    prefixCount = 0
  }
}
