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
  /// A clip is playing; the mode is that of the `start` state before it.
  case playing(_ parent: StartMode)
  /// A clip is paused; the mode is that of the `start` state before playback.
  case paused(_ grand: StartMode)

  /// Whether an event caused a transition.
  public enum Transition: Hashable, Sendable {
    /// The diagram has an arrow for the event, possibly back to the same state.
    case taken
    /// The event is not valid in this state; the state is unchanged.
    case ignored
  }

  /// Applies an event to the state.
  @discardableResult
  public mutating func transition(_ event: TransEvent) -> Transition {
    guard let next = next(after: event) else { return .ignored }
    self = next
    return .taken
  }

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

/// The purpose for which a player is opened, and the start state it returns to.
public enum StartMode: CaseIterable, Hashable, Sendable {
  /// There is a clip; it may be played or recorded again.
  case standby
  /// There is no clip yet.
  case record
  /// The clip of another person, for playback only.
  case play
}

/// An event of the player's state machine.
public enum TransEvent: CaseIterable, Hashable, Sendable {
  case recTapped, playTapped, stopTapped, doneTapped
  /// The clip could not be recorded or played.
  case failed
}
