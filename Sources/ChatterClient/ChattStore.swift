public import Chatter
public import Observation

/// The chatts of a server, for a screen: the labs' `ChattStore`.
///
/// Observers are told when `chatts` changes. One retrieval is under way at a time.
@MainActor @Observable
public final class ChattStore {
  /// Newest first, as the server listed them last, with their clips.
  public var chatts: [Chatt] {
    access(keyPath: \.chatts)
    return shown
  }
  /// Whether a list is under way; false again when it has come, failed, or nobody waits for it.
  public private(set) var isRetrieving = false
  /// How many rows of the last list were left out, since they are no chatts.
  public private(set) var skippedCount = 0
  /// What went wrong last, also in a list after a post that went well; nil since a list has come
  /// with its clips.
  public private(set) var lastError: ClientError?

  @ObservationIgnored private var shown: [Chatt] = []
  /// Which list that is; nil where the server does not say.
  @ObservationIgnored private var known: Known?
  /// The error of a list with clips that was too large: from then on they are left out.
  @ObservationIgnored private var tooLarge: ClientError?
  @ObservationIgnored private var unsettled = UnsettledPosts()
  @ObservationIgnored private let calls: RemoteCalls
  /// The retrieval under way.
  @ObservationIgnored private var retrieval: Retrieval?
  @ObservationIgnored private var lastNumber = 0

  /// By what the server tells that it has no other list than ours.
  private struct Known {
    let call: Call
    let entityTag: String
  }

  private struct Received {
    let call: Call
    /// Nil where it is the one that is shown.
    let list: RemoteCalls.List?
    let tooLarge: ClientError?
  }

  private typealias Outcome = Result<Received, ClientError>

  /// A list that is under way, and who waits for it.
  private struct Retrieval {
    let number: Int
    var task: Task<Void, Never>?
    var callers: [Int: CheckedContinuation<Result<Void, ClientError>, Never>] = [:]
  }

  /// Takes a server, what carries the calls to it, and how posts are repeated.
  public init(
    _ server: Server, transport: any Transport = CurlTransport(),
    retries: RetryPolicy = RetryPolicy()
  ) {
    calls = RemoteCalls(server: server, transport: transport, retries: retries)
  }

  /// For tests, which have their own time.
  init(_ calls: RemoteCalls) {
    self.calls = calls
  }

  /// Gets the list (getaudio: rows with their clips) into `chatts`; a server that names its lists
  /// (`ETag`) sends only one that is new.
  ///
  /// Where the list is larger than ``TransferLimits/answerBytesMax``, it is got without the clips,
  /// and `lastError` says so.
  ///
  /// Where a retrieval is under way already, this waits for that one and has its outcome. One whose
  /// callers are all cancelled ends; `chatts` then stays as it was, as after an error.
  /// `progress` is told on any thread how far it is, by the retrieval that this call begins.
  public func getChatts(
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) {
    try await outcome(progress)
  }

  /// Posts a chatt, again where its answer is lost (``RetryPolicy``), and then, if `refreshing`, gets
  /// the list.
  ///
  /// A post that is stored does not fail for a list that does not come: that is told by `lastError`.
  /// One that fails may have been stored all the same (``ClientError/isOutcomeUnknown``): an equal one
  /// within the next hour is the same post to the server, which stores it once.
  /// A `key` is for who repeats a post of his own: what was sent with it before is not stored again.
  /// `progress` is told on any thread how far the post is.
  public func postChatt(
    _ chatt: NewChatt, once key: PostKey? = nil, refreshing: Bool = true,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) {
    let kept = unsettled.takeKey(of: chatt)
    let key = key ?? kept ?? RemoteCalls.newKey(for: chatt)
    do throws(CallFailure) {
      try await calls.post(chatt, once: key, progress: progress)
    } catch {
      if !error.error.isRefusal { unsettled.keep(chatt, sentWith: key, clock: calls.clock) }
      lastError = error.error
      throw error.error
    }
    guard refreshing else { return }
    // A list that was asked for before the post was stored may lack it.
    if retrieval != nil { try? await outcome() }
    try? await getChatts()
  }

  /// The key that a post failed with and may have been stored under, for who repeats it elsewhere;
  /// nil where there was none within the last hour.
  public func keptKey(of chatt: NewChatt) -> PostKey? { unsettled.key(of: chatt) }

  // MARK: The retrieval under way

  /// How many wait for the retrieval under way.
  var callerCount: Int { retrieval?.callers.count ?? 0 }

  private func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private func begin(_ progress: (@Sendable (TransferProgress) -> Void)?) {
    let number = nextNumber()
    retrieval = Retrieval(number: number)
    isRetrieving = true
    let (calls, known, tooLarge) = (calls, known, tooLarge)
    retrieval?.task = Task { [weak self] in
      let outcome = await Self.retrieve(by: calls, known: known, tooLarge: tooLarge, progress)
      self?.end(number, outcome)
    }
  }

  /// Gets the list with the clips, or, where that is too large, the one without them.
  private nonisolated static func retrieve(
    by calls: RemoteCalls, known: Known?, tooLarge: ClientError?,
    _ progress: (@Sendable (TransferProgress) -> Void)?
  ) async -> Outcome {
    func list(_ call: Call, _ tooLarge: ClientError?) async throws(CallFailure) -> Received {
      let tag = known?.call == call ? known?.entityTag : nil
      let list = try await calls.list(call, otherThan: tag, progress: progress)
      return Received(call: call, list: list, tooLarge: tooLarge)
    }
    do throws(CallFailure) {
      guard tooLarge == nil else { return .success(try await list(.getChatts, tooLarge)) }
      do throws(CallFailure) {
        return .success(try await list(.getAudio, nil))
      } catch {
        guard case .tooLarge = error.error else { throw error }
        return .success(try await list(.getChatts, error.error))
      }
    } catch {
      return .failure(error.error)
    }
  }

  /// Waits for the retrieval under way, or for one that this begins where there is none.
  private func outcome(
    _ progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) {
    let caller = nextNumber()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if retrieval == nil { begin(progress) }
        retrieval?.callers[caller] = continuation
        if Task.isCancelled { giveUp(caller) }
      }
    } onCancel: {
      Task { @MainActor [weak self] in self?.giveUp(caller) }
    }
    try result.get()
  }

  /// Ends the waiting of a caller that was cancelled; the last one ends the retrieval.
  private func giveUp(_ caller: Int) {
    guard let continuation = retrieval?.callers.removeValue(forKey: caller) else { return }
    if retrieval?.callers.isEmpty == true {
      retrieval?.task?.cancel()
      retrieval = nil
      isRetrieving = false
    }
    continuation.resume(returning: .failure(.cancelled))
  }

  private func end(_ number: Int, _ outcome: Outcome) {
    guard let ended = retrieval, ended.number == number else { return }
    retrieval = nil
    switch outcome {
    case .success(let received):
      if let list = received.list {
        show(list.chatts)
        skippedCount = list.skippedCount
        known = list.entityTag.map { Known(call: received.call, entityTag: $0) }
      }
      tooLarge = received.tooLarge
      lastError = tooLarge
    case .failure(let error):
      lastError = error
    }
    isRetrieving = false
    for continuation in ended.callers.values {
      continuation.resume(returning: outcome.map { _ in })
    }
  }

  /// Tells the observers of what differs in any way: chatts are equal when their ids are.
  private func show(_ list: [Chatt]) {
    guard !list.elementsEqual(shown, by: { $0.saysTheSame(as: $1) }) else { return }
    withMutation(keyPath: \.chatts) { shown = list }
  }
}

extension Chatt {
  /// Whether all that it shows is what another one shows.
  fileprivate func saysTheSame(as other: Chatt) -> Bool {
    id == other.id && username == other.username && message == other.message
      && timestamp == other.timestamp && audio == other.audio
  }
}
