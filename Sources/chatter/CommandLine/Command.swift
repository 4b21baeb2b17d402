/// What the command line asks for, with every value checked.
enum Command: Equatable, Sendable {
  case frontEnd(FrontEndOptions)
  case list(ListOptions)
  case post(PostOptions)
  case play(PlayOptions)
  case record(RecordOptions)
  case queue(QueueOptions)
  case server(ServerOptions)
  case completion(Shell)
  case manual
  case help(Verb?)
  case version
}

/// How the front end is begun.
struct FrontEndOptions: Equatable, Sendable {
  var place: ServerPlace
  var username: String
  var sound: SoundChoice
  var every: Duration
  var isPlain: Bool
  var color: ColorChoice
}

/// Whether colour is used.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// What is listed, and how.
struct ListOptions: Equatable, Sendable {
  var place: ServerPlace
  var follows: Bool
  var every: Duration
  var isJSON: Bool
  var color: ColorChoice
}

/// What is posted.
struct PostOptions: Equatable, Sendable {
  /// What goes with the text.
  enum Audio: Equatable, Sendable {
    case none
    case file(String)
    /// Until Enter where there is no time.
    case recording(time: Duration?)
  }

  var place: ServerPlace
  var username: String
  var text: String
  var audio: Audio
  /// What the post is named by, so that it can be repeated; nil is a new one.
  var key: String?
  var sound: SoundChoice
}

/// What is played.
struct PlayOptions: Equatable, Sendable {
  enum Clip: Equatable, Sendable {
    case latest
    case id(String)
    case file(String)
  }

  var clip: Clip
  /// Nil where a file needs no server.
  var place: ServerPlace?
  var rate: Double
  var sound: SoundChoice
}

/// What is recorded.
struct RecordOptions: Equatable, Sendable {
  var path: String
  /// Whether a file that is there may be overwritten.
  var overwrites = false
  var time: Duration?
  var sound: SoundChoice
}

/// What is played one after the other.
struct QueueOptions: Equatable, Sendable {
  var place: ServerPlace
  var every: Duration
  var all: Bool
  var rate: Double
  var sound: SoundChoice
}

/// What becomes of the name that is remembered.
enum NameChange: Equatable, Sendable {
  case keep
  case forget
  case set(String)
}

/// What is remembered, or shown of it.
struct ServerOptions: Equatable, Sendable {
  /// Nil asks for what is remembered.
  var url: String?
  /// Nil is the system for a URL, and leaves it as it is where there is none.
  var trust: TrustChoice?
  var username = NameChange.keep
  var isJSON: Bool
}
