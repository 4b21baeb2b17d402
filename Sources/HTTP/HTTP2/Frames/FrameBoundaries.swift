/// Follows where frames begin and end in what a client sends (RFC 9113 sections 3.4 and 4.1): of a head
/// that is thrown away the library does not say that it has ended, and of content for a stream that
/// is over it says nothing at all.
struct FrameBoundaries {
  private static let prefaceBytes = 24
  /// Length, type and flags; the stream's number is counted with the payload.
  private static let prefixBytes = 5
  private static let streamBytes = 4
  private static let endHeaders: UInt8 = 0x4

  /// Has a head begun of which the last byte has not come?
  private(set) var isWithinHead = false
  /// How many frames have come whole.
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
