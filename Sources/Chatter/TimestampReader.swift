/// Parses the parts of an ISO 8601 text; each function returns nil if the text does not match.
struct TimestampReader {
  private var rest: ArraySlice<UInt8>

  /// Maximum length of a text in bytes; longer ones are rejected, since a fraction may have any
  /// number of digits.
  private static let textBytesMax = 64

  init(_ text: some StringProtocol) {
    rest = ArraySlice(text.utf8.prefix(Self.textBytesMax + 1))
    if rest.count > Self.textBytesMax { rest = [] }
  }

  var isAtEnd: Bool { rest.isEmpty }

  /// Skips the next character if it is one of these; returns whether it did.
  mutating func take(_ characters: Unicode.Scalar...) -> Bool {
    guard let first = rest.first, characters.contains(Unicode.Scalar(first)) else { return false }
    rest.removeFirst()
    return true
  }

  /// Parses `YYYY-MM-DD`.
  mutating func date() -> CivilDate? {
    guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
      let day = number(digits: 2)
    else { return nil }
    return CivilDate(year: year, month: month, day: day)
  }

  /// Parses `HH:MM:SS` and a fraction; returns microseconds since midnight.
  mutating func time() -> Int64? {
    guard let hours = number(digits: 2), hours < 24, take(":"),
      let minutes = number(digits: 2), minutes < 60, take(":"),
      let seconds = number(digits: 2), seconds < 60
    else { return nil }
    var microseconds = ((hours * 60 + minutes) * 60 + seconds) * 1_000_000
    guard take(".", ",") else { return microseconds }
    guard isAtDigit else { return nil }
    var unit: Int64 = 100_000
    while isAtDigit {
      microseconds += (number(digits: 1) ?? 0) * unit
      unit /= 10
    }
    return microseconds
  }

  /// Parses `Z` or an offset from UTC; returns the offset in seconds.
  mutating func zone() -> Int64? {
    if take("Z", "z") { return 0 }
    let sign: Int64
    if take("+") {
      sign = 1
    } else if take("-") {
      sign = -1
    } else {
      return nil
    }
    guard let hours = number(digits: 2), hours < 24 else { return nil }
    guard take(":") || isAtDigit else { return sign * hours * 3600 }
    guard let minutes = number(digits: 2), minutes < 60 else { return nil }
    return sign * (hours * 3600 + minutes * 60)
  }

  private var isAtDigit: Bool {
    rest.first.map { UInt8(ascii: "0")...UInt8(ascii: "9") ~= $0 } ?? false
  }

  private mutating func number(digits: Int) -> Int64? {
    var value: Int64 = 0
    for _ in 0..<digits {
      guard isAtDigit, let digit = rest.popFirst() else { return nil }
      value = value * 10 + Int64(digit - UInt8(ascii: "0"))
    }
    return value
  }
}
