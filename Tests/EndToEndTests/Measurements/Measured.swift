import TestSupport

/// What measurements measure, and how often.
enum Measured {
  /// The server: the release build.
  static let chatterd = Repository.path(of: ".build/release/chatterd")

  private static let roundCount = 3

  /// Returns the least of three figures, since the machine's other work can only increase them.
  static func least<Figure: Comparable>(_ measure: () async throws -> Figure) async throws -> Figure
  {
    var least = try await measure()
    for _ in 1..<roundCount { least = min(least, try await measure()) }
    return least
  }
}
