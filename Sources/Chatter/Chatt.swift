/// A chatt as it stands in a list: its strings as on the wire, each of them possibly null.
///
/// A server's own chatts have a username, an id and a timestamp; those of another back end may lack
/// any of them, and their timestamp may be any text.
public struct Chatt: Sendable, Identifiable {
  /// Who posted it.
  public var username: String?
  /// What was written.
  public var message: String?
  /// Nil also where another back end's id is no UUID.
  public var id: ChattID?
  /// When it was posted, as the server wrote it: ISO 8601 from this project's.
  public var timestamp: String?
  /// The clip in base64.
  @OptionalizedEmpty public var audio: String?

  /// A chatt of the strings that a list, or the labs' front ends, have for it.
  public init(
    username: String? = nil, message: String? = nil, id: ChattID? = nil,
    timestamp: String? = nil, audio: String? = nil
  ) {
    self.username = username
    self.message = message
    self.id = id
    self.timestamp = timestamp
    self.audio = audio
  }

  /// A chatt as a server stored it; `audioBytes` is the clip's file, nil where there is none.
  public init(
    username: String, message: String?, id: ChattID, timestamp: Timestamp, audioBytes: [UInt8]?
  ) {
    self.username = username
    self.message = message
    self.id = id
    self.timestamp = timestamp.description
    _audio = OptionalizedEmpty(base64Of: audioBytes)
  }

  /// When it was posted; nil where the timestamp is none that can be read.
  public var date: Timestamp? {
    timestamp.flatMap { Timestamp($0) }
  }

  /// The clip's file; nil where there is none; errors where another back end's text is no base64.
  public func audioBytes() throws(Base64Error) -> [UInt8]? {
    switch audioContent {
    case .absent: return nil
    case .bytes(let bytes): return bytes
    case .text(let text): return try Base64.decode(ArraySlice(text.utf8))
    }
  }

  /// The same chatt as getchatts lists it: without its clip.
  public var withoutAudio: Chatt {
    var chatt = self
    chatt.audio = nil
    return chatt
  }

  /// The clip as it is held: text or bytes.
  var audioContent: OptionalizedEmpty.Content { _audio.content }
}

extension Chatt: Equatable {
  /// Chatts are equal when their ids are; where neither has one, when all they say is equal.
  public static func == (left: Chatt, right: Chatt) -> Bool {
    if left.id != nil || right.id != nil { return left.id == right.id }
    return left.username == right.username && left.message == right.message
      && left.timestamp == right.timestamp && left.audio == right.audio
  }
}
