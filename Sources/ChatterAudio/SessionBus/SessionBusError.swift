/// Why media keys and panels do not reach the player.
public enum SessionBusError: Error, Equatable, Sendable, CustomStringConvertible {
  /// There is no session bus, or it does not answer; the sentence says why.
  case noBus(String)
  /// The bus does not let the player in.
  case refused(String)

  /// The sentence for a person.
  public var description: String {
    switch self {
    case .noBus(let reason): "there is no session bus, so media keys do nothing: \(reason)"
    case .refused(let reason): "the session bus refuses the player: \(reason)"
    }
  }
}
