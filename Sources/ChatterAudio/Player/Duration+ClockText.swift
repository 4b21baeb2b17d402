extension Duration {
  /// The duration as clock text: `00:00`, or `1:00:00` from one hour on. Fractions of a second are
  /// truncated, and negative durations are shown as zero.
  public var clockText: String {
    let seconds = max(0, components.seconds)
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    let text = Self.twoDigits(minutes) + ":" + Self.twoDigits(seconds % 60)
    return hours == 0 ? text : "\(hours):\(text)"
  }

  private static func twoDigits(_ number: Int64) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
