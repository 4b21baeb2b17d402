public import Observation

/// Plays messages in the order in which they were received, as a walkie-talkie does.
///
/// One that arrives while nothing is to be heard is played at once; one that arrives while another
/// plays, or is held, waits. Media keys and a desktop's panel control it through `MediaControls`.
/// The queue has its player to itself: what the player is set up for by others, the queue does not know.
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

  /// Why a message was passed over last; nil again with the next that plays.
  public internal(set) var lastError: AudioError?

  /// What plays them.
  @ObservationIgnored public let player: AudioPlayer

  /// What is done where a desktop asks for the front end.
  @ObservationIgnored public var onRaise: (() -> Void)?

  /// What is done where a desktop ends the program.
  @ObservationIgnored public var onQuit: (() -> Void)?

  /// Whether the player is set up for the message at `index`.
  @ObservationIgnored var isLoaded = false
  /// Whether a person has stopped it: then what arrives waits.
  @ObservationIgnored private var isHalted = false
  @ObservationIgnored private var nextNumber = 1
  @ObservationIgnored private var clipBytes = 0
  @ObservationIgnored private let controls: (any MediaControls)?
  @ObservationIgnored private var shown: MediaState?

  /// An empty queue for a player, and what controls it besides its own methods.
  public init(player: AudioPlayer, controls: (any MediaControls)? = nil) {
    self.player = player
    self.controls = controls
    player.onEnd = { [weak self] in self?.passOn() }
    player.onFailure = { [weak self] error in self?.passOver(error) }
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
    let isIdle = index == entries.count
    entries.append(Entry(number: nextNumber, message: message))
    nextNumber += 1
    clipBytes += message.clip.count
    if isIdle, !isHalted { play() }
    return true
  }

  /// Plays the message that is held or comes next.
  public func play() {
    isHalted = false
    guard let entry, player.playerState != .recording, !player.isPlaying else { return }
    if !isLoaded {
      isLoaded = true
      player.setupPlayer(clip: entry.message.clip)
    }
    lastError = nil
    player.playTapped()
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

  private func go(to target: Int) {
    guard player.playerState != .recording else { return }
    let wasPlaying = player.isPlaying
    player.doneTapped()
    isLoaded = false
    index = target
    if wasPlaying { play() }
  }

  /// The message has been heard: plays the next.
  private func passOn() {
    guard isLoaded else { return }
    isLoaded = false
    index += 1
    if entry == nil { player.doneTapped() } else { play() }
  }

  /// The message cannot be played: plays the next.
  private func passOver(_ error: AudioError) {
    guard isLoaded else { return }
    passOn()
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
