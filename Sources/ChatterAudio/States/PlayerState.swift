/// What a player is doing: the finite state machine of the audio lab.
///
/// ```
///                 recTapped               recTapped, stopTapped
/// start(record) ───────────► recording ───────────────────────► start(standby)
///       ▲           failed       │  ▲                             │    ▲   │
///       └────────────────────────┘  └───────────── recTapped ─────┘    │   │ playTapped
///                                                                      │   ▼
///                 playTapped                  playTapped   stopTapped  │ playing(standby)
/// start(play) ───────────────► playing(p) ◄──────────────► paused(p) ──┘
///       ▲    stopTapped, failed    │                           │
///       └───── to start(p) ────────┘                           └─ recTapped ─► recording
/// ```
///
/// `doneTapped` leads from anywhere to `start(.standby)`.
public enum PlayerState: Hashable, Sendable {
  case start(StartMode)
  case recording
  /// A clip plays; the mode is that of the start before it.
  case playing(_ parent: StartMode)
  /// A clip is held; the mode is that of the start before it was played.
  case paused(_ grand: StartMode)

  /// Whether an event led anywhere.
  public enum Transition: Hashable, Sendable {
    /// The figure has an arrow for it, be it one back to the same state.
    case taken
    /// The event means nothing in this state: nothing was done.
    case ignored
  }

  /// Goes where the event leads from here, if anywhere.
  @discardableResult
  public mutating func transition(_ event: TransEvent) -> Transition {
    guard let next = next(after: event) else { return .ignored }
    self = next
    return .taken
  }

  /// The state that an event leads to; nil where it means nothing.
  private func next(after event: TransEvent) -> PlayerState? {
    switch (self, event) {
    case (_, .doneTapped): .start(.standby)

    case (.start(.record), .recTapped), (.start(.standby), .recTapped): .recording
    case (.start(.play), .playTapped): .playing(.play)
    case (.start(.standby), .playTapped): .playing(.standby)
    case (.start, _): nil

    case (.recording, .recTapped), (.recording, .stopTapped): .start(.standby)
    case (.recording, .failed): .start(.record)
    case (.recording, .playTapped): nil

    case (.playing(let parent), .playTapped): .paused(parent)
    case (.playing(let parent), .stopTapped), (.playing(let parent), .failed): .start(parent)
    case (.playing, .recTapped): nil

    case (.paused, .recTapped): .recording
    case (.paused(let grand), .playTapped): .playing(grand)
    case (.paused, .stopTapped): .start(.standby)
    case (.paused, .failed): nil
    }
  }
}
