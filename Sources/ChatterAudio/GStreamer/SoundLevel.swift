/// Converts sound levels for a meter.
enum SoundLevel {
  /// The level that a meter shows as silence, in decibels; 0 is the maximum.
  static let silence = -60.0

  /// Returns the height of the meter, 0...1, linear in decibels, like perceived loudness.
  static func height(decibels: Double) -> Double {
    decibels.isNaN ? 0 : min(max(1 - decibels / silence, 0), 1)
  }
}
