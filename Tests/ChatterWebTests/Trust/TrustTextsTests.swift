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

  /// Returns the contents of the elements with a name in the steps of a platform, on one line each.
  private func elements(
    _ name: String, _ language: TrustLanguage, _ platform: TrustPlatform
  ) -> [String] {
    let parts = language.texts[platform.rawValue].split(separator: "<\(name)>").dropFirst()
    return parts.map { part in
      let contents = part.split(separator: "</\(name)>").first ?? ""
      return contents.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    }
  }

  @Test(arguments: TrustLanguage.allCases, TrustPlatform.allCases)
  func haveTheStepsFromTheDownloadToTheLastOne(language: TrustLanguage, platform: TrustPlatform)
    throws
  {
    let steps = elements("li", language, platform)
    #expect(steps.count >= 3 && steps[0].contains("href=\"/trust/authority.crt\""))
    let last = try #require(Self.lastWords[language]?[platform])
    #expect(steps.last?.hasSuffix(last) == true)
  }

  @Test(arguments: TrustPlatform.allCases)
  func haveTheSameStepsInEachLanguage(platform: TrustPlatform) {
    for name in ["h2", "li", "p"] {
      let counts = TrustLanguage.allCases.map { elements(name, $0, platform).count }
      #expect(Set(counts).count == 1 && counts[0] > 0)
    }
  }

  /// A name without a text would end the server.
  @Test(arguments: TrustLanguage.allCases)
  func haveAllNamesOfThePage(language: TrustLanguage) {
    let values: Set = [
      "language", "files", "trust", "phone", "meaning", "fingerprint", "guessed", "othersTitle",
      "others", "link",
    ]
    for part in TrustTexts.page.parts.values {
      for name in part.matches(of: /\{(\w+)\}/) {
        #expect(
          values.contains(String(name.1)) || language.texts.parts[String(name.1)] != nil,
          "\(name.1)")
      }
    }
    #expect(Set(language.texts.parts.keys) == Set(TrustTexts.english.parts.keys))
  }

  @Test func areFilledOnce() {
    let texts = TrustTexts(Array("<!-- a -->\n{b} {c} {d}\n<!-- e -->\nf\n".utf8))
    #expect(texts.filled("a", ["b": "{c}", "c": "1"]) == "{c} 1 {d}")
    #expect(texts["e"] == "f")
  }
}
