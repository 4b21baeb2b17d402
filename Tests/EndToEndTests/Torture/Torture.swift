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
  static func chance(_ name: String) -> SeededGenerator {
    SeededGenerator(state: name.utf8.reduce(seed) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 })
  }

  /// Prints the result of a test.
  static func report(_ text: String) { write(text) }

  private static func write(_ text: String) {
    FileHandle.standardError.write(Data("torture: \(text)\n".utf8))
  }
}

extension SeededGenerator {
  /// Returns a random delay below the limit.
  mutating func delay(within limit: Duration) -> Duration {
    limit * Double.random(in: 0..<1, using: &self)
  }
}
