public import Chatter
public import Observation

/// Plays messages in the order in which they arrive, like a walkie-talkie.
///
/// A message that arrives while the player is idle plays immediately; one that arrives while
/// another is playing or paused waits. Media keys and the desktop's media panel control the queue
/// through `MediaControls`.
///
/// The queue has exclusive use of its player, except for recordings. So that a recorded clip is not
/// lost, messages that arrive during a recording wait until the player is done with the clip and
/// another message arrives, or until `play()`, which is to be called when the clip has been sent.
@MainActor @Observable
public final class PlaybackQueue {
  /// Maximum number of messages kept, including played ones.
  public static let messagesMax = 1000

  /// Maximum total size of their clips, in bytes.
  public static let clipBytesMax = 512 << 20

  /// A message with a number that is unique in this queue.
  struct Entry {
    var number: Int
    var message: QueuedMessage
  }

  var entries: [Entry] = []

  /// The index of the current message; equal to the number of messages when all have been played.
  public internal(set) var index = 0

  /// Why the last message was skipped, or why none can be played; reset when the next one plays.
  public internal(set) var lastError: AudioError?

  /// The player of the messages.
  @ObservationIgnored public let player: AudioPlayer

  /// Called when media controls end the program.
  @ObservationIgnored public var onQuit: (() -> Void)? { didSet { show() } }

  /// Called when a message was played to its end, before the next one plays.
  @ObservationIgnored package var onPlayed: ((QueuedMessage) -> Void)?

  /// The player's `setupCount` after setting up the message at `index`; nil if it was not set up.
  @ObservationIgnored private var loadedGeneration: Int?
  /// Whether a user stopped the queue or nothing can be played; messages that arrive then wait.
  @ObservationIgnored private var isHalted = false
  /// Whether a message is due but the player is busy.
  @ObservationIgnored private var isDue = false
  @ObservationIgnored private var nextNumber = 1
  @ObservationIgnored var clipBytes = 0
  @ObservationIgnored private let controls: (any MediaControls)?
  @ObservationIgnored private var shown: MediaState?

  /// Creates an empty queue for a player, with optional media controls.
  public init(player: AudioPlayer, controls: (any MediaControls)? = nil) {
    self.player = player
    self.controls = controls
    player.onEnd = { [weak self] in self?.reachEnd() }
    player.onFailure = { [weak self] error, wasPlaying in self?.take(error, wasPlaying) }
    guard let controls else { return }
    player.onSeek = { [weak controls] time in controls?.announceSeek(to: time) }
    show()
    Task { [weak self] in
      for await command in controls.commands { self?.perform(command) }
    }
  }

  /// The messages in the order of arrival, including played ones.
  public var messages: [QueuedMessage] { entries.map(\.message) }

  /// The message that is playing, paused or next to play; nil if there is none.
  public var nowPlaying: QueuedMessage? { entry?.message }

  /// The number of messages after the current one.
  public var waitingCount: Int { max(0, entries.count - index - 1) }

  /// Whether there is a next message.
  public var canGoNext: Bool { index + 1 < entries.count }

  /// Whether there is a previous message.
  public var canGoPrevious: Bool { index > 0 }

  /// Adds a message, and plays it if the queue is idle.
  ///
  /// - Returns: False if it does not fit because too many earlier messages have not been played.
  @discardableResult
  public func add(_ message: QueuedMessage) -> Bool {
    guard removePlayed(toFit: message) else { return false }
    let isIdle = index == entries.count || isDue
    entries.append(Entry(number: nextNumber, message: message))
    nextNumber += 1
    clipBytes += message.clip.count
    if isIdle, !isHalted { if player.isFree { play() } else { isDue = true } }
    return true
  }

  /// Plays the message that is paused or next; does nothing during a recording.
  public func play() {
    isHalted = false
    guard let entry, player.playerState != .recording, !player.isFinishingRecording,
      !player.isPlaying
    else {
      isDue = entry != nil && !isLoaded
      return
    }
    isDue = false
    lastError = nil
    guard !isLoaded else { return player.playTapped() }
    player.setupPlayer(clip: entry.message.clip)
    loadedGeneration = player.setupCount
    player.playTapped(evenIfLate: true)
  }

  /// Pauses the message that is playing.
  public func pause() {
    if player.isPlaying { player.playTapped() }
  }

  /// Pauses the message if it is playing, otherwise plays it.
  public func playPause() {
    if player.isPlaying { pause() } else { play() }
  }

  /// Pauses the message at its start; messages that arrive then wait until `play()`.
  public func stop() {
    isHalted = true
    player.stopTapped()
  }

  /// Goes to the next message, which plays if this one did, or to the end of the queue.
  public func next() {
    guard index < entries.count else { return }
    go(to: index + 1)
  }

  /// Goes to the previous message, which plays if this one did.
  public func previous() {
    guard canGoPrevious else { return }
    go(to: index - 1)
  }

  /// Disconnects the media controls.
  public func close() {
    controls?.close()
  }

  var entry: Entry? { entries.indices.contains(index) ? entries[index] : nil }

  private var isLoaded: Bool { loadedGeneration == player.setupCount }

  func go(to target: Int) {
    guard player.playerState != .recording else { return }
    let wasPlaying = player.isPlaying
    player.doneTapped()
    move(to: target)
    if wasPlaying { play() }
  }

  func move(to target: Int) {
    loadedGeneration = nil
    isDue = false
    index = target
  }

  private func reachEnd() {
    if isLoaded, let entry { onPlayed?(entry.message) }
    passOn(playing: true)
  }

  /// Goes to the next message after this one was played or failed.
  private func passOn(playing isPlaying: Bool) {
    guard isLoaded else { return }
    move(to: index + 1)
    if entry == nil {
      player.doneTapped()
    } else if isPlaying {
      play()
    }
  }

  /// Handles a failure. If the message itself cannot be played, goes to the next, which plays if
  /// this one did. Otherwise no message can be played, so the current one stays.
  private func take(_ error: AudioError, _ wasPlaying: Bool) {
    guard isLoaded else { return }
    switch error {
    case .undecodable, .notBase64:
      passOn(playing: wasPlaying)
    case .noSource, .noSink, .denied, .missingPlugin, .file, .unsupported, .engine:
      isHalted = true
    }
    lastError = error
  }

  /// Removes played messages, oldest first, until the new one fits; false if it does not.
  private func removePlayed(toFit message: QueuedMessage) -> Bool {
    var played = 0
    var bytes = clipBytes
    while entries.count - played >= Self.messagesMax
      || bytes > Self.clipBytesMax - message.clip.count
    {
      guard played < index else { return false }
      bytes -= entries[played].message.clip.count
      played += 1
    }
    guard played > 0 else { return true }
    entries.removeFirst(played)
    index -= played
    clipBytes = bytes
    return true
  }

  private func show() {
    guard let controls else { return }
    let state = withObservationTracking {
      mediaState
    } onChange: { [weak self] in
      Task { @MainActor in self?.show() }
    }
    guard state != shown else { return }
    shown = state
    controls.show(state)
  }

  isolated deinit { controls?.close() }
}

extension PlaybackQueue {
  /// Removes the message of a chatt that was deleted, whether or not it has been played.
  ///
  /// If it is the current message, it ends, and the next one plays if this one did.
  ///
  /// - Returns: The message; nil if it is not in the queue.
  @discardableResult
  public func remove(_ id: ChattID) -> QueuedMessage? {
    guard let place = entries.firstIndex(where: { $0.message.chattID == id }) else { return nil }
    // Does nothing during a recording, when the player does not have the message.
    if place == index { go(to: index + 1) }
    let message = entries.remove(at: place).message
    clipBytes -= message.clip.count
    if place < index {
      index -= 1
    } else if place == index {
      move(to: index)
    }
    return message
  }
}
