/// A statement whose interpolated values are bound as parameters, never inserted into its text.
///
///     let statement: SQL = "select message from chatts where id = \(id)"
///
/// becomes the text `select message from chatts where id = $1` and one binary parameter. Another
/// `SQL` may be interpolated: its text and its values become part of the statement. A string is
/// always a value, so an identifier cannot be interpolated by accident.
public struct SQL: Sendable, Hashable, ExpressibleByStringInterpolation {
  /// A value with its type; nil bytes are NULL.
  struct Parameter: Sendable, Hashable {
    let type: PostgresType
    let bytes: ArraySlice<UInt8>?
  }

  enum Segment: Sendable, Hashable {
    case text(String)
    case parameter(Parameter)
  }

  private(set) var segments: [Segment]

  public init(stringLiteral value: StaticString) {
    segments = [.text(value.description)]
  }

  public init(stringInterpolation: StringInterpolation) {
    segments = stringInterpolation.segments
  }

  /// The text with `$1`, `$2`… in place of the interpolated values.
  public var text: String {
    var number = 0
    var text = ""
    text.reserveCapacity(
      segments.reduce(0) { count, segment in
        if case .text(let part) = segment { count + part.utf8.count } else { count + 6 }
      })
    for segment in segments {
      switch segment {
      case .text(let part): text += part
      case .parameter:
        number += 1
        text += number < Self.placeholders.count ? Self.placeholders[number] : "$\(number)"
      }
    }
    return text
  }

  /// The placeholders of the first parameters, cached to avoid converting a number.
  private static let placeholders = (0...16).map { "$\($0)" }

  var parameters: [Parameter] {
    segments.compactMap { if case .parameter(let parameter) = $0 { parameter } else { nil } }
  }

  /// Returns the statements joined in order, with `separator` between them.
  public static func joined(_ statements: some Sequence<SQL>, separator: StaticString) -> SQL {
    var whole: SQL = ""
    for (index, statement) in statements.enumerated() {
      if index > 0 { whole.segments.append(.text(separator.description)) }
      whole.segments += statement.segments
    }
    return whole
  }

  public struct StringInterpolation: StringInterpolationProtocol {
    fileprivate var segments: [Segment] = []

    public init(literalCapacity: Int, interpolationCount: Int) {
      segments.reserveCapacity(2 * interpolationCount + 1)
    }

    public mutating func appendLiteral(_ literal: StaticString) {
      guard literal.utf8CodeUnitCount > 0 else { return }
      segments.append(.text(literal.description))
    }

    public mutating func appendInterpolation<Value: PostgresEncodable>(_ value: Value) {
      segments.append(
        .parameter(Parameter(type: Value.postgresType, bytes: value.postgresBytes)))
    }

    public mutating func appendInterpolation(_ statement: SQL) {
      segments += statement.segments
    }
  }
}
