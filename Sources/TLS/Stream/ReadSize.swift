/// How many bytes to ask the transport for at once: little while little comes, up to 256 KiB
/// during an upload, where it halves the system's share of the work.
struct ReadSize: Equatable {
  /// A full record with its overhead.
  static let min = 16_640
  static let max = 256 << 10

  private(set) var bytes = ReadSize.min

  /// Adapts to a read that was given `received` bytes.
  mutating func adapt(to received: Int) {
    bytes = received >= bytes ? Swift.min(bytes * 2, Self.max) : Swift.max(bytes / 2, Self.min)
  }

  /// Whether bytes are coming fast enough that memory for them is worth keeping.
  var isRaised: Bool { bytes > Self.min }
}
