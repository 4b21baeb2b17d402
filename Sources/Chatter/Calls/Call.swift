/// The four calls of the wire contract, with their names, paths and methods.
public enum Call: String, CaseIterable, Sendable {
  case getChatts = "getchatts"
  case postChatt = "postchatt"
  case getAudio = "getaudio"
  case postAudio = "postaudio"

  /// The path as the labs write it, with its trailing slash.
  public var path: String { "/\(rawValue)/" }

  /// The path without its trailing slash, which is also accepted.
  public var pathWithoutLastSlash: String { "/\(rawValue)" }

  /// The request method (RFC 9110 section 9).
  public var method: String { isGet ? "GET" : "POST" }

  /// Whether the response is a list of chatts.
  public var isGet: Bool { self == .getChatts || self == .getAudio }

  /// Creates the call for a path of either form, without its query; nil if no call has that path.
  public init?(path: String) {
    // Written out because it runs for each request: comparing with constants is cheap.
    switch path {
    case "/getchatts/", "/getchatts": self = .getChatts
    case "/postchatt/", "/postchatt": self = .postChatt
    case "/getaudio/", "/getaudio": self = .getAudio
    case "/postaudio/", "/postaudio": self = .postAudio
    default: return nil
    }
  }
}
