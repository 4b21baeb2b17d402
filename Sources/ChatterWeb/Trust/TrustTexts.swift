/// The texts of the page `/trust`: the parts of an embedded HTML document, each of which follows a
/// comment with its name.
struct TrustTexts: Sendable {
  /// The page itself, whose names in braces are those of values.
  static let page = TrustTexts(PackageResources.trust_html)
  static let english = TrustTexts(PackageResources.trust_en_html)
  static let german = TrustTexts(PackageResources.trust_de_html)

  /// The parts by their names, without the line feeds at their ends.
  let parts: [String: String]

  init(_ document: [UInt8]) {
    let text = String(decoding: document, as: UTF8.self)
    let parts = text.split(separator: "<!-- ").map { part in
      part.split(separator: " -->\n", maxSplits: 1).map { String($0) }
    }
    self.parts = Dictionary(uniqueKeysWithValues: parts.map { ($0[0], String($0[1].dropLast())) })
  }

  /// Returns a part, which the document must have.
  subscript(name: String) -> String {
    guard let part = parts[name] else { preconditionFailure("no text \(name)") }
    return part
  }

  /// Returns the part with its names replaced by values, which are not searched for further names.
  func filled(_ name: String, _ values: [String: String]) -> String {
    self[name].replacing(/\{(\w+)\}/) { match in
      values[String(match.1)] ?? String(match.0)
    }
  }
}
