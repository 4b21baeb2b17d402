import Chatter
import ChatterAudio
import ChatterClient

/// The front end without its user interface, which is the screen or the plain lines.
@MainActor
final class FrontEndSession {
  /// The kinds of requests; at most one of each kind is in progress.
  enum Work: Hashable, Sendable {
    case list, post, clip, older
  }

  /// An event of a request in progress.
  enum Outcome: Sendable {
    /// Why the list could not be retrieved; nil if it was.
    case retrieved(ClientError?)
    case posted(PostOutcome)
    case transfer(TransferProgress, Work)
    case changed
    case deleted(id: String)
    /// Why an older page could not be retrieved; nil if it was.
    case older(ClientError?)
    case clip(id: String, Result<[UInt8]?, ClientError>)
    case deletion(Result<Deletion, ClientError>)
  }

  enum Event: Sendable {
    case terminal(TerminalEvent)
    case outcome(Outcome)
    /// The time to poll the player.
    case tick
  }

  typealias PostOutcome = Result<Void, ExitError>

  private static let tickInterval = Duration.milliseconds(100)
  /// The duration after which a transfer shows its progress.
  static let progressTimeout = Duration.seconds(1)
  /// The maximum number of buffered events; older ones are dropped.
  private static let outcomesMax = 256

  /// The model; only the session, including its extensions in other files, changes it.
  var model: FrontEndModel
  let outcomes: AsyncStream<Outcome>

  let continuation: AsyncStream<Outcome>.Continuation
  let source: any ChattSource
  let player: AudioPlayer
  /// Reports what the user interface cannot show.
  let report: @MainActor (String) -> Void
  let isPlain: Bool
  /// The memos of this person; nil without a home directory.
  var memos: MemoStore?
  /// Which clips this person has heard; nil without a home directory.
  var heard: HeardFile?
  private let pollInterval: Duration
  let recordingBytesMax: Int
  let clock = ContinuousClock()
  private var maker = RowMaker()
  private var lastError: AudioError?
  private var lastRetrieval: ContinuousClock.Instant?
  private var starts: [Work: ContinuousClock.Instant] = [:]
  private var transfers: [Work: TransferProgress] = [:]
  private(set) var work: [Work: Task<Void, Never>] = [:]
  /// The clip whose waveform is shown, and the task that reads it.
  var drawnClip: [UInt8]?
  var waveform: Task<Void, Never>?
  var clips = ClipCache()
  /// The chatt whose clip is being retrieved, to be played.
  var awaitedClip: String?
  /// When an older page could not be retrieved.
  var olderFailure: ContinuousClock.Instant?
  var following: Task<Void, Never>?
  /// The transcript of the last recording until it is complete; nil without a transcriber.
  var transcript: LiveTranscript?
  var postOutcome: PostOutcome?
  /// The failed posts: a user interface without a person exits with their error.
  var failedPosts = FailedPosts()
  /// Whether a post, or playback, waits for a recording to be completed.
  var (postWaits, playWaits) = (false, false)

  /// - Parameter report: Reports a message while the user interface is not shown.
  init(
    _ options: FrontEndOptions, source: any ChattSource, player: AudioPlayer,
    recordingBytesMax: Int = ClipLimit.recordedBytesMax,
    report: @escaping @MainActor (String) -> Void = { _ in }
  ) {
    model = FrontEndModel(server: options.place.authority, username: options.username)
    (self.source, self.player, pollInterval) = (source, player, options.pollInterval)
    isPlain = options.isPlain
    (self.recordingBytesMax, self.report) = (recordingBytesMax, report)
    (outcomes, continuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingNewest(Self.outcomesMax))
    player.setupRecorder()
    player.onEnd = { [weak self] in self?.markHeard() }
    pollPlayer()
  }

  /// Returns the events until the stream is dropped; only one front end reads them. Unbounded: only
  /// the main actor fills it, and the main actor drains it.
  func events(_ input: AsyncStream<TerminalEvent>) -> AsyncStream<Event> {
    let (stream, more) = AsyncStream<Event>.makeStream()
    let sources = [
      Task { for await event in input { more.yield(.terminal(event)) } },
      Task { for await outcome in outcomes { more.yield(.outcome(outcome)) } },
      Task {
        while (try? await Task.sleep(for: Self.tickInterval)) != nil { more.yield(.tick) }
      },
    ]
    more.onTermination = { _ in for source in sources { source.cancel() } }
    return stream
  }

  func press(_ key: Key) -> [FrontEndAction] {
    var remaining: [FrontEndAction] = []
    for action in model.press(key) where !perform(action) { remaining.append(action) }
    pollPlayer()
    return remaining
  }

  /// Performs actions that are not those of a key; the model then has their results.
  func act(_ actions: [FrontEndAction]) {
    for action in actions { perform(action) }
    pollPlayer()
  }

  /// Handles a key as if the timeline had the focus, after selecting the chatt at a position.
  func command(_ key: Key, at index: Int? = nil) -> [FrontEndAction] {
    model.selected = index ?? model.selected
    model.focus = .timeline
    return press(key)
  }

  func screen(size: TerminalSize, capabilities: TerminalCapabilities) -> Screen {
    model.scroll(size: size, glyphs: Glyphs(capabilities))
    model.markSeen()
    return FrontEndScreen.draw(model, size: size, capabilities: capabilities)
  }

  /// Polls the player, and the server when a poll is due.
  func tick() {
    model.now = LocalTime.minute()
    pollPlayer()
    let isDue = lastRetrieval.map { clock.now - $0 >= pollInterval } ?? true
    if isDue, !model.isPosting, !source.isLive { refresh() }
    // Events arrive again.
    if source.isLive, model.listError != nil { model.listError = missingClips }
    // Another program may have played clips.
    if heard?.reload() == true, model.hasRetrieved { showList() }
    loadOlder()
  }

  func take(_ outcome: Outcome) {
    switch outcome {
    case .transfer(let transfer, let work):
      guard let start = starts[work], clock.now - start >= Self.progressTimeout else { return }
      transfers[work] = transfer.done == 0 && transfer.total == 0 ? nil : transfer
    case .retrieved(let error):
      end(.list)
      model.isRetrieving = false
      if let error {
        model.listError = ExitError(error, at: source.authority).message
      } else {
        showList()
      }
    case .posted(let outcome):
      // `end` may have processed it first.
      guard postOutcome != nil else { break }
      postOutcome = nil
      end(.post)
      switch outcome {
      case .success: endPosting()
      case .failure(let failure): failPosting(failure)
      }
    case .changed: showList()
    case .deleted(let id): endDeleted(id)
    case .older(let error):
      end(.older)
      if let error {
        olderFailure = clock.now
        model.fail("No older chatts: \(ExitError(error, at: source.authority).message)")
      }
    case .clip(let id, let result):
      end(.clip)
      take(result, ofChatt: id)
    case .deletion(let result): take(result)
    }
    model.transfer = transfers[.post] ?? transfers[.clip] ?? transfers[.list]
    pollPlayer()
  }

  func end(_ kind: Work) {
    if kind == .list || kind == .post { lastRetrieval = clock.now }
    (work[kind], starts[kind], transfers[kind]) = (nil, nil, nil)
  }

  func showList() {
    model.listError = missingClips
    var rows = maker.rows(source.chatts)
    markNew(&rows)
    if rows != model.rows || !model.hasRetrieved { model.show(rows) }
    model.ownIDs = Set(rows.map(\.id).filter { ChattID($0).map(source.canDelete) ?? false })
  }

  /// Why the last list came without its clips; nil if it has them.
  var missingClips: String? { ExitError(ofMissingClips: source.lastError)?.message }

  /// Polls the player; each failure is reported once.
  func pollPlayer() {
    let wasPlaying = model.playingID != nil
    model.player = PlayerView(player)
    if player.isNearEnd { markHeard() }
    updateWaveform()
    endLongRecording()
    let error = player.lastError
    if let error, error != lastError { model.fail(ExitError(error).message) }
    lastError = error
    pollTranscript()
    if wasPlaying { continueQueue() }
    guard !model.player.isFinishing else { return }
    if postWaits { send() }
    if playWaits {
      playWaits = false
      if model.player.hasClip { player.playTapped() }
      model.player = PlayerView(player)
    }
  }

  /// Performs an action; false if the user interface must perform it.
  @discardableResult
  func perform(_ action: FrontEndAction) -> Bool {
    if action.endsQueue { model.queue = nil }
    if action.usesPlayer { cancelClip() }
    switch action {
    case .quit, .suspend, .redraw: return false
    case .refresh: refresh()
    case .post: post()
    case .listen(let id), .next(let id), .previous(let id): listen(id)
    case .playQueue(let id, let queue):
      // A clip that repeats has no end.
      player.repeats = false
      model.queue = queue
      listen(id)
    case .record:
      player.recTapped()
      beginTranscript()
    case .play: if player.isFinishingRecording { playWaits = true } else { player.playTapped() }
    case .stop: player.stopTapped()
    case .rewind: player.rwndTapped()
    case .forward: player.ffwdTapped()
    case .done: done()
    case .discard: player.setupRecorder()
    case .playUnsent(let id): playUnsent(id)
    case .postUnsent(let id): postUnsent(id)
    case .deleteUnsent(let id): if let item = unsentItem(id) { forgetUnsent(item) }
    case .deleteChatt(let id): deleteChatt(id)
    case .memo(let action): perform(action)
    case .setVolume(let volume): player.volume = volume
    case .setRate(let rate): player.rate = rate
    case .setRepeats(let repeats): player.repeats = repeats
    }
    return true
  }

  func refresh() {
    guard !model.isRetrieving else { return }
    model.isRetrieving = true
    run(.list) { session in
      do throws(ClientError) {
        try await session.source.newestChatts { session.progress(.list, $0) }
        session.maker = await session.maker.reading(session.source.chatts)
        session.continuation.yield(.retrieved(nil))
      } catch {
        session.continuation.yield(.retrieved(error))
      }
    }
  }

  nonisolated func progress(_ work: Work, _ progress: TransferProgress) {
    continuation.yield(.transfer(progress, work))
  }

  func run(_ kind: Work, _ body: @escaping @MainActor (FrontEndSession) async -> Void) {
    starts[kind] = clock.now
    work[kind] = Task { await body(self) }
  }
}
