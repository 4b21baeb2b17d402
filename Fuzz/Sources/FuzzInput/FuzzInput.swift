/// What libFuzzer hands to a fuzzer: the input itself, and two choices on how to use it.
public struct FuzzInput: Sendable {
  /// How many bytes a parser is given at a time, from 1.
  public let pieceBytes: Int
  /// Whether to use limits small enough to be reached.
  public let hasSmallLimits: Bool
  public let bytes: [UInt8]

  /// Copies the input. Its *last* byte decides on the choices, so that a seed is the plain text or
  /// file and one byte more.
  ///
  /// `start` is valid for `count` bytes during the call, as libFuzzer promises.
  public init(_ start: UnsafePointer<UInt8>?, _ count: Int) {
    var bytes = unsafe [UInt8](UnsafeBufferPointer(start: start, count: count))
    let choice = Int(bytes.popLast() ?? 0)
    pieceBytes = 1 + choice % 32
    hasSmallLimits = choice >= 128
    self.bytes = bytes
  }

  /// The bytes in pieces, all of the same length but the last.
  public var pieces: [ArraySlice<UInt8>] {
    stride(from: 0, to: bytes.count, by: pieceBytes).map {
      bytes[$0..<min($0 + pieceBytes, bytes.count)]
    }
  }
}

/// Ends the program, which libFuzzer takes for a finding, where a claim does not hold.
public func claim(_ holds: Bool, _ sentence: @autoclosure () -> String) {
  if !holds { fatalError(sentence()) }
}
