internal import HTTP

/// A language of the pages below `/trust`, by its code (BCP 47).
enum TrustLanguage: String, CaseIterable, Sendable {
  case english = "en"
  case german = "de"

  static let field: FieldName = "Accept-Language"

  /// The language that the address names, else the one that the browser prefers, else English.
  init(of request: Request) {
    let named = request.target.query?.split(separator: "&").first { $0.hasPrefix("lang=") }
    self =
      named.flatMap { TrustLanguage(rawValue: String($0.dropFirst("lang=".count))) }
      ?? TrustLanguage(accepted: request.fields[Self.field] ?? "")
  }

  /// The language with the largest weight (RFC 9110 section 12.5.4), the first one of equals.
  init(accepted text: String) {
    var best: (language: TrustLanguage, weight: Double) = (.english, 0)
    for range in text.split(separator: ",") {
      let parts = range.split(separator: ";").map { $0.filter { $0 != " " && $0 != "\t" } }
      guard let tag = parts.first?.lowercased().prefix(while: { $0 != "-" }),
        let language = TrustLanguage(rawValue: String(tag))
      else { continue }
      let weight = parts.dropFirst().first { $0.lowercased().hasPrefix("q=") }
        .map { Double($0.dropFirst(2)) ?? 0 }
      if weight ?? 1 > best.weight { best = (language, weight ?? 1) }
    }
    self = best.language
  }

  var texts: TrustTexts {
    switch self {
    case .english: .english
    case .german: .german
    }
  }
}
