extension Chatt {
  /// Returns the clip with its facts (duration, codec, bytes), or nil if there is none.
  ///
  /// Decodes and validates the clip at each call: call it once, and not on the main thread.
  public func clip() throws(ChattClipError) -> AudioClip? {
    let bytes: [UInt8]?
    do throws(Base64Error) {
      bytes = try audioBytes()
    } catch {
      throw .notBase64(error)
    }
    guard let bytes else { return nil }
    do throws(AudioClipError) {
      return try AudioClip(bytes: bytes)
    } catch {
      throw .notAudio(error)
    }
  }
}

/// The reason that the audio of a chatt is not a clip: another back end may store any text.
public enum ChattClipError: Error, Equatable, Sendable, CustomStringConvertible {
  case notBase64(Base64Error)
  case notAudio(AudioClipError)

  public var description: String {
    switch self {
    case .notBase64(let error): "audio is not base64: \(error)"
    case .notAudio(let error): error.description
    }
  }
}
