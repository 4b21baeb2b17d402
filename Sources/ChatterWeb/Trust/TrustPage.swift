internal import Crypto

/// The page that says how a device comes to trust the server.
struct TrustPage {
  let anchor: TrustAnchor?
  /// The platforms that the reader may have; empty if they are unknown.
  let platforms: [TrustPlatform]
  /// The address of this page for other devices; nil if they cannot reach the server.
  let address: String?
  let language: TrustLanguage

  private var texts: TrustTexts { language.texts }

  var text: String {
    let values = [
      "language": language.rawValue, "files": SiteFiles.version.directory,
      "trust": anchor.map(steps) ?? texts["nothingToDo"],
      "phone": address.map(code) ?? texts["noAddress"],
    ]
    return filled("page", values)
  }

  /// Returns a part of the page with its texts and other values.
  private func filled(_ part: String, _ values: [String: String]) -> String {
    TrustTexts.page.filled(part, texts.parts.merging(values) { _, value in value })
  }

  private func code(_ address: String) -> String {
    filled("address", ["link": HTML.escaped(address)])
  }

  private func steps(_ anchor: TrustAnchor) -> String {
    let others = TrustPlatform.allCases.filter { !platforms.contains($0) }
    let values = [
      "meaning": meaning(of: anchor), "fingerprint": fingerprint(anchor),
      "guessed": platforms.map { texts[$0.rawValue] }.joined(separator: "\n"),
      "othersTitle": texts[platforms.isEmpty ? "yourDevice" : "otherDevices"],
      "others": others.map(folded).joined(separator: "\n"),
    ]
    return filled("steps", values)
  }

  /// Returns the steps of a platform, which are shown when a person opens them.
  private func folded(_ platform: TrustPlatform) -> String {
    texts[platform.rawValue]
      .replacing("<section id=\"\(platform.rawValue)\"><h2>", with: "<details><summary>")
      .replacing("</h2>", with: "</summary>").replacing("</section>", with: "</details>")
  }

  /// What it means to trust the certificate. An authority that was made with other tools may be
  /// free to sign for any site, and then people must know it.
  private func meaning(of anchor: TrustAnchor) -> String {
    switch anchor.kind {
    case .authority:
      texts[anchor.certificate.hasNameConstraints ? "authority" : "freeAuthority"]
    case .server: texts["selfSigned"]
    }
  }

  /// Four bytes in a group, so that people find their place.
  private func fingerprint(_ anchor: TrustAnchor) -> String {
    let bytes = anchor.certificate.fingerprintText.split(separator: ":")
    return stride(from: 0, to: bytes.count, by: 4)
      .map { bytes[$0..<min($0 + 4, bytes.count)].joined(separator: ":") }
      .map { "<span>\($0)</span>" }.joined(separator: " ")
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
