/// Parses numbers in ASCII decimal digits: no sign, no exponent, no spaces, no other scripts.
public enum Decimals {
  static let digitsMax = 15

  /// Returns a whole number of at most fifteen digits, or nil for any other text.
  public static func integer(_ text: some StringProtocol) -> Int? {
    guard isDigits(text) else { return nil }
    return Int(text)
  }

  /// Returns a number with at most one decimal point between digits, such as `5` or `0.5`, or nil
  /// for any other text.
  public static func fraction(_ text: some StringProtocol) -> Double? {
    let parts = text.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ isDigits($0) }) else { return nil }
    return Double(String(text))
  }

  private static func isDigits(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.count <= digitsMax
      && text.utf8.allSatisfy { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
  }
}
