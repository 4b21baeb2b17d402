internal import System

/// The parameters of a query: `application/x-www-form-urlencoded` (URL standard, section 5.1).
public struct QueryParameters: Sendable, Equatable {
  /// Why a query cannot be read.
  public enum Malformed: Error, Equatable, CustomStringConvertible {
    /// A name or value is not UTF-8, or has a `%` without two hexadecimal digits.
    case encoding(parameter: String)
    case repeated(parameter: String)

    public var description: String {
      switch self {
      case .encoding(let parameter):
        "the parameter \"\(parameter)\" is not percent-encoded UTF-8"
      case .repeated(let parameter): "the parameter \"\(parameter)\" is repeated: send it once"
      }
    }
  }

  private let values: [String: String]

  /// Parses the text after the question mark; nil is an empty query.
  public init(_ query: String?) throws(Malformed) {
    var values: [String: String] = [:]
    for item in (query ?? "").split(separator: "&") {
      let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let name = Self.decoded(parts[0]) else {
        throw .encoding(parameter: String(parts[0]))
      }
      guard let value = Self.decoded(parts.count == 2 ? parts[1] : "") else {
        throw .encoding(parameter: name)
      }
      guard values.updateValue(value, forKey: name) == nil else {
        throw .repeated(parameter: name)
      }
    }
    self.values = values
  }

  /// Returns the value of a parameter; nil if the query does not have it.
  public subscript(name: String) -> String? { values[name] }

  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "+"): bytes.append(UInt8(ascii: " "))
      case UInt8(ascii: "%"):
        guard let high = rest.popFirst()?.hexadecimalValue,
          let low = rest.popFirst()?.hexadecimalValue
        else { return nil }
        bytes.append(UInt8(high << 4 | low))
      default: bytes.append(byte)
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
