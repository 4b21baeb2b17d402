/// The body of postaudio, read and checked but for its clip, which is still base64.
public struct PostAudioRequest: Sendable, Equatable {
  /// Who posts it.
  public let username: String
  /// Nil only beside audio.
  public let message: String?
  /// The base64 text where it is in the body; nil for no audio, which is said by leaving it out, or
  /// by null, `""` or `"null"`.
  private let audio: JSONText?

  /// Whether there is audio.
  public var hasAudio: Bool { audio != nil }

  /// Reads a body.
  public init(
    body: ArraySlice<UInt8>, messageBytesMax: Int = PostLimit.messageBytesMax
  ) throws(PostError) {
    let fields = try PostFields(body: body)
    username = try fields.username()
    message = try fields.message(bytesMax: messageBytesMax)
    let audio = try fields.rawText(of: .audio)
    self.audio = audio.flatMap { $0.raw.isEmpty || $0.equals("null") ? nil : $0 }
    guard message != nil || self.audio != nil else { throw .neitherMessageNorAudio }
  }

  /// The clip's file, decoded at each call; nil where there is no audio.
  public func audioBytes() throws(PostError) -> [UInt8]? {
    guard let audio else { return nil }
    if let bytes = audio.decodedBase64() { return bytes }
    let text: ArraySlice<UInt8>
    do throws(JSONText.LoneSurrogateError) {
      text = try audio.unescaped()
    } catch {
      throw .loneSurrogate(.audio)
    }
    do throws(Base64Error) {
      return try Base64.decode(text)
    } catch {
      throw .audioNotBase64(error)
    }
  }
}
