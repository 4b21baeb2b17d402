/// The body of postaudio, parsed and validated except for its clip, which is still base64.
public struct PostAudioRequest: Sendable, Equatable {
  /// The username of the sender.
  public let username: String
  /// The message; nil only if there is audio.
  public let message: String?
  /// The base64 text as a slice of the body; nil if there is no audio, which a client expresses by
  /// omitting the member or by null, `""` or `"null"`.
  private let audio: JSONText?

  /// Whether there is audio.
  public var hasAudio: Bool { audio != nil }

  /// Parses and validates a body.
  ///
  /// - Parameters:
  ///   - body: The whole body.
  ///   - messageBytesMax: Maximum length of a message, in bytes.
  ///   - allowsOtherClips: Whether a clip in an unknown member is ignored, as the labs' calls do
  ///     with all of them, or refused.
  public init(
    body: ArraySlice<UInt8>, messageBytesMax: Int = PostLimit.messageBytesMax,
    allowsOtherClips: Bool = true
  ) throws(PostError) {
    let fields = try PostFields(body: body)
    if !allowsOtherClips { try fields.checkClips() }
    username = try fields.username()
    message = try fields.message(bytesMax: messageBytesMax)
    let audio = try fields.audio()
    self.audio = audio.flatMap { $0.raw.isEmpty || $0.equals("null") ? nil : $0 }
    guard message != nil || self.audio != nil else { throw .neitherMessageNorAudio }
  }

  /// Returns the clip's file, decoded at each call; nil if there is no audio.
  public func audioBytes() throws(PostError) -> [UInt8]? {
    guard let audio else { return nil }
    // Some words are valid base64.
    if let mistake = PostMistake(audio: audio.raw) { throw .mistake(mistake) }
    if let bytes = audio.decodedBase64() { return bytes }
    let text: ArraySlice<UInt8>
    do throws(JSONError) {
      text = try audio.unescaped()
    } catch {
      throw .loneSurrogate(.audio)
    }
    do throws(Base64Error) {
      return try Base64.decode(Base64URL.standardized(text))
    } catch {
      throw .audioNotBase64(error)
    }
  }
}
