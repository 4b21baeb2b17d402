private import System

/// Byte counts in the syntax of options: `65536`, `64KiB`, `32MiB`, `1GiB`.
public enum ByteCount {
  private static let units: [(suffix: String, bytes: Int)] = [
    ("GiB", 1 << 30), ("MiB", 1 << 20), ("KiB", 1 << 10), ("", 1),
  ]

  /// Returns the number of bytes; nil if the text is not a byte count or overflows.
  public static func parse(_ text: String) -> Int? {
    for unit in units where text.hasSuffix(unit.suffix) {
      guard let number = Decimals.integer(text.dropLast(unit.suffix.count)) else { return nil }
      let (bytes, overflow) = number.multipliedReportingOverflow(by: unit.bytes)
      return overflow ? nil : bytes
    }
    return nil
  }

  /// Returns the shortest exact form.
  public static func text(_ bytes: Int) -> String {
    for unit in units where bytes >= unit.bytes && bytes % unit.bytes == 0 {
      return "\(bytes / unit.bytes)\(unit.suffix)"
    }
    return String(bytes)
  }
}
