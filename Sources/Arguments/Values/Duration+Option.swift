private import System

extension Duration {
  private static let optionUnits: [(suffix: String, milliseconds: Int64)] = [
    ("d", 86_400_000), ("h", 3_600_000), ("m", 60_000), ("s", 1000), ("ms", 1), ("", 1000),
  ]
  /// About 300,000 years: the limit keeps the conversion to `Int64` in range.
  private static let millisecondsMax = 1e16

  /// Parses a duration of an option: a number, with a fraction or without, and `ms`, `s`, `m`, `h`
  /// or `d`; without a unit, seconds.
  public init?(optionText text: String) {
    let number = text.prefix { ("0"..."9").contains($0) || $0 == "." }
    let suffix = text.dropFirst(number.count)
    guard let value = Decimals.fraction(number),
      let unit = Self.optionUnits.first(where: { $0.suffix == suffix })
    else { return nil }
    let milliseconds = (value * Double(unit.milliseconds)).rounded()
    guard milliseconds <= Self.millisecondsMax else { return nil }
    self = .milliseconds(Int64(milliseconds))
  }

  /// The shortest exact form, with a resolution of milliseconds.
  public var optionText: String {
    let milliseconds = wholeMilliseconds
    for unit in Self.optionUnits where milliseconds > 0 && milliseconds % unit.milliseconds == 0 {
      return "\(milliseconds / unit.milliseconds)\(unit.suffix)"
    }
    return "\(milliseconds)ms"
  }

  /// The number of whole milliseconds.
  public var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return seconds * 1000 + attoseconds / 1_000_000_000_000_000
  }
}
