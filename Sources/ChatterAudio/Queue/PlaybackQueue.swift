public import Observation

/// Plays messages in the order in which they were received, as a walkie-talkie does.
///
/// One that arrives while nothing is to be heard is played at once; one that arrives while another
/// plays, or is held, waits. Media keys and a desktop's panel control it through `MediaControls`.
///
/// The queue has its player to itself, but for recordings: what arrives during one waits, so that
/// the clip is not lost, until the player is done with it and another message arrives, or until
/// `play()`: to be called when the clip has been sent.
@MainActor @Observable
public final class PlaybackQueue {
  /// How many messages are kept, heard ones included.
  public static let messagesMax = 1000

  /// How many bytes their clips may have together.
  public static let clipBytesMax = 512 << 20

  /// A message, and the number that it has in this queue and no other has.
  struct Entry {
    var number: Int
    var message: QueuedMessage
  }

  var entries: [Entry] = []

  /// Where in the messages it is; their count when all have been heard.
  public internal(set) var index = 0

  /// Why a message was passed over last, or why none can be heard at all; nil again with the next
  /// that plays.
  public internal(set) var lastError: AudioError?

  /// What plays them.
  @ObservationIgnored public let player: AudioPlayer

  /// What is done where a desktop asks for the front end.
  @ObservationIgnored public var onRaise: (() -> Void)? { didSet { show() } }

  /// What is done where a desktop ends the program.
  @ObservationIgnored public var onQuit: (() -> Void)? { didSet { show() } }

  /// What the player counted when it was set up for the message at `index`; nil where it was not.
  @ObservationIgnored private var loadedGeneration: Int?
  /// Whether a person has stopped it, or nothing can be heard: then what arrives waits.
  @ObservationIgnored private var isHalted = false
  /// Whether a message would play, were the player not at something else.
  @ObservationIgnored private var isDue = false
  @ObservationIgnored private var nextNumber = 1
  @ObservationIgnored private var clipBytes = 0
  @ObservationIgnored private let controls: (any MediaControls)?
  @ObservationIgnored private var shown: MediaState?

  /// An empty queue for a player, and what controls it besides its own methods.
  public init(player: AudioPlayer, controls: (any MediaControls)? = nil) {
    self.player = player
    self.controls = controls
    player.onEnd = { [weak self] in self?.passOn(playing: true) }
    player.onFailure = { [weak self] error, wasPlaying in self?.take(error, wasPlaying) }
    guard let controls else { return }
    player.onSeek = { [weak controls] time in controls?.announceSeek(to: time) }
    show()
    Task { [weak self] in
      for await command in controls.commands { self?.obey(command) }
    }
  }

  /// The messages, heard ones included, in the order received.
  public var messages: [QueuedMessage] { entries.map(\.message) }

  /// The message that is played, is held, or would be played next; nil where there is none.
  public var nowPlaying: QueuedMessage? { entry?.message }

  /// How many wait behind the one that plays.
  public var waitingCount: Int { max(0, entries.count - index - 1) }

  /// Whether another message follows this one.
  public var canGoNext: Bool { index + 1 < entries.count }

  /// Whether there is a message before this one.
  public var canGoPrevious: Bool { index > 0 }

  /// Takes a message, and plays it if nothing else is to be heard.
  ///
  /// - Returns: false where it does not fit, because too many before it have not been heard.
  @discardableResult
  public func add(_ message: QueuedMessage) -> Bool {
    guard makeRoom(for: message) else { return false }
    let isIdle = index == entries.count || isDue
    entries.append(Entry(number: nextNumber, message: message))
    nextNumber += 1
    clipBytes += message.clip.count
    if isIdle, !isHalted { playOn() }
    return true
  }

  /// Plays the message that is held or comes next; not while a recording is made.
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

  /// Holds the message that plays.
  public func pause() {
    if player.isPlaying { player.playTapped() }
  }

  /// Holds the message if it plays, and plays it if not.
  public func playPause() {
    if player.isPlaying { pause() } else { play() }
  }

  /// Holds the message at its start; what arrives then waits until something is played.
  public func stop() {
    isHalted = true
    player.stopTapped()
  }

  /// Goes to the next message, which plays if this one did; after the last to the end of all.
  public func next() {
    guard index < entries.count else { return }
    go(to: index + 1)
  }

  /// Goes to the message before, which plays if this one did.
  public func previous() {
    guard canGoPrevious else { return }
    go(to: index - 1)
  }

  /// Moves within the message.
  public func seek(to time: Duration) {
    player.seek(to: time)
  }

  /// Leaves the media controls.
  public func close() {
    controls?.close()
  }

  var entry: Entry? { entries.indices.contains(index) ? entries[index] : nil }

  /// Whether the player is set up for the message at `index`, and for nothing else since.
  private var isLoaded: Bool { loadedGeneration == player.setupCount }

  private func go(to target: Int) {
    guard player.playerState != .recording else { return }
    let wasPlaying = player.isPlaying
    player.doneTapped()
    move(to: target)
    if wasPlaying { play() }
  }

  private func move(to target: Int) {
    loadedGeneration = nil
    isDue = false
    index = target
  }

  /// Plays the next, unless the player is at something else.
  private func playOn() {
    if player.isFree { play() } else { isDue = true }
  }

  /// The message has been heard, or cannot be: goes to the next.
  private func passOn(playing isPlaying: Bool) {
    guard isLoaded else { return }
    move(to: index + 1)
    if entry == nil {
      player.doneTapped()
    } else if isPlaying {
      play()
    }
  }

  /// The message cannot be played: goes to the next, and plays it if this one did. Where it is not
  /// the message's fault, no other could be heard: it stays, and so do all.
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

  /// Forgets heard messages, the oldest first, until there is room; false where that is not enough.
  private func makeRoom(for message: QueuedMessage) -> Bool {
    var heard = 0
    var bytes = clipBytes
    while entries.count - heard >= Self.messagesMax
      || bytes > Self.clipBytesMax - message.clip.count
    {
      guard heard < index else { return false }
      bytes -= entries[heard].message.clip.count
      heard += 1
    }
    guard heard > 0 else { return true }
    entries.removeFirst(heard)
    index -= heard
    clipBytes = bytes
    return true
  }

  /// Shows the state now, and again whenever it has changed.
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
