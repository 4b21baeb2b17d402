/// The number of bytes to read from the transport at once: small while little data arrives, and up
/// to 256 KiB during an upload, where it halves the system's share of the work.
struct ReadSize: Equatable {
  /// The size of a full record with its overhead.
  static let min = 16_640
  static let max = 256 << 10

  private(set) var bytes = ReadSize.min

  /// Adapts to a read that returned `received` bytes.
  mutating func adapt(to received: Int) {
    bytes = received >= bytes ? Swift.min(bytes * 2, Self.max) : Swift.max(bytes / 2, Self.min)
  }

  /// Whether bytes arrive fast enough to keep the memory for them.
  var isRaised: Bool { bytes > Self.min }
}
