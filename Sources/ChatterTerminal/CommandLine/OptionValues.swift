import Program

/// The values of one verb's options: from the flag, else from the environment variable.
struct OptionValues: Sendable {
  private let line: ParsedLine
  private let environment: ClientEnvironment

  init(_ line: ParsedLine, _ environment: ClientEnvironment) {
    (self.line, self.environment) = (line, environment)
  }

  /// A value, and the flag or the variable that gave it.
  struct Sourced: Equatable {
    var text: String
    var origin: String
  }

  /// Returns the value on the command line.
  func flag(_ key: OptionKey) -> Sourced? {
    line.values[key].map { Sourced(text: $0, origin: OptionTable[key].flag) }
  }

  /// Returns the value in the environment, for an option of this verb.
  func variable(_ key: OptionKey) -> Sourced? {
    let option = OptionTable[key]
    guard option.verbs.contains(line.verb), let name = option.variable else { return nil }
    return environment.variable(name).map { Sourced(text: $0, origin: name) }
  }

  func text(_ key: OptionKey) -> Sourced? { flag(key) ?? variable(key) }

  /// Whether a toggle is on; a variable is on unless its value is `0`, `off`, `no` or `false`.
  func isOn(_ key: OptionKey) -> Bool {
    guard let value = text(key)?.text.lowercased() else { return false }
    return !["0", "off", "no", "false"].contains(value)
  }

  /// Returns a parsed value, or nil when none is given.
  func value<Value>(
    _ key: OptionKey, _ read: (String) -> Value?
  ) throws(CommandError) -> Value? {
    guard let sourced = text(key) else { return nil }
    return try Self.read(sourced, key, read)
  }

  /// Parses one value; the error describes the expected form.
  static func read<Value>(
    _ sourced: Sourced, _ key: OptionKey, _ read: (String) -> Value?
  ) throws(CommandError) -> Value {
    if let value = read(sourced.text) { return value }
    let syntax = OptionTable[key].syntax
    throw .wrongValue(
      sourced.origin, value: sourced.text, expected: syntax.expectation,
      nearest: NearestName.nearest(to: sourced.text, among: syntax.words))
  }

  func duration(_ key: OptionKey) throws(CommandError) -> Duration? {
    guard case .duration(let range) = OptionTable[key].syntax else { return nil }
    return try value(key) { text in
      TimeText.duration(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  func count(_ key: OptionKey) throws(CommandError) -> Int? {
    guard case .count(let numbers) = OptionTable[key].syntax else { return nil }
    return try value(key) { text in
      Decimals.integer(text).flatMap { numbers.contains($0) ? $0 : nil }
    }
  }

  func number(_ key: OptionKey) throws(CommandError) -> Double? {
    guard case .number(let range) = OptionTable[key].syntax else { return nil }
    return try value(key) { text in
      Decimals.fraction(text).flatMap { range.contains($0) ? $0 : nil }
    }
  }
}
