/// A date of the proleptic Gregorian calendar, to and from days since 1970-01-01.
///
/// Years start in March here, so that the leap day is the last day of its year. An era is the
/// calendar's period of 400 years, 146,097 days.
struct CivilDate: Equatable {
  /// The year: 1 to 9999 for a date from a ``Timestamp``.
  var year: Int64
  var month: Int64
  var day: Int64

  /// Creates the date of a day; for a day of a ``Timestamp``, no step can overflow 64 bits.
  init(daysSince1970 days: Int64) {
    let shifted = days + 719_468  // since 0000-03-01
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra =
      (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let shiftedMonth = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
    month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  /// Creates a date in the years 1 to 9999; nil if the date does not exist.
  init?(year: Int64, month: Int64, day: Int64) {
    guard 1...9999 ~= year, 1...12 ~= month, day >= 1 else { return nil }
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    let days: Int64 =
      switch month {
      case 2: isLeap ? 29 : 28
      case 4, 6, 9, 11: 30
      default: 31
      }
    guard day <= days else { return nil }
    (self.year, self.month, self.day) = (year, month, day)
  }

  var daysSince1970: Int64 {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }
}
