/// Why media keys and panels do not reach the player.
public enum SessionBusError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no session bus, or it does not respond; the text gives the reason.
  case noBus(String)
  /// The bus rejects the player; the text gives the reason.
  case refused(String)

  /// The error text for people.
  public var description: String {
    switch self {
    case .noBus(let reason):
      "could not connect to the session bus, so media keys do not work: \(reason)"
    case .refused(let reason): "the session bus rejected the player: \(reason)"
    }
  }
}
