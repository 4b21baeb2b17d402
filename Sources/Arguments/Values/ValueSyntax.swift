private import System

/// The syntax of an option's value.
public enum ValueSyntax: Sendable, Equatable {
  case file
  case directory
  case number(ClosedRange<Int>)
  /// A number that may have a fraction.
  case factor(ClosedRange<Double>)
  case bytes(ClosedRange<Int>, orOff: Bool = false)
  case duration(ClosedRange<Duration>, orOff: Bool = false)
  case choice([String])
  /// No value: the flag alone turns it on. In the environment, `0`, `off`, `no` and `false` mean
  /// off.
  case toggle
  /// Another syntax, which the program parses: its placeholder, the description of valid values,
  /// and words to complete and suggest. After the word `file:`, file names are completed. A secret
  /// value may contain a password and is not printed.
  case text(
    String, String, words: [String] = [], files: Bool = false, isSecret: Bool = false)

  /// The placeholder of the value in help.
  var name: String {
    switch self {
    case .file: "FILE"
    case .directory: "DIRECTORY"
    case .number: "NUMBER"
    case .factor: "FACTOR"
    case .bytes(_, let orOff): orOff ? "BYTES|off" : "BYTES"
    case .duration(_, let orOff): orOff ? "DURATION|off" : "DURATION"
    case .choice(let words): words.joined(separator: "|")
    case .toggle: ""
    case .text(let name, _, _, _, _): name
    }
  }

  /// The description of valid values in error messages.
  public var expectation: String {
    switch self {
    case .file: "a file"
    case .directory: "a directory"
    case .number(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .factor(let range): "a number from \(range.lowerBound) to \(range.upperBound)"
    case .bytes(let range, let orOff):
      "a size such as 65536, 64KiB or 32MiB, from \(ByteCount.text(range.lowerBound)) "
        + "to \(ByteCount.text(range.upperBound))" + (orOff ? ", or off" : "")
    case .duration(let range, let orOff):
      "a duration such as 500ms, 10s, 2m, 1h or 30d, from \(range.lowerBound.optionText) "
        + "to \(range.upperBound.optionText)" + (orOff ? ", or off" : "")
    case .choice(let words): words.joined(separator: "|")
    case .toggle: "no value"
    case .text(_, let expectation, _, _, _): expectation
    }
  }

  /// The words to complete and to suggest.
  var words: [String] {
    switch self {
    case .choice(let words), .text(_, _, let words, _, _): words
    case .bytes(_, orOff: true), .duration(_, orOff: true): ["off"]
    default: []
    }
  }

  /// Whether a value may contain a password, so that it must not be printed.
  public var isSecret: Bool {
    if case .text(_, _, _, _, isSecret: true) = self { true } else { false }
  }

  var takesFile: Bool {
    switch self {
    case .file, .text(_, _, _, files: true, _): true
    default: false
    }
  }

  /// Whether file names are completed after `file:`.
  var takesFileAfterPrefix: Bool { words.contains("file:") }

  /// Returns a number or a number of bytes in the range; nil for any other text.
  func integer(_ text: String) -> Int? {
    switch self {
    case .number(let range): Decimals.integer(text).flatMap { range.contains($0) ? $0 : nil }
    case .bytes(let range, _): ByteCount.parse(text).flatMap { range.contains($0) ? $0 : nil }
    default: nil
    }
  }

  /// Returns a number in the range; nil for any other text.
  func factor(_ text: String) -> Double? {
    guard case .factor(let range) = self else { return nil }
    return Decimals.fraction(text).flatMap { range.contains($0) ? $0 : nil }
  }

  /// Returns a duration in the range; nil for any other text.
  func duration(_ text: String) -> Duration? {
    guard case .duration(let range, _) = self else { return nil }
    return Duration(optionText: text).flatMap { range.contains($0) ? $0 : nil }
  }
}
