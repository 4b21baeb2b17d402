import Testing

@testable import ChatterWeb

struct TrustTextsTests {
  /// The words with which the last step of each platform ends it.
  private static let lastWords: [TrustLanguage: [TrustPlatform: String]] = [
    .english: [
      .iOS: "tap Continue.", .android: "Android says that the certificate is installed.",
      .macOS: "enter your password, and press Update Settings.",
      .windows: "answer the security warning with Yes.",
      .linux: "choose the file chatterd-ca.crt.", .firefox: "press OK.",
    ],
    .german: [
      .iOS: "tipp auf Fortfahren.", .android: "Android sagt, dass das Zertifikat installiert ist.",
      .macOS: "gib dein Passwort ein und drück auf Einstellungen aktualisieren.",
      .windows: "beantworte die Sicherheitswarnung mit Ja.",
      .linux: "wähle die Datei chatterd-ca.crt.", .firefox: "drück auf OK.",
    ],
  ]

  @Test(arguments: TrustLanguage.allCases, TrustPlatform.allCases)
  func haveTheStepsFromTheDownloadToTheLastOne(language: TrustLanguage, platform: TrustPlatform)
    throws
  {
    let steps = language.texts.steps(platform)
    #expect(steps.list.count >= 3 && steps.list[0].contains("href=\"/trust/authority.crt\""))
    let last = try #require(Self.lastWords[language]?[platform])
    #expect(steps.list.last?.hasSuffix(last) == true)
  }

  @Test(arguments: TrustPlatform.allCases)
  func haveTheSameStepsInEachLanguage(platform: TrustPlatform) {
    let steps = TrustLanguage.allCases.map { $0.texts.steps(platform) }
    #expect(Set(steps.map(\.list.count)).count == 1)
    #expect(Set(steps.map(\.notes.count)).count == 1)
  }
}
