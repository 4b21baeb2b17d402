import Testing

@testable import ChatterWeb

struct TrustPlatformTests {
  private static let agents: [(String, [TrustPlatform])] = [
    ("Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) Version/18.4 Safari/604.1", [.iOS]),
    ("Mozilla/5.0 (iPad; CPU OS 15_0 like Mac OS X) FxiOS/40.0", [.iOS]),
    ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) CriOS/140 Safari/605.1.15", [.iOS]),
    ("Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15) FxiOS/140 Safari/605.1.15", [.iOS]),
    ("Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36", [.android]),
    ("Mozilla/5.0 (Android 15; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0", [.android]),
    (
      "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.4 Safari/605.1.15",
      [.macOS, .iOS]
    ),
    ("Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0 Safari/537.36", [.windows]),
    (
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0", [.windows]
    ),
    ("Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0 Safari/537.36", [.linux]),
    ("Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0", [.firefox]),
    ("curl/8.5.0", []), ("", []),
  ]

  @Test(arguments: agents)
  func isGuessedFromItsBrowser(agent: String, platforms: [TrustPlatform]) {
    #expect(TrustPlatform.guesses(userAgent: agent) == platforms)
  }
}
