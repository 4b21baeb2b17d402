import Chatter
import ChatterAudio
import ChatterClient

/// A parsed command line, with every value checked.
enum Command: Equatable, Sendable {
  case frontEnd(FrontEndOptions)
  case list(ListOptions)
  case post(PostOptions)
  case play(PlayOptions)
  case save(SaveOptions)
  case record(RecordOptions)
  case queue(QueueOptions)
  case delete(DeleteOptions)
  case server(ServerOptions)
  case signIn
  case signOut
  /// Help, the version or a completion script.
  case print(String)
}

/// The options of the front end.
struct FrontEndOptions: Equatable, Sendable {
  var pollInterval: Duration
  var isPlain: Bool
  /// Whether recordings are transcribed.
  var transcribes = false
  var color: ColorChoice
  var sound: SoundChoice
  var skip = SkipInterval.ten
  var place: ServerPlace
  var username: String
}

/// Whether colour is used.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// The options of `chatter list`.
struct ListOptions: Equatable, Sendable {
  var follows: Bool
  var pollInterval: Duration
  var isJSON: Bool
  var color: ColorChoice
  var place: ServerPlace
}

/// The options of `chatter post`.
struct PostOptions: Equatable, Sendable {
  /// The audio that is posted with the text.
  enum Audio: Equatable, Sendable {
    case none
    case file(String)
    /// Records a clip; nil records until Enter.
    case recording(time: Duration?)
  }

  var text: String
  var audio: Audio
  /// The key that makes the post repeatable; nil generates a new one.
  var key: String?
  var sound: SoundChoice
  var place: ServerPlace
  var username: String
}

/// The clip of a chatt on the server.
enum StoredClip: Equatable, Sendable {
  case latest
  /// The clip of the chatt with this id.
  case id(String)
}

/// The options of `chatter save`.
struct SaveOptions: Equatable, Sendable {
  var clip: StoredClip
  /// The file to write; `-` for standard output.
  var path: String
  /// Whether an existing file may be overwritten.
  var overwrites: Bool
  var place: ServerPlace
}

/// The options of `chatter play`.
struct PlayOptions: Equatable, Sendable {
  enum Clip: Equatable, Sendable {
    case stored(StoredClip)
    case file(String)
  }

  var clip: Clip
  var rate: Double
  var sound: SoundChoice
  /// The server of the clip; nil for a file, which needs no server.
  var place: ServerPlace?
}

/// The options of `chatter record`.
struct RecordOptions: Equatable, Sendable {
  var path: String
  /// Whether an existing file may be overwritten.
  var overwrites = false
  /// Whether the recording is transcribed.
  var transcribes = false
  var time: Duration?
  var sound: SoundChoice
}

/// The options of `chatter queue`.
struct QueueOptions: Equatable, Sendable {
  var pollInterval: Duration
  var all: Bool
  var rate: Double
  var sound: SoundChoice
  var place: ServerPlace
}

/// The options of `chatter delete`.
struct DeleteOptions: Equatable, Sendable {
  var id: ChattID
  /// Whether the chatt is deleted without a question.
  var skipsQuestion: Bool
  var place: ServerPlace
}

/// The options of `chatter server`.
struct ServerOptions: Equatable, Sendable {
  /// The URL to save; nil changes or prints the saved settings.
  var url: String?
  /// The trust to save; nil is the system's authorities for a new URL, and no change without a
  /// URL.
  var trust: Trust?
  /// The SHA-256 of the certificate to trust, 32 bytes.
  var fingerprint: [UInt8]?
  /// Whether the server is saved without connecting to it.
  var skipsCheck = false
  /// The username to save; an empty one removes the saved one, and nil keeps it.
  var username: String?
  var isJSON: Bool
}
