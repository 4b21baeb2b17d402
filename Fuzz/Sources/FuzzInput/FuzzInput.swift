/// The input of libFuzzer: the bytes, and two choices on how to use them.
public struct FuzzInput: Sendable {
  /// The number of bytes that a parser receives at a time, at least 1.
  public let chunkBytes: Int
  /// Whether to use limits small enough to be reached.
  public let hasSmallLimits: Bool
  public let bytes: [UInt8]

  /// Copies the input. Its *last* byte encodes the choices, so that a seed is the plain text or file
  /// followed by one byte.
  ///
  /// `start` is valid for `count` bytes during the call, as libFuzzer promises.
  public init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    var bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    let choice = Int(bytes.popLast() ?? 0)
    chunkBytes = 1 + choice % 32
    hasSmallLimits = choice >= 128
    self.bytes = bytes
  }

  /// The bytes in chunks, all of the same length but the last.
  public var chunks: [ArraySlice<UInt8>] {
    stride(from: 0, to: bytes.count, by: chunkBytes).map {
      bytes[$0..<min($0 + chunkBytes, bytes.count)]
    }
  }
}

/// Ends the program, which libFuzzer reports as a finding, if a claim does not hold.
public func claim(_ holds: Bool, _ message: @autoclosure () -> String) {
  if !holds { fatalError(message()) }
}
