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

  /// The call at a path of either form, in UTF-8, without its query; nil where there is none.
  public init?(path: some Collection<UInt8>) {
    for call in Self.allCases {
      let name = call.rawValue.utf8
      let rest = path.dropFirst(1)
      guard path.first == UInt8(ascii: "/"), rest.starts(with: name) else { continue }
      let tail = rest.dropFirst(name.count)
      guard tail.isEmpty || tail.elementsEqual("/".utf8) else { continue }
      self = call
      return
    }
    return nil
  }
}
