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
    case posted(Result<TimelineList?, ClientError>)
    case transfer(Transfer, Work)
  }

  /// A transfer that takes longer shows how far it is.
  static let transferPatience = Duration.seconds(1)
  /// So long an end waits for the devices: a file of a voice that is half written is to go.
  static let endPatience = Duration.seconds(2)
  /// Progress that nobody has looked at yet.
  private static let outcomesMax = 256

  private(set) var model: FrontEndModel
  /// Why the last post that failed did; a face without a person to repeat it ends with it.
  private(set) var postFailure: Trouble?
  let outcomes: AsyncStream<Outcome>

  private let tell: AsyncStream<Outcome>.Continuation
  private let source: any ChattSource
  private let player: any Listening
  private let every: Duration
  private let clock = ContinuousClock()
  private var lists = TimelineLists()
  private var lastFailure: Trouble?
  private var lastRetrieval: ContinuousClock.Instant?
  private var starts: [Work: ContinuousClock.Instant] = [:]
  private var shares: [Work: Double] = [:]
  private var work: [Work: Task<Void, Never>] = [:]
  /// The clip that is on its way.
  private var postedClip: [UInt8]?
  /// What waits for a recording to be complete: a post, or to play it.
  private var (postWaits, playWaits) = (false, false)

  init(_ options: FrontEndOptions, source: any ChattSource, player: any Listening) {
    model = FrontEndModel(server: options.place.authority, username: options.username)
    (self.source, self.player, every) = (source, player, options.every)
    (outcomes, tell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.outcomesMax))
    player.setupRecorder()
    look()
  }

  /// Ends what is under way, and gives the devices back.
  ///
  /// - Returns: what was recorded or written and has not been posted.
  func end() async -> Unsent {
    (postWaits, playWaits) = (false, false)
    if player.view.isRecording {
      player.stopTapped()
      look()
    }
    if player.view.isFinishing {
      await player.settled(within: Self.endPatience)
      look()
    }
    for task in work.values { task.cancel() }
    let isRecorded = model.hasRecording || model.isPostingClip
    let unsent = Unsent(clip: isRecorded ? player.clip : nil, text: model.unsentText)
    player.setupRecorder()
    await player.settled(within: Self.endPatience)
    tell.finish()
    return unsent
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
      shares[work] = transfer.share
    case .retrieved(let result):
      end(.list)
      model.isRetrieving = false
      switch result {
      case .success(let list): show(list)
      case .failure(let error): model.trouble = Trouble(error).sentence
      }
    case .posted(let result):
      end(.post)
      switch result {
      case .success(let list): endPosting(list)
      case .failure(let error): failPosting(Self.trouble(ofPost: error))
      }
    }
    model.transfer = shares[.post] ?? shares[.list]
    look()
  }

  private func end(_ kind: Work) {
    lastRetrieval = clock.now
    (work[kind], starts[kind], shares[kind]) = (nil, nil, nil)
  }

  private func show(_ list: TimelineList) {
    model.trouble = nil
    guard lists.take(list) else { return }
    if list.rows != model.rows || !model.hasRetrieved { model.show(list.rows) }
  }

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
  func forgetNotice() { model.notice = nil }

  /// What there is to see of the player; a failure is said once.
  private func look() {
    model.player = player.view
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

  /// False for what is the face's own.
  private func perform(_ action: FrontEndAction) -> Bool {
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
  private func list() async -> TimelineList { await lists.next(of: source.chatts).made() }

  nonisolated private func progress(_ work: Work, _ transfer: Transfer) {
    tell.yield(.transfer(transfer, work))
  }

  private func run(_ kind: Work, _ body: @escaping @MainActor (FrontEndSession) async -> Void) {
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

  /// A recording that is not complete yet is waited for.
  private func post() {
    model.beginPosting()
    postWaits = player.view.isFinishing
    if !postWaits { send() }
  }

  private func send() {
    postWaits = false
    guard let posting = model.posting else { return }
    var chatt = NewChatt(
      username: model.username, message: posting.text.isEmpty ? nil : posting.text)
    if posting.hasClip {
      // Why there is none has been said.
      guard let clip = player.clip else { return failPosting(player.failure) }
      do throws(AudioClipError) {
        chatt.audio = try AudioClip(bytes: clip)
      } catch {
        return failPosting(Trouble("The recording cannot be posted: \(error)", .data))
      }
      postedClip = clip
    }
    run(.post) { [chatt] session in
      do throws(ClientError) {
        try await session.source.post(chatt) { session.progress(.post, $0) }
        let hasList = session.source.lastError == nil
        session.tell.yield(.posted(.success(hasList ? await session.list() : nil)))
      } catch {
        session.tell.yield(.posted(.failure(error)))
      }
    }
  }

  private func endPosting(_ list: TimelineList?) {
    if postedClip != nil, player.clip == postedClip { player.setupRecorder() }
    postedClip = nil
    model.endPosting()
    model.say("Posted.")
    if let list {
      show(list)
    } else {
      model.trouble = source.lastError.map { Trouble($0).sentence }
    }
  }

  private func failPosting(_ trouble: Trouble?) {
    postedClip = nil
    model.takeBackPosting()
    if let trouble { model.fail(trouble.sentence) }
    postFailure = trouble ?? postFailure
  }

  /// It says also whether the post may have been stored.
  private static func trouble(ofPost error: ClientError) -> Trouble {
    let trouble = Trouble(error)
    return error.isOutcomeUnknown ? Trouble(error.postDescription, trouble.exitCode) : trouble
  }
}
