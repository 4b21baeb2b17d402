import Chatter
import ChatterAudio
import ChatterClient

/// The front end without its face: does what the model asks for, and tells the model what came of
/// it. The screen and the plain lines are two faces of it.
@MainActor
final class FrontEndSession {
  /// What is under way with the server, one of each kind at a time.
  enum Work: Hashable, Sendable {
    case list, post
  }

  /// What comes back from work under way.
  enum Outcome: Sendable {
    case retrieved(Result<TimelineList, ClientError>)
    /// Of a post that is stored the list, unless that did not come.
    case posted(PostOutcome)
    case transfer(Transfer, Work)
  }

  typealias PostOutcome = Result<TimelineList?, Trouble>

  /// A transfer that takes longer shows how far it is.
  static let transferPatience = Duration.seconds(1)
  /// Progress that nobody has looked at yet.
  private static let outcomesMax = 256

  /// The session alone changes it, and the parts of it in other files.
  var model: FrontEndModel
  let outcomes: AsyncStream<Outcome>

  let tell: AsyncStream<Outcome>.Continuation
  let source: any ChattSource
  let player: any Listening
  /// Tells a person what the face has no place for.
  let note: @MainActor (String) -> Void
  private let every: Duration
  private let recordingBytesMax: Int
  private let clock = ContinuousClock()
  private var lists = TimelineLists()
  private var lastFailure: Trouble?
  private var lastRetrieval: ContinuousClock.Instant?
  private var starts: [Work: ContinuousClock.Instant] = [:]
  private var transfers: [Work: Transfer] = [:]
  private(set) var work: [Work: Task<Void, Never>] = [:]
  /// The clip that is on its way.
  var postedClip: [UInt8]?
  /// What came of the last post, until it is taken.
  var postOutcome: PostOutcome?
  /// What a face ends with where there is no person to repeat it.
  var failedPosts = FailedPosts()
  /// What waits for a recording to be complete: a post, or to play it.
  var (postWaits, playWaits) = (false, false)

  /// - Parameter note: told what a person must know while there is no face.
  init(
    _ options: FrontEndOptions, source: any ChattSource, player: any Listening,
    recordingBytesMax: Int = Files.recordingBytesMax,
    note: @escaping @MainActor (String) -> Void = { _ in }
  ) {
    model = FrontEndModel(server: options.place.authority, username: options.username)
    (self.source, self.player, every) = (source, player, options.every)
    (self.recordingBytesMax, self.note) = (recordingBytesMax, note)
    (outcomes, tell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.outcomesMax))
    player.setupRecorder()
    look()
  }

  /// Takes a key; returns what the face itself must do.
  func press(_ key: Key) -> [FrontEndAction] {
    var left: [FrontEndAction] = []
    for action in model.press(key) where !perform(action) { left.append(action) }
    look()
    return left
  }

  /// Asks the player, and the server when it is time.
  func tick() {
    look()
    let isDue = lastRetrieval.map { clock.now - $0 >= every } ?? true
    if isDue, !model.isPosting { ask() }
  }

  /// Tells the model what has come.
  func take(_ outcome: Outcome) {
    switch outcome {
    case .transfer(let transfer, let work):
      guard let start = starts[work], clock.now - start >= Self.transferPatience else { return }
      transfers[work] = transfer.isUnderWay ? transfer : nil
    case .retrieved(let result):
      end(.list)
      model.isRetrieving = false
      switch result {
      case .success(let list): show(list)
      case .failure(let error): model.trouble = Trouble(error).sentence
      }
    case .posted(let outcome):
      // An end may have taken it first.
      guard postOutcome != nil else { break }
      postOutcome = nil
      end(.post)
      switch outcome {
      case .success(let list): endPosting(list)
      case .failure(let trouble): failPosting(trouble)
      }
    }
    model.transfer = transfers[.post] ?? transfers[.list]
    look()
  }

  private func end(_ kind: Work) {
    lastRetrieval = clock.now
    (work[kind], starts[kind], transfers[kind]) = (nil, nil, nil)
  }

  /// That the clips are missing is said as long as they are.
  func show(_ list: TimelineList) {
    model.trouble = missingClips
    guard lists.take(list) else { return }
    if list.rows != model.rows || !model.hasRetrieved { model.show(list.rows) }
  }

  /// Why a list that came has no clips; nil where it has them.
  var missingClips: String? { Trouble(ofMissingClips: source.lastError)?.sentence }

  /// What a plain line sets before it posts.
  func write(_ text: String) {
    model.editor = LineEditor(text)
    model.focus = .compose
  }

  func choose(_ index: Int) { model.selected = index }
  func set(focus: FrontEndModel.Focus) { model.focus = focus }
  func set(top: Int) { model.top = top }
  func set(openedTop: Int) { model.opened?.top = openedTop }
  func set(volume: Double) { _ = perform(.setVolume(volume)) }
  func set(rate: Double) { _ = perform(.setRate(rate)) }
  func set(repeats: Bool) { _ = perform(.setRepeats(repeats)) }
  func forgetNotice() { model.notice = nil }
  func say(_ sentence: String) { model.say(sentence) }

  /// What there is to see of the player; a failure is said once.
  func look() {
    model.player = player.view
    endLongRecording()
    let failure = player.failure
    if let failure, failure != lastFailure { model.fail(failure.sentence) }
    lastFailure = failure
    guard !model.player.isFinishing else { return }
    if postWaits { send() }
    if playWaits {
      playWaits = false
      if model.player.hasClip { player.playTapped() }
      model.player = player.view
    }
  }

  /// What is recorded is to be posted.
  private func endLongRecording() {
    guard model.player.isRecording, let count = player.recordedByteCount,
      count >= recordingBytesMax
    else { return }
    player.stopTapped()
    model.player = player.view
    model.say("No more fits into a post: the recording has ended.")
  }

  /// False for what is the face's own.
  func perform(_ action: FrontEndAction) -> Bool {
    switch action {
    case .quit, .suspend, .redraw: return false
    case .refresh: ask()
    case .post: post()
    case .listen(let id): listen(id)
    case .record: player.recTapped()
    case .play: if player.view.isFinishing { playWaits = true } else { player.playTapped() }
    case .stop: player.stopTapped()
    case .rewind: player.rwndTapped()
    case .forward: player.ffwdTapped()
    case .done: done()
    case .discard: player.setupRecorder()
    case .setVolume(let volume): player.volume = volume
    case .setRate(let rate): player.rate = rate
    case .setRepeats(let repeats): player.repeats = repeats
    }
    return true
  }

  /// Asks for the list, unless it is on its way.
  func ask() {
    guard !model.isRetrieving else { return }
    model.isRetrieving = true
    run(.list) { session in
      do throws(ClientError) {
        try await session.source.retrieve { session.progress(.list, $0) }
        session.tell.yield(.retrieved(.success(await session.list())))
      } catch {
        session.tell.yield(.retrieved(.failure(error)))
      }
    }
  }

  /// The rows of the list as it is now.
  func list() async -> TimelineList { await lists.next(of: source.chatts).made() }

  nonisolated func progress(_ work: Work, _ transfer: Transfer) {
    tell.yield(.transfer(transfer, work))
  }

  func run(_ kind: Work, _ body: @escaping @MainActor (FrontEndSession) async -> Void) {
    starts[kind] = clock.now
    work[kind] = Task { await body(self) }
  }
}

extension FrontEndSession {
  private func listen(_ id: String) {
    guard let chatt = source.chatts.first(where: { RowMaker.id($0) == id }),
      let row = model.rows.first(where: { $0.id == id })
    else { return model.say("This chatt is no longer there.") }
    let clip: [UInt8]?
    do throws(Base64Error) {
      clip = try chatt.audioBytes()
    } catch {
      return model.fail("The clip cannot be read: \(error)")
    }
    guard let clip else { return model.say("This chatt has no clip.") }
    player.setupPlayer(clip: clip)
    player.playTapped()
    model.listeningTo = row
  }

  /// A clip that was listened to is put away; a recording waits for its post.
  private func done() {
    player.doneTapped()
    guard model.listeningTo != nil else { return }
    model.listeningTo = nil
    player.setupRecorder()
  }
}
