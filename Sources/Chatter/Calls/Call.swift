/// The four calls of the wire contract: what each is named, where it lives, how it is sent.
public enum Call: String, CaseIterable, Sendable {
  case getChatts = "getchatts"
  case postChatt = "postchatt"
  case getAudio = "getaudio"
  case postAudio = "postaudio"

  /// The path as the labs write it, with its last slash.
  public var path: String { "/\(rawValue)/" }

  /// The other form of the path, which is answered as well.
  public var pathWithoutLastSlash: String { "/\(rawValue)" }

  /// The request method (RFC 9110 section 9).
  public var method: String {
    switch self {
    case .getChatts, .getAudio: "GET"
    case .postChatt, .postAudio: "POST"
    }
  }

  /// Whether a list of chatts is the answer.
  public var isGet: Bool { self == .getChatts || self == .getAudio }

  /// The call at a path of either form, without its query; nil where there is none.
  public init?(path: String) {
    // Written out: it is asked for each request, and comparing with a constant costs nothing.
    switch path {
    case "/getchatts/", "/getchatts": self = .getChatts
    case "/postchatt/", "/postchatt": self = .postChatt
    case "/getaudio/", "/getaudio": self = .getAudio
    case "/postaudio/", "/postaudio": self = .postAudio
    default: return nil
    }
  }
}
