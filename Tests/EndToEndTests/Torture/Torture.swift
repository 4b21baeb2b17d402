import Foundation

/// How much the tests of this directory do, and by which chance.
///
/// `TORTURE=full` (`make torture`) is the whole of it; without, it is what a minute holds.
/// `TORTURE_SEED` makes the chance of an earlier run again, as far as it is ours: what the kernel
/// and PostgreSQL do in between is nobody's to repeat.
enum Torture {
  static let isFull = ProcessInfo.processInfo.environment["TORTURE"] == "full"

  static func count(_ short: Int, full: Int) -> Int { isFull ? full : short }

  static let seed: UInt64 = {
    let named = ProcessInfo.processInfo.environment["TORTURE_SEED"].flatMap { UInt64($0) }
    let seed = named ?? .random(in: 0...UInt64.max)
    write("seed: TORTURE_SEED=\(seed)")
    return seed
  }()

  /// The chance of one test, which no other test changes.
  static func chance(_ name: String) -> Chance {
    Chance(seed: name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }

  /// Says what a test has done.
  static func report(_ text: String) { write(text) }

  private static func write(_ text: String) {
    FileHandle.standardError.write(Data("torture: \(text)\n".utf8))
  }
}

/// The same numbers from the same seed: SplitMix64 (Steele, Lea and Flood, 2014).
struct Chance: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
    return value ^ value >> 31
  }

  /// A moment between now and the limit.
  mutating func delay(within limit: Duration) -> Duration {
    limit * Double.random(in: 0..<1, using: &self)
  }
}
