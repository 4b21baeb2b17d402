import Foundation
import TestSupport

/// The extent of the tests of this directory, and their random seed.
///
/// `TORTURE=full` (`make torture`) selects the full extent; the default takes about a minute.
/// `TORTURE_SEED` repeats the random numbers of an earlier run; the timing of the kernel
/// and of PostgreSQL cannot be repeated.
enum Torture {
  static let isFull = ProcessInfo.processInfo.environment["TORTURE"] == "full"

  /// The server under test: the release build in full, which `make torture` builds first, since a
  /// debug build serves only a tenth as much.
  static let chatterd =
    isFull ? Repository.path(of: ".build/release/chatterd") : Repository.program("chatterd")

  static func count(_ short: Int, full: Int) -> Int { isFull ? full : short }

  static let seed: UInt64 = {
    let named = ProcessInfo.processInfo.environment["TORTURE_SEED"].flatMap { UInt64($0) }
    let seed = named ?? .random(in: 0...UInt64.max)
    write("seed: TORTURE_SEED=\(seed)")
    return seed
  }()

  /// Returns the random numbers of one test, which other tests do not affect.
  static func chance(_ name: String) -> Chance {
    Chance(seed: name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }

  /// Prints the result of a test.
  static func report(_ text: String) { write(text) }

  private static func write(_ text: String) {
    FileHandle.standardError.write(Data("torture: \(text)\n".utf8))
  }
}

/// A random number generator with a seed: SplitMix64 (Steele, Lea and Flood, 2014).
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

  /// Returns a random delay below the limit.
  mutating func delay(within limit: Duration) -> Duration {
    limit * Double.random(in: 0..<1, using: &self)
  }
}
