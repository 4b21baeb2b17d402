import Chatter
import ChatterClient

/// The front end without its face: does what the model asks for, and tells the model what came of
/// it. The screen and the plain lines are two faces of it.
@MainActor
final class FrontEndSession {
  /// What comes back from work under way.
  enum Outcome: Sendable {
    case retrieved(ClientError?)
    case posted(ClientError?)
    case transfer(Transfer)
  }

  /// A transfer that takes longer shows how far it is.
  static let transferPatience = Duration.seconds(1)
  /// Progress that nobody has looked at yet.
  private static let outcomesMax = 256

  private(set) var model: FrontEndModel
  let outcomes: AsyncStream<Outcome>

  private let tell: AsyncStream<Outcome>.Continuation
  private let source: any ChattSource
  private let player: any Listening
  private let every: Duration
  private let clock = ContinuousClock()
  private var makeRows = RowMaker()
  private var lastFailure: Trouble?
  private var lastRetrieval: ContinuousClock.Instant?
  private var transferStart: ContinuousClock.Instant?
  private var postedClip = false
  private var work: [Task<Void, Never>] = []

  init(_ options: FrontEndOptions, source: any ChattSource, player: any Listening) {
    model = FrontEndModel(server: options.place.authority, username: options.username)
    (self.source, self.player, every) = (source, player, options.every)
    (outcomes, tell) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(Self.outcomesMax))
    player.setupRecorder()
    look()
  }

  /// Ends what is under way.
  func end() {
    for task in work { task.cancel() }
    player.setupRecorder()
    tell.finish()
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
    if isDue, !model.isRetrieving, !model.isPosting { refresh() }
  }

  /// Tells the model what has come.
  func take(_ outcome: Outcome) {
    switch outcome {
    case .transfer(let transfer):
      if let transferStart, clock.now - transferStart >= Self.transferPatience {
        model.transfer = transfer.share
      }
      return
    case .retrieved(let error):
      model.isRetrieving = false
      lastRetrieval = clock.now
      takeList()
      if let error {
        model.fail(Trouble(error).sentence)
      } else if model.notice?.isError == true, player.failure == nil {
        model.notice = nil
      }
    case .posted(let error):
      model.isPosting = false
      lastRetrieval = clock.now
      if let error {
        model.fail(Trouble(error).sentence)
      } else {
        if postedClip { player.setupRecorder() }
        model.editor.clear()
        model.selected = 0
        takeList()
        model.say("Posted.")
      }
    }
    transferStart = nil
    model.transfer = nil
    look()
  }

  /// What a plain line sets before it posts.
  func write(_ text: String) {
    model.editor = LineEditor(text)
    model.focus = .compose
  }

  func choose(_ index: Int) { model.selected = index }
  func set(focus: FrontEndModel.Focus) { model.focus = focus }
  func set(top: Int) { model.top = top }
  func forgetNotice() { model.notice = nil }

  private func takeList() {
    let rows = makeRows.rows(source.chatts)
    if rows != model.rows || !model.hasRetrieved { model.show(rows) }
  }

  /// What there is to see of the player; a failure is said once.
  private func look() {
    model.player = player.view
    let failure = player.failure
    if let failure, failure != lastFailure { model.fail(failure.sentence) }
    lastFailure = failure
  }

  /// False for what is the face's own.
  private func perform(_ action: FrontEndAction) -> Bool {
    switch action {
    case .quit, .suspend, .redraw: return false
    case .refresh: refresh()
    case .post(let text): post(text)
    case .listen(let id): listen(id)
    case .record: player.recTapped()
    case .play: player.playTapped()
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

  private func refresh() {
    guard !model.isRetrieving else { return }
    model.isRetrieving = true
    transferStart = clock.now
    run { [source, tell] in
      do throws(ClientError) {
        try await source.retrieve { tell.yield(.transfer($0)) }
        tell.yield(.retrieved(nil))
      } catch {
        tell.yield(.retrieved(error))
      }
    }
  }

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

  private func post(_ text: String) {
    var chatt = NewChatt(username: model.username, message: text.isEmpty ? nil : text)
    if model.hasRecording, let clip = player.clip {
      do throws(AudioClipError) {
        chatt.audio = try AudioClip(bytes: clip)
      } catch {
        return model.fail("The recording cannot be posted: \(error)")
      }
    }
    postedClip = chatt.audio != nil
    model.isPosting = true
    transferStart = clock.now
    run { [source, tell] in
      do throws(ClientError) {
        try await source.post(chatt) { tell.yield(.transfer($0)) }
        tell.yield(.posted(nil))
      } catch {
        tell.yield(.posted(error))
      }
    }
  }

  private func run(_ body: @escaping @MainActor () async -> Void) {
    work.removeAll(where: \.isCancelled)
    if work.count > 8 { work.removeFirst() }
    work.append(Task { await body() })
  }
}
