/// The value of `Date` as IMF-fixdate (`Sun, 06 Nov 1994 08:49:37 GMT`), cached for one second.
///
/// RFC 9110 section 5.6.7. The calendar arithmetic is implemented here, so that the result depends
/// on neither a library nor a locale.
public struct DateField: Sendable {
  /// The last second of the year 9999; later times are formatted as this one, since the format has
  /// four digits for the year.
  static let secondsSince1970Max = 253_402_300_799

  private var second: Int?
  private var text: [UInt8] = []

  public init() {}

  /// Returns the 29 bytes for a time in seconds since 1970-01-01 00:00:00 UTC.
  public mutating func bytes(secondsSince1970 time: Int) -> [UInt8] {
    if second != time {
      second = time
      text = Self.format(secondsSince1970: time)
    }
    return text
  }

  /// Formats a time as IMF-fixdate; a time before 1970 is formatted as the start of 1970.
  public static func format(secondsSince1970 time: Int) -> [UInt8] {
    let time = min(max(time, 0), secondsSince1970Max)
    let days = time / 86_400
    let second = time % 86_400
    let (year, month, day) = civilDate(daysSince1970: days)
    var text: [UInt8] = []
    text.reserveCapacity(29)
    text.append(contentsOf: weekdays[(days + 4) % 7].utf8)
    text.append(.comma)
    text.append(.space)
    text.append(twoDigits: day)
    text.append(.space)
    text.append(contentsOf: months[month - 1].utf8)
    text.append(.space)
    text.append(twoDigits: year / 100)
    text.append(twoDigits: year % 100)
    text.append(.space)
    text.append(twoDigits: second / 3600)
    text.append(.colon)
    text.append(twoDigits: second / 60 % 60)
    text.append(.colon)
    text.append(twoDigits: second % 60)
    text.append(contentsOf: " GMT".utf8)
    return text
  }

  /// Returns the proleptic Gregorian date of a day. The calculation uses years that begin in March
  /// and eras of 400 years.
  private static func civilDate(daysSince1970 days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = shifted / 146_097
    let dayOfEra = shifted % 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    let day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    let month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    let year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    return (year, month, day)
  }

  private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
