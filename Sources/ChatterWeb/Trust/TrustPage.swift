internal import Crypto

/// The page that says how a device comes to trust the server.
struct TrustPage {
  let anchor: TrustAnchor?
  /// The platforms that the reader may have; empty if they are unknown.
  let platforms: [TrustPlatform]
  /// The address of this page for other devices; nil if they cannot reach the server.
  let address: String?
  let texts: TrustTexts

  var text: String {
    """
    <!doctype html>
    <html lang="\(texts.language.rawValue)">
    <head>
      <meta charset="utf-8">
      <title>\(texts.title)</title>
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="color-scheme" content="light dark">
      <link rel="icon" href="\(Self.files)icons/icon.svg" type="image/svg+xml">
      <link rel="stylesheet" href="\(Self.files)styles/page.css">
      <link rel="stylesheet" href="\(Self.files)styles/trust.css">
      <script type="module" src="\(Self.files)scripts/trust.js"></script>
    </head>
    <body>
      <main>
        <nav>\(languages)</nav>
        <h1>\(texts.title)</h1>
        \(anchor.map(steps) ?? "<p>\(texts.nothingToDo)</p>")
        <h2>\(texts.onAPhone)</h2>
        \(address.map(code) ?? "<p>\(texts.noAddress)</p>")
        <p><a href="/">\(texts.toTheMessages)</a></p>
      </main>
    </body>
    </html>

    """
  }

  /// Links to this page in the other languages.
  private var languages: String {
    TrustLanguage.allCases.filter { $0 != texts.language }
      .map { language in
        let code = language.rawValue
        return "<a href=\"/trust?lang=\(code)\" lang=\"\(code)\" hreflang=\"\(code)\">"
          + "\(language.texts.name)</a>"
      }
      .joined(separator: " ")
  }

  private static let files = SiteFiles.version.directory

  private func code(_ address: String) -> String {
    let link = HTML.escaped(address)
    return """
      <p>\(texts.camera) <a href="\(link)">\(link)</a>.</p>
          <img src="/trust/address.svg" alt="\(texts.code)" width="240" height="240">
      """
  }

  private func steps(_ anchor: TrustAnchor) -> String {
    """
    <p>\(texts.madeItself) \(meaning(of: anchor))</p>
        <p>\(texts.compare)</p>
        <p class="fingerprint">\(fingerprint(anchor))</p>
        \(platforms.map(section).joined(separator: "\n    "))
        <h2>\(platforms.isEmpty ? texts.yourDevice : texts.otherDevices)</h2>
        \(others)
        <p>\(texts.afterwards)</p>
    """
  }

  /// What it means to trust the certificate. An authority that was made with other tools may be
  /// free to sign for any site, and then people must know it.
  private func meaning(of anchor: TrustAnchor) -> String {
    switch anchor.kind {
    case .authority:
      anchor.certificate.hasNameConstraints ? texts.authority : texts.freeAuthority
    case .server: texts.selfSigned
    }
  }

  /// Four bytes in a group, so that people find their place.
  private func fingerprint(_ anchor: TrustAnchor) -> String {
    let bytes = anchor.certificate.fingerprintText.split(separator: ":")
    return stride(from: 0, to: bytes.count, by: 4)
      .map { bytes[$0..<min($0 + 4, bytes.count)].joined(separator: ":") }
      .map { "<span>\($0)</span>" }.joined(separator: " ")
  }

  private func section(_ platform: TrustPlatform) -> String {
    let steps = texts.steps(platform)
    return """
      <section id="\(platform.rawValue)"><h2>\(steps.name)</h2>\(Self.list(steps))</section>
      """
  }

  private var others: String {
    TrustPlatform.allCases.filter { !platforms.contains($0) }
      .map(texts.steps)
      .map { "<details><summary>\($0.name)</summary>\(Self.list($0))</details>" }
      .joined(separator: "\n    ")
  }

  private static func list(_ steps: TrustTexts.Steps) -> String {
    "<ol>" + steps.list.map { "<li>\($0)</li>" }.joined() + "</ol>"
      + steps.notes.map { "<p>\($0)</p>" }.joined()
  }
}

/// Text in HTML.
enum HTML {
  /// Returns a text whose characters are only text, also between double quotes.
  static func escaped(_ text: String) -> String {
    text.reduce(into: "") { escaped, character in
      switch character {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "\"": escaped += "&quot;"
      default: escaped.append(character)
      }
    }
  }
}
