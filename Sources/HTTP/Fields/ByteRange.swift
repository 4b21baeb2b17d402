/// The part of a representation that a `Range` field asks for (RFC 9110 section 14.1.2).
///
/// Only single ranges of bytes are read. Any other field, also one with several ranges, is ignored,
/// as the RFC permits (section 14.2): the response is then the whole representation.
public enum ByteRange: Equatable, Sendable {
  /// The bytes from a position to another one, or to the end.
  case from(Int, through: Int?)
  /// That many bytes at the end.
  case suffix(Int)

  /// The result of a range in a representation of a known length.
  public enum Part: Equatable, Sendable {
    case bytes(Range<Int>)
    /// No byte of the representation is in the range: 416 (section 15.5.17).
    case unsatisfiable
  }

  /// Reads the `Range` field of a request; nil without one that is understood.
  public init?(_ fields: HeaderFields) {
    let values = fields.values(of: .range)
    guard values.count == 1, let value = values.first else { return nil }
    self.init(value)
  }

  /// Parses a field value such as `bytes=0-499`, `bytes=500-` or `bytes=-500`.
  init?(_ value: String) {
    let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
    let ends = parts[1].trimmingBlanks.split(
      separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard ends.count == 2, let first = Self.number(ends[0]), let last = Self.number(ends[1]) else {
      return nil
    }
    switch (first, last) {
    case (nil, nil): return nil
    case (nil, let count?): self = .suffix(count)
    case (let first?, let last):
      guard last ?? .max >= first else { return nil }
      self = .from(first, through: last)
    }
  }

  /// Returns a number, nil in it for an empty text, and nil for any other text. A number that is
  /// too large counts as the largest one.
  private static func number(_ text: Substring) -> Int?? {
    guard text.utf8.allSatisfy({ UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 }) else { return nil }
    return text.isEmpty ? .some(nil) : .some(Int(text) ?? .max)
  }

  /// Returns the part of a representation of `count` bytes.
  public func part(of count: Int) -> Part {
    switch self {
    case .from(let first, let last):
      guard first < count else { return .unsatisfiable }
      let end = last.map { $0 < count ? $0 + 1 : count } ?? count
      return .bytes(first..<end)
    case .suffix(let length):
      guard length > 0, count > 0 else { return .unsatisfiable }
      return .bytes(max(0, count - length)..<count)
    }
  }
}
