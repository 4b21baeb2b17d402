/// The content of a post; the server adds the id and the time.
public struct NewChatt: Sendable, Equatable {
  /// The username of the sender.
  public var username: String
  /// The message; nil only if there is a clip.
  public var message: String?
  /// The clip.
  public var audio: AudioClip?
  /// The SHA-256 of the clip's bytes, if it is already computed.
  public var audioSHA256: [UInt8]?
  /// The words of the message, by which a search finds it, if they are already made: a `tsvector`.
  public var words: String?

  /// Creates a post of a text, a clip, or a text with a clip.
  public init(username: String, message: String?, audio: AudioClip? = nil) {
    self.username = username
    self.message = message
    self.audio = audio
  }

  /// The call that posts it.
  public var call: Call {
    audio == nil ? .postChatt : .postAudio
  }

  /// Returns the body of that call: a JSON object.
  public func encoded() -> [UInt8] {
    var body: [UInt8] = []
    JSONWriter.append(raw: #"{"username":"#, username, to: &body)
    JSONWriter.append(raw: #","message":"#, message, to: &body)
    if let audio {
      JSONWriter.append(raw: #","audio":""#, to: &body)
      Base64.appendEncoded(audio.bytes[...], to: &body)
      JSONWriter.append(raw: #"""#, to: &body)
    }
    JSONWriter.append(raw: "}", to: &body)
    return body
  }
}
