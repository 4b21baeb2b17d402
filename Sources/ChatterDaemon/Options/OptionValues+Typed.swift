import Program

extension OptionValues {
  /// Returns the single value of an option: the last one given, otherwise the default of the table.
  func sourced(_ key: OptionKey) -> Sourced? {
    if let last = given[key]?.last { return last }
    let option = OptionTable[key]
    guard case .value(let text) = option.byDefault else { return nil }
    return Sourced(text: text, origin: .byDefault(flag: option.flag))
  }

  /// Returns the parsed value; nil if the option is not set and has no default value.
  func optional<Value>(
    _ key: OptionKey, _ parse: (String) -> Value?
  ) throws(CommandError) -> Value? {
    guard let sourced = sourced(key) else { return nil }
    return try Self.parsed(key, sourced, parse)
  }

  /// Returns the parsed value of an option that has a default value in the table.
  func required<Value>(
    _ key: OptionKey, _ parse: (String) -> Value?
  ) throws(CommandError) -> Value {
    guard let value = try optional(key, parse) else {
      fatalError("\(key) has no default value in the table")
    }
    return value
  }

  /// Returns all values of a repeatable option; commas separate several values in one place.
  func list<Value>(
    _ key: OptionKey, _ parse: (String) -> Value?
  ) throws(CommandError) -> [Value] {
    var values: [Value] = []
    for sourced in given[key] ?? self.sourced(key).map({ [$0] }) ?? [] {
      for item in sourced.text.split(separator: ",", omittingEmptySubsequences: false) {
        let text = String(item.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        let one = Sourced(text: text, origin: sourced.origin)
        values.append(try Self.parsed(key, one, parse))
      }
    }
    return values
  }

  /// Returns a number within the bounds of its syntax.
  func integer(_ key: OptionKey) throws(CommandError) -> Int {
    try required(key) { Self.integer($0, OptionTable[key].syntax) }
  }

  func optionalInteger(_ key: OptionKey) throws(CommandError) -> Int? {
    try optional(key) { Self.integer($0, OptionTable[key].syntax) }
  }

  /// Returns a number limited by another option. A value above the limit is an error if it was
  /// given; a default is lowered to the limit.
  func integer(_ key: OptionKey, atMost limit: OptionKey) throws(CommandError) -> Int {
    let (value, most) = (try integer(key), try integer(limit))
    guard value > most, let one = sourced(key), let other = sourced(limit) else { return value }
    if case .byDefault = one.origin { return most }
    throw .overLimit(one.origin, value: one.text, limit: other.origin, limitValue: other.text)
  }

  func duration(_ key: OptionKey) throws(CommandError) -> Duration {
    try required(key) { text in
      guard case .duration(let range) = OptionTable[key].syntax else { return nil }
      return Duration(optionText: text).flatMap { range.contains($0) ? $0 : nil }
    }
  }

  /// Returns a number within the bounds of its syntax; nil if the option is off.
  func integerUnlessOff(_ key: OptionKey) throws(CommandError) -> Int? {
    try required(key) { text in
      if text == "off" { return .some(nil) }
      return Self.integer(text, OptionTable[key].syntax).map { .some($0) }
    }
  }

  /// Returns a duration within the bounds of its syntax; nil if the option is off.
  func durationUnlessOff(_ key: OptionKey) throws(CommandError) -> Duration? {
    try required(key) { text in
      if text == "off" { return .some(nil) }
      guard case .durationOrOff(let range) = OptionTable[key].syntax else { return nil }
      guard let duration = Duration(optionText: text), range.contains(duration) else { return nil }
      return duration
    }
  }

  func isOn(_ key: OptionKey) throws(CommandError) -> Bool {
    try required(key) { $0 == "on" ? true : $0 == "off" ? false : nil }
  }

  func choice<Value: RawRepresentable<String>>(
    _ key: OptionKey, as type: Value.Type = Value.self
  ) throws(CommandError) -> Value {
    try required(key) { Value(rawValue: $0) }
  }

  /// Returns an absolute path.
  func path(_ key: OptionKey, _ environment: LaunchEnvironment) throws(CommandError) -> String? {
    try optional(key) { $0.isEmpty ? nil : environment.absolute($0) }
  }

  private static func integer(_ text: String, _ syntax: ValueSyntax) -> Int? {
    switch syntax {
    case .count(let range): Decimals.integer(text).flatMap { range.contains($0) ? $0 : nil }
    case .bytes(let range), .bytesOrOff(let range):
      ByteCount.parse(text).flatMap { range.contains($0) ? $0 : nil }
    default: nil
    }
  }

  private static func parsed<Value>(
    _ key: OptionKey, _ sourced: Sourced, _ parse: (String) -> Value?
  ) throws(CommandError) -> Value {
    if let value = parse(sourced.text) { return value }
    let syntax = OptionTable[key].syntax
    throw .wrongValue(
      sourced.origin, value: syntax.isSecret ? nil : sourced.text, expected: syntax.expectation,
      nearest: syntax.isSecret ? nil : NearestName.nearest(to: sourced.text, among: syntax.words))
  }
}
