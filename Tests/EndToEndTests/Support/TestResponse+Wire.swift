import Foundation
import TestSupport

/// The reason why a response is not what every front end can read.
struct WireError: Error, CustomStringConvertible {
  let description: String
}

extension TestResponse {
  /// Returns the value of a field; nil if it is absent.
  func field(_ name: String) -> String? {
    let lines = head.components(separatedBy: "\r\n").dropFirst()
    let line = lines.first { $0.lowercased().hasPrefix(name.lowercased() + ":") }
    return line.map { $0.dropFirst(name.count + 1).trimmingCharacters(in: .whitespaces) }
  }

  /// Returns the rows of a list, each element of which must be a string or null.
  func rows() throws -> [[String?]] {
    guard status == 200 else { throw WireError(description: "a list with status \(status)") }
    return try Self.rows(of: JSONSerialization.jsonObject(with: Data(body)))
  }

  static func rows(of value: Any) throws -> [[String?]] {
    guard let list = value as? [Any] else { throw WireError(description: "not an array") }
    return try list.map { row in
      guard let row = row as? [Any] else { throw WireError(description: "a row is not an array") }
      return try row.map { element in
        if element is NSNull { return nil }
        guard let text = element as? String else {
          throw WireError(description: "an element is neither a string nor null")
        }
        return text
      }
    }
  }

  /// Returns the message of an error, which is the only member of its object.
  func errorMessage() throws -> String {
    let value = try JSONSerialization.jsonObject(with: Data(body))
    guard let object = value as? [String: String], object.count == 1, let text = object["error"]
    else { throw WireError(description: "not an error: \(text)") }
    return text
  }
}
