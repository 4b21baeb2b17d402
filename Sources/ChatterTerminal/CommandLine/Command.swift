/// A parsed command line, with every value checked.
enum Command: Equatable, Sendable {
  case frontEnd(FrontEndOptions)
  case list(ListOptions)
  case post(PostOptions)
  case play(PlayOptions)
  case record(RecordOptions)
  case queue(QueueOptions)
  case server(ServerOptions)
  /// Help, the version or a completion script.
  case print(String)
}

/// The options of the front end.
struct FrontEndOptions: Equatable, Sendable {
  var place: ServerPlace
  var username: String
  var sound: SoundChoice
  var pollInterval: Duration
  var isPlain: Bool
  var color: ColorChoice
}

/// Whether colour is used.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// The options of `chatter list`.
struct ListOptions: Equatable, Sendable {
  var place: ServerPlace
  var follows: Bool
  var pollInterval: Duration
  var isJSON: Bool
  var color: ColorChoice
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

  var place: ServerPlace
  var username: String
  var text: String
  var audio: Audio
  /// The key that makes the post repeatable; nil generates a new one.
  var key: String?
  var sound: SoundChoice
}

/// The options of `chatter play`.
struct PlayOptions: Equatable, Sendable {
  enum Clip: Equatable, Sendable {
    case latest
    case id(String)
    case file(String)
  }

  var clip: Clip
  /// The server of the clip; nil for a file, which needs no server.
  var place: ServerPlace?
  var rate: Double
  var sound: SoundChoice
}

/// The options of `chatter record`.
struct RecordOptions: Equatable, Sendable {
  var path: String
  /// Whether an existing file may be overwritten.
  var overwrites = false
  var time: Duration?
  var sound: SoundChoice
}

/// The options of `chatter queue`.
struct QueueOptions: Equatable, Sendable {
  var place: ServerPlace
  var pollInterval: Duration
  var all: Bool
  var rate: Double
  var sound: SoundChoice
}

/// The change to the saved username.
enum NameChange: Equatable, Sendable {
  case keep
  case forget
  case set(String)
}

/// The options of `chatter server`.
struct ServerOptions: Equatable, Sendable {
  /// The URL to save; nil changes or prints the saved settings.
  var url: String?
  /// The trust to save; nil is the system's authorities for a new URL, and no change without a
  /// URL.
  var trust: TrustChoice?
  var username = NameChange.keep
  var isJSON: Bool
}
