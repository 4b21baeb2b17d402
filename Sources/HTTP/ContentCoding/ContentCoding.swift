/// A content coding of a message body (RFC 9110 section 8.4.1).
public enum ContentCoding: String, CaseIterable, Sendable {
  case identity
  case gzip
  /// Only of bodies that are compressed once and sent many times.
  case brotli = "br"

  /// Returns the supported coding that a request prefers according to its `Accept-Encoding` (RFC
  /// 9110 section 12.5.3).
  ///
  /// Of equal weights, the first of these takes precedence. If none is acceptable, the body is sent
  /// unencoded, since such a client could not display any other response either.
  public static func preferred(
    by fields: HeaderFields, of codings: [ContentCoding] = [.gzip]
  ) -> ContentCoding {
    AcceptedCodings(fields.values(of: .acceptEncoding)).best(of: codings)
  }

  /// Returns the coding of a request body, or nil for an unsupported coding or a combination of
  /// codings.
  public static func of(_ fields: HeaderFields) -> ContentCoding? {
    var coding = ContentCoding.identity
    for value in fields.values(of: .contentEncoding) {
      for name in value.split(separator: ",") {
        guard let next = ContentCoding(token: name), next != .brotli, coding == .identity else {
          return nil
        }
        coding = next
      }
    }
    return coding
  }

  /// Parses the name of a coding, ignoring case; `x-gzip` means gzip (RFC 9110 section 8.4.1.3).
  init?(token: some StringProtocol) {
    let name = token.trimmingBlanks.lowercased()
    self.init(rawValue: name == "x-gzip" ? "gzip" : name)
  }
}

/// The weights that a client assigns to codings.
private struct AcceptedCodings {
  /// Maximum number of list elements to read; further elements are ignored.
  static let elementsMax = 64

  private var weights: [ContentCoding: Double] = [:]
  private var otherWeight: Double?

  init(_ values: [String]) {
    let elements = values.lazy.flatMap { $0.split(separator: ",") }
    for element in elements.prefix(Self.elementsMax) {
      let components = element.split(separator: ";", omittingEmptySubsequences: false)
      let weight = components.dropFirst().lazy.compactMap(Self.weight).first ?? 1
      let name = components[0].trimmingBlanks
      if name == "*" {
        otherWeight = weight
      } else if let coding = ContentCoding(token: name) {
        weights[coding] = weight
      }
    }
  }

  /// Returns the weight in a parameter such as `q=0.5`, or nil if the parameter is not a weight.
  private static func weight(_ parameter: Substring) -> Double? {
    let text = parameter.trimmingBlanks
    guard text.lowercased().hasPrefix("q=") else { return nil }
    return Double(text.dropFirst(2)).map { max(0, min(1, $0)) }
  }

  func best(of codings: [ContentCoding]) -> ContentCoding {
    // Identity is acceptable without being listed, but ranks below every coding that is accepted.
    var (best, bestWeight) = (ContentCoding.identity, weights[.identity] ?? 0)
    for coding in codings.reversed() {
      let weight = weights[coding] ?? otherWeight ?? 0
      if weight > 0, weight >= bestWeight { (best, bestWeight) = (coding, weight) }
    }
    return best
  }
}

extension StringProtocol {
  /// The text without surrounding spaces and tabs (RFC 9110 section 5.6.3).
  var trimmingBlanks: SubSequence {
    let start = firstIndex { $0 != " " && $0 != "\t" } ?? endIndex
    let rest = self[start...]
    guard let last = rest.lastIndex(where: { $0 != " " && $0 != "\t" }) else { return rest }
    return rest[...last]
  }
}
