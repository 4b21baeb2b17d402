extension Duration {
  /// As a player's clock shows it: `00:00`, and from an hour on `1:00:00`; what is past a second is
  /// cut off, and what is below nothing is nothing.
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
