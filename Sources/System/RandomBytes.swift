private import Glibc

/// Random numbers from the system, read many at a time: a system call takes longer than everything
/// else that creates an id.
public struct RandomBytes: RandomNumberGenerator {
  /// The number of words that one call reads: getentropy(3) returns at most 256 bytes.
  static let wordsMax = 32

  private var words: [UInt64] = []

  /// Creates a generator, which reads numbers when the first is used.
  public init() {}

  public mutating func next() -> UInt64 {
    if let word = words.popLast() { return word }
    var fresh = [UInt64](repeating: 0, count: Self.wordsMax)
    let isFilled = unsafe fresh.withUnsafeMutableBytes { fresh in
      guard let start = fresh.baseAddress else { return false }
      return unsafe getentropy(start, fresh.count) == 0
    }
    guard isFilled, let word = fresh.popLast() else {
      var generator = SystemRandomNumberGenerator()
      return generator.next()
    }
    words = fresh
    return word
  }
}
