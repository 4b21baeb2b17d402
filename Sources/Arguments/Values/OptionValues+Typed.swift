extension OptionValues {
  /// Returns the parsed value; nil if the option is not set and has no default value.
  public func optional<Value>(
    _ option: Option, _ parse: (String) -> Value?
  ) throws(CommandError) -> Value? {
    guard let sourced = sourced(option) else { return nil }
    return try Self.parsed(sourced, option, parse)
  }

  /// Returns the parsed value of an option that has a default value in the table.
  public func required<Value>(
    _ option: Option, _ parse: (String) -> Value?
  ) throws(CommandError) -> Value {
    guard let value = try optional(option, parse) else {
      fatalError("\(option.flag) has no default value in the table")
    }
    return value
  }

  /// Returns all values of a repeatable option; commas separate several values in one place.
  public func list<Value>(
    _ option: Option, _ parse: (String) -> Value?
  ) throws(CommandError) -> [Value] {
    var values: [Value] = []
    for sourced in all(option) {
      for item in sourced.text.split(separator: ",", omittingEmptySubsequences: false) {
        let text = String(item.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
        values.append(
          try Self.parsed(SourcedValue(text: text, origin: sourced.origin), option, parse))
      }
    }
    return values
  }

  /// Returns a number or a number of bytes.
  public func integer(_ option: Option) throws(CommandError) -> Int {
    try required(option, option.syntax.integer)
  }

  /// Returns a number or a number of bytes; nil if it is `off`, or not set without a default value.
  public func optionalInteger(_ option: Option) throws(CommandError) -> Int? {
    try isOff(option) ? nil : optional(option, option.syntax.integer)
  }

  /// Returns a number that may have a fraction.
  public func factor(_ option: Option) throws(CommandError) -> Double {
    try required(option, option.syntax.factor)
  }

  /// Returns a duration.
  public func duration(_ option: Option) throws(CommandError) -> Duration {
    try required(option, option.syntax.duration)
  }

  /// Returns a duration; nil if it is `off`, or not set without a default value.
  public func optionalDuration(_ option: Option) throws(CommandError) -> Duration? {
    try isOff(option) ? nil : optional(option, option.syntax.duration)
  }

  private func isOff(_ option: Option) -> Bool {
    option.syntax.words == ["off"] && sourced(option)?.text == "off"
  }

  /// Whether a toggle, or a choice of `on` and `off`, is on.
  public func isOn(_ option: Option) throws(CommandError) -> Bool {
    try optional(option) { text in
      option.syntax == .toggle
        ? !["0", "off", "no", "false"].contains(text.lowercased())
        : ["on": true, "off": false][text]
    } ?? false
  }

  /// Returns a choice, as the type whose raw values are its words.
  public func choice<Value: RawRepresentable<String>>(
    _ option: Option, as type: Value.Type = Value.self
  ) throws(CommandError) -> Value {
    try required(option) { Value(rawValue: $0) }
  }

  /// Parses one value; the error describes the expected form.
  public static func parsed<Value>(
    _ sourced: SourcedValue, _ option: Option, _ parse: (String) -> Value?
  ) throws(CommandError) -> Value {
    if let value = parse(sourced.text) { return value }
    throw .wrongValue(sourced, of: option.syntax)
  }
}
