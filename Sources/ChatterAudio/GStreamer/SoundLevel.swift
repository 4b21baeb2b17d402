/// How loud it is, as a meter shows it.
enum SoundLevel {
  /// What a meter shows as silence, in decibels; 0 is the loudest.
  static let silence = -60.0

  /// The height of the meter, 0...1: even in decibels, as loudness is heard.
  static func height(decibels: Double) -> Double {
    decibels.isNaN ? 0 : min(max(1 - decibels / silence, 0), 1)
  }
}
