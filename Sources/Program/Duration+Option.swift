extension Duration {
  private static let optionUnits: [(suffix: String, milliseconds: Int)] = [
    ("ms", 1), ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000),
  ]

  /// Parses a duration of an option: a whole number followed by `ms`, `s`, `m`, `h` or `d`.
  public init?(optionText text: String) {
    for unit in Self.optionUnits where text.hasSuffix(unit.suffix) {
      guard let number = Decimals.integer(text.dropLast(unit.suffix.count)) else { return nil }
      let (milliseconds, overflow) = number.multipliedReportingOverflow(by: unit.milliseconds)
      if overflow { return nil }
      self = .milliseconds(milliseconds)
      return
    }
    return nil
  }

  /// The shortest exact form, with a resolution of milliseconds.
  public var optionText: String {
    let (seconds, attoseconds) = components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    for unit in Self.optionUnits.dropFirst()
    where milliseconds > 0 && milliseconds % Int64(unit.milliseconds) == 0 {
      return "\(milliseconds / Int64(unit.milliseconds))\(unit.suffix)"
    }
    return "\(milliseconds)ms"
  }
}
