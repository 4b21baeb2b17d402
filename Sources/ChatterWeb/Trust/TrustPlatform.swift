/// A system or browser with certificates of its own.
enum TrustPlatform: String, CaseIterable, Sendable {
  case iOS, android, macOS, windows, linux, firefox

  /// Words of the `User-Agent` field, and the systems that they stand for. The first one counts.
  ///
  /// Firefox has certificates of its own only on Linux; elsewhere it uses the system's. Safari on
  /// an iPad says that it is on a Macintosh.
  private static let hints: [(word: String, platforms: [TrustPlatform])] = [
    ("iPhone", [.iOS]), ("iPad", [.iOS]), ("FxiOS", [.iOS]), ("CriOS", [.iOS]), ("EdgiOS", [.iOS]),
    ("Android", [.android]), ("Macintosh", [.macOS, .iOS]), ("Windows", [.windows]),
    ("Firefox/", [.firefox]), ("Linux", [.linux]), ("CrOS", [.linux]),
  ]

  /// Returns the platforms that a browser may have, by its `User-Agent`; none if there is no hint.
  static func guesses(userAgent text: String) -> [TrustPlatform] {
    hints.first { text.contains($0.word) }?.platforms ?? []
  }
}
