internal import Chatter

/// A kind of resource, as metrics name it.
public enum Endpoint: String, CaseIterable, Sendable {
  case getChatts = "getchatts"
  case postChatt = "postchatt"
  case getAudio = "getaudio"
  case postAudio = "postaudio"
  /// `/v1/chatts`, and a chatt and a clip by their ids.
  case chatts
  case chatt
  case clip
  case events
  case server
  case openAPI = "openapi"
  case livez
  case readyz
  /// The web front end, and every unknown path.
  case other

  /// The endpoint of a path, with or without a query.
  public init(path: String) {
    let path = path.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    self =
      switch Route(path: String(Substring(path))) {
      case .call(.getChatts): .getChatts
      case .call(.postChatt): .postChatt
      case .call(.getAudio): .getAudio
      case .call(.postAudio): .postAudio
      case .chatts: .chatts
      case .chatt: .chatt
      case .clip: .clip
      case .events: .events
      case .server: .server
      case .openAPI: .openAPI
      case .livez: .livez
      case .readyz: .readyz
      case nil: .other
      }
  }
}
