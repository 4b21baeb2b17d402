import Chatter
import ChatterAudio
import ChatterClient

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

struct FrontEndOptions: Equatable, Sendable {
  var pollInterval: Duration
  var isPlain: Bool
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

struct ListOptions: Equatable, Sendable {
  var follows: Bool
  var pollInterval: Duration
  var isJSON: Bool
  var color: ColorChoice
  var place: ServerPlace
}

struct PostOptions: Equatable, Sendable {
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

enum StoredClip: Equatable, Sendable {
  case latest
  case id(String)
}

struct SaveOptions: Equatable, Sendable {
  var clip: StoredClip
  /// The file to write; `-` for standard output.
  var path: String
  /// Whether an existing file may be overwritten.
  var overwrites: Bool
  var place: ServerPlace
}

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

struct RecordOptions: Equatable, Sendable {
  var path: String
  /// Whether an existing file may be overwritten.
  var overwrites = false
  var transcribes = false
  var time: Duration?
  var sound: SoundChoice
}

struct QueueOptions: Equatable, Sendable {
  var pollInterval: Duration
  var all: Bool
  /// Whether the existing clips that were not heard are played.
  var new = false
  var rate: Double
  var sound: SoundChoice
  var place: ServerPlace
}

struct DeleteOptions: Equatable, Sendable {
  var id: ChattID
  var skipsQuestion: Bool
  var place: ServerPlace
}

/// Where `chatter server` has a token from.
enum TokenSource: Equatable, Sendable {
  case input
  case text(AccessToken)
}

struct ServerOptions: Equatable, Sendable {
  /// The URL to save; nil changes or prints the saved settings.
  var url: String?
  /// The trust to save; nil for the system's with a new URL, and without a URL for no change.
  var trust: Trust?
  /// The SHA-256 of the certificate to trust, 32 bytes.
  var fingerprint: [UInt8]?
  /// The token to save; nil for no change.
  var token: TokenSource?
  /// Whether the server is saved without connecting to it.
  var skipsCheck = false
  /// The username to save; an empty one removes the saved one, and nil keeps it.
  var username: String?
  var isJSON: Bool
}
