import ChatterAudio
import ChatterClient

/// The front end without its user interface: performs the model's actions and reports the results
/// to the model. The screen and the plain lines are its two user interfaces.
@MainActor
final class FrontEndSession {
  /// The kinds of requests; at most one of each kind is in progress.
  enum Work: Hashable, Sendable {
    case list, post, clip, older
  }

  /// An event of a request in progress.
  enum Outcome: Sendable {
    case retrieved(Result<RowMaker.List, ClientError>)
    /// The result of a post: on success the new list, or nil if the list could not be retrieved.
    case posted(PostOutcome)
    case transfer(TransferProgress, Work)
    /// The list after an event or an older page.
    case changed(RowMaker.List)
    case deleted(id: String)
    /// Why an older page could not be retrieved; nil if it was.
    case older(ClientError?)
    /// The clip of a chatt that was requested.
    case clip(id: String, Result<[UInt8]?, ClientError>)
    /// The outcome of the deletion of a chatt.
    case deletion(Result<Deletion, ClientError>)
  }

  typealias PostOutcome = Result<RowMaker.List?, ExitError>

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
  private let pollInterval: Duration
  let recordingBytesMax: Int
  let clock = ContinuousClock()
  private var maker = RowMaker()
  /// The numbers of the list that was requested last, and of the list that is shown.
  private var (requestedList, shownList) = (0, 0)
  private var lastError: AudioError?
  private var lastRetrieval: ContinuousClock.Instant?
  private var starts: [Work: ContinuousClock.Instant] = [:]
  private var transfers: [Work: TransferProgress] = [:]
  private(set) var work: [Work: Task<Void, Never>] = [:]
  /// The clip whose waveform is shown, and the task that reads it.
  var drawnClip: [UInt8]?
  var waveform: Task<Void, Never>?
  /// The clips that were retrieved apart from the list.
  var clips = ClipCache()
  /// The chatt whose clip is being retrieved, to be played.
  var awaitedClip: String?
  /// When an older page could not be retrieved.
  var olderFailure: ContinuousClock.Instant?
  /// The task that follows the server's events.
  var following: Task<Void, Never>?
  /// The transcript of the last recording until it is complete; nil without a transcriber.
  var transcript: LiveTranscript?
  /// The clip that is being posted.
  var postedClip: [UInt8]?
  /// The outcome of the last post, until it is processed.
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
    pollPlayer()
  }

  /// Handles a key, and returns the actions that the user interface must perform.
  func press(_ key: Key) -> [FrontEndAction] {
    var remaining: [FrontEndAction] = []
    for action in model.press(key) where !perform(action) { remaining.append(action) }
    pollPlayer()
    return remaining
  }

  /// Performs an action that is not that of a key; the model then has its result.
  func act(_ action: FrontEndAction) {
    perform(action)
    pollPlayer()
  }

  /// Handles a key as if the timeline had the focus, for a user interface without focus.
  func command(_ key: Key) -> [FrontEndAction] {
    model.focus = .timeline
    return press(key)
  }

  /// Plays the clip of the chatt at a position in the timeline.
  func listen(at index: Int) {
    model.selected = index
    _ = command(.enter)
  }

  /// Plays the clips from the chatt at a position in the timeline on.
  func playAll(at index: Int) {
    model.selected = index
    _ = command(.text("a"))
  }

  /// Forgets what was printed in lines: the notice, and the text of a post, which the input has.
  func forgetPrinted() {
    model.notice = nil
    if !model.isPosting { model.editor.clear() }
  }

  /// Returns the screen, after scrolling to the selection.
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
    showEventError()
    loadOlder()
  }

  /// Passes an event to the model.
  func take(_ outcome: Outcome) {
    switch outcome {
    case .transfer(let transfer, let work):
      guard let start = starts[work], clock.now - start >= Self.progressTimeout else { return }
      transfers[work] = transfer.done == 0 && transfer.total == 0 ? nil : transfer
    case .retrieved(let result):
      end(.list)
      model.isRetrieving = false
      switch result {
      case .success(let list): show(list)
      case .failure(let error):
        model.listError = ExitError(error, at: source.authority).message
      }
    case .posted(let outcome):
      // `end` may have processed it first.
      guard postOutcome != nil else { break }
      postOutcome = nil
      end(.post)
      switch outcome {
      case .success(let list): endPosting(list)
      case .failure(let failure): failPosting(failure)
      }
    case .changed(let list): show(list)
    case .deleted(let id): endDeleted(id)
    case .older(let error):
      end(.older)
      if let error { olderFailed(error) }
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

  /// Shows a list; the error about missing clips stays as long as they are missing.
  func show(_ list: RowMaker.List) {
    model.listError = missingClips
    guard list.number > shownList else { return }
    (shownList, maker) = (list.number, list.maker)
    if list.rows != model.rows || !model.hasRetrieved { model.show(list.rows) }
    model.ownIDs = ownIDs(list.rows)
  }

  /// Why the last list came without its clips; nil if it has them.
  var missingClips: String? { ExitError(ofMissingClips: source.lastError)?.message }

  /// Polls the player; each failure is reported once.
  func pollPlayer() {
    let wasPlaying = model.playingID != nil
    model.player = PlayerView(player)
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
    if action.endsQueue { model.playsAll = false }
    if action.usesPlayer { cancelClip() }
    switch action {
    case .quit, .suspend, .redraw: return false
    case .refresh: refresh()
    case .post: post()
    case .listen(let id), .next(let id), .previous(let id): listen(id)
    case .playAll(let id):
      // A clip that repeats has no end.
      player.repeats = false
      model.playsAll = true
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
    case .deleteUnsent(let id): deleteUnsent(id)
    case .deleteChatt(let id): deleteChatt(id)
    case .memo(let action): perform(action)
    case .setVolume(let volume): player.volume = volume
    case .setRate(let rate): player.rate = rate
    case .setRepeats(let repeats): player.repeats = repeats
    }
    return true
  }

  /// Requests the list, unless a request is in progress.
  func refresh() {
    guard !model.isRetrieving else { return }
    model.isRetrieving = true
    run(.list) { session in
      do throws(ClientError) {
        try await session.source.newestChatts { session.progress(.list, $0) }
        session.continuation.yield(.retrieved(.success(await session.list())))
      } catch {
        session.continuation.yield(.retrieved(.failure(error)))
      }
    }
  }

  /// Returns the rows of the current list.
  func list() async -> RowMaker.List {
    requestedList += 1
    return await maker.list(of: source.chatts, number: requestedList)
  }

  nonisolated func progress(_ work: Work, _ progress: TransferProgress) {
    continuation.yield(.transfer(progress, work))
  }

  func run(_ kind: Work, _ body: @escaping @MainActor (FrontEndSession) async -> Void) {
    starts[kind] = clock.now
    work[kind] = Task { await body(self) }
  }
}
