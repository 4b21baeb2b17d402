/// The nine bytes before the payload of each frame (RFC 9113 section 4.1).
struct FrameHeader: Equatable {
  static let data: UInt8 = 0
  static let headers: UInt8 = 1
  static let priority: UInt8 = 2
  static let reset: UInt8 = 3
  static let settings: UInt8 = 4
  static let ping: UInt8 = 6
  static let goAway: UInt8 = 7
  static let windowUpdate: UInt8 = 8
  static let continuation: UInt8 = 9

  let type: UInt8
  let flags: UInt8
  let stream: Int32

  /// Whether the END_STREAM flag is set on a frame that can have it.
  var endsStream: Bool { flags & 0x1 != 0 && (type == Self.data || type == Self.headers) }

  /// Whether the END_HEADERS flag is set on a frame that can have it.
  var endsHead: Bool { flags & 0x4 != 0 && (type == Self.headers || type == Self.continuation) }

  /// Whether the ACK flag is set on a frame that can have it.
  var isAcknowledgement: Bool {
    flags & 0x1 != 0 && (type == Self.settings || type == Self.ping)
  }
}
