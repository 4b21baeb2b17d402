/// A chatt as it appears in a list: its strings as on the wire, any of which may be null.
///
/// Chatts of this project's server have a username, an id and a timestamp. Those of another back
/// end may lack any of them, and their timestamp may be any text.
public struct Chatt: Sendable, Identifiable {
  /// The username of the sender.
  public var username: String?
  /// The message.
  public var message: String?
  /// The id; also nil if another back end's id is not a UUID.
  public var id: ChattID?
  /// The time of the post as the server wrote it; this project's server writes ISO 8601.
  public var timestamp: String?
  /// The clip in base64.
  @OptionalizedEmpty public var audio: String?
  /// The place and the properties of the clip, if a page or an event has them in place of the clip.
  public var clipLink: ClipLink?
  /// Whether a list shows the chatt with the second of its two backgrounds; `ChattStore` alternates
  /// it, from the oldest chatt on. It does not count in comparisons.
  public var altRow = false

  /// Creates a chatt from strings, as in a list or in the labs' front ends.
  public init(
    username: String? = nil, message: String? = nil, id: ChattID? = nil,
    timestamp: String? = nil, audio: String? = nil, clipLink: ClipLink? = nil
  ) {
    self.username = username
    self.message = message
    self.id = id
    self.timestamp = timestamp
    self.audio = audio
    self.clipLink = clipLink
  }

  /// Whether the chatt has a clip, in the list or at a URL.
  public var hasClip: Bool { audio != nil || clipLink != nil }

  /// The time of the post; nil if the timestamp cannot be parsed.
  public var date: Timestamp? {
    timestamp.flatMap { Timestamp($0) }
  }

  /// Returns the clip's file, or nil if there is none; throws if the text is not base64.
  public func audioBytes() throws(Base64Error) -> [UInt8]? {
    guard let audio else { return nil }
    return try Base64.decode(ArraySlice(audio.utf8))
  }

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

extension Chatt: Equatable {
  /// Chatts are equal if their ids are equal or, if neither has an id, if all their fields are
  /// equal.
  public static func == (left: Chatt, right: Chatt) -> Bool {
    if left.id != nil || right.id != nil { return left.id == right.id }
    return left.hasSameFields(as: right)
  }

  /// Whether all fields are equal to those of another chatt.
  package func hasSameFields(as other: Chatt) -> Bool {
    id == other.id && username == other.username && message == other.message
      && timestamp == other.timestamp && audio == other.audio && clipLink == other.clipLink
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

/// Text that is absent if it is empty or `null`, as front ends of the labs declare `audio`.
@propertyWrapper
public struct OptionalizedEmpty: Sendable {
  private var text: String?

  /// Stores a text, or nothing if the text is empty or `null`.
  public init(wrappedValue: String?) {
    self.wrappedValue = wrappedValue
  }

  /// The text, or nil if absent.
  public var wrappedValue: String? {
    get { text }
    set { text = newValue == "" || newValue == "null" ? nil : newValue }
  }
}
