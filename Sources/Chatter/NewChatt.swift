/// What a person posts: the server adds the id and the time.
public struct NewChatt: Sendable, Equatable {
  /// Who posts it.
  public var username: String
  /// Nil only beside a clip.
  public var message: String?
  /// What is heard.
  public var audio: AudioClip?
  /// The SHA-256 of the clip's bytes, where it is known.
  public var audioSHA256: [UInt8]?

  /// A text, a clip, or a text with a clip.
  public init(username: String, message: String?, audio: AudioClip? = nil) {
    self.username = username
    self.message = message
    self.audio = audio
  }

  /// The call by which it is posted.
  public var call: Call {
    audio == nil ? .postChatt : .postAudio
  }

  /// The body of that call: a JSON object.
  public func encoded() -> [UInt8] {
    var body: [UInt8] = []
    JSONWriter.append(raw: #"{"username":"#, to: &body)
    JSONWriter.append(username, to: &body)
    JSONWriter.append(raw: #","message":"#, to: &body)
    JSONWriter.append(message, to: &body)
    if let audio {
      JSONWriter.append(raw: #","audio":""#, to: &body)
      Base64.appendEncoded(audio.bytes[...], to: &body)
      JSONWriter.append(raw: #"""#, to: &body)
    }
    JSONWriter.append(raw: "}", to: &body)
    return body
  }
}
