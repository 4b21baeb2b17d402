/// The body of postaudio, read and checked but for its clip, which is still base64.
public struct PostAudioRequest: Sendable, Equatable {
  /// Who posts it.
  public let username: String
  /// Nil only beside audio.
  public let message: String?
  /// The base64 text as sent: a slice of the body where it has no escapes; nil for no audio, which
  /// is said by leaving it out, or by null, `""` or `"null"`.
  public let audio: ArraySlice<UInt8>?

  /// Reads a body.
  public init(
    body: ArraySlice<UInt8>, messageBytesMax: Int = PostLimit.messageBytesMax
  ) throws(PostError) {
    let fields = try PostFields(body: body)
    username = try fields.username()
    message = try fields.message(bytesMax: messageBytesMax)
    let audio = try fields.text(of: .audio)
    self.audio = audio.flatMap { $0.isEmpty || $0.elementsEqual("null".utf8) ? nil : $0 }
    guard message != nil || self.audio != nil else { throw .neitherMessageNorAudio }
  }

  /// The clip's file, decoded at each call; nil where there is no audio.
  public func audioBytes() throws(PostError) -> [UInt8]? {
    guard let audio else { return nil }
    do throws(Base64Error) {
      return try Base64.decode(audio)
    } catch {
      throw .audioNotBase64(error)
    }
  }
}
