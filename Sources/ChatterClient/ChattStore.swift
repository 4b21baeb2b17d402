public import Chatter
public import Observation

/// The chatts of a server, for a user interface: the labs' `ChattStore`.
///
/// Observers are notified when `chatts` changes. Only one retrieval is in progress at a time.
@MainActor @Observable
public final class ChattStore {
  /// The chatts of the last list with their clips, newest first.
  public var chatts: [Chatt] {
    access(keyPath: \.chatts)
    return shown
  }
  /// Whether a retrieval is in progress; false once it has succeeded, failed or been cancelled.
  public private(set) var isRetrieving = false
  /// Number of malformed rows that were skipped in the last list.
  public internal(set) var skippedCount = 0
  /// The last error, including that of a list after a successful post; nil after a list with its
  /// clips has been received.
  public internal(set) var lastError: ClientError?

  /// Whether events arrive from the server, so that `chatts` changes without a request.
  public internal(set) var isLive = false
  /// Whether `olderChatts()` may bring more.
  public internal(set) var hasOlder = false

  @ObservationIgnored private var shown: [Chatt] = []
  /// The pages and events that `chatts` shows; nil if it shows a list of a lab call.
  @ObservationIgnored var timeline: PagedTimeline?
  @ObservationIgnored var hasList = false
  /// The tokens of the own chatts; nil if chatts are posted by the lab calls.
  @ObservationIgnored let tokens: (any DeleteTokenStore)?
  @ObservationIgnored var older: Task<Result<Bool, ClientError>, Never>?
  /// The call and the entity tag of the list that is shown; nil if the server sent none.
  @ObservationIgnored private var cached: (call: Call, entityTag: String)?
  /// The error for a list with clips that was too large: later lists are requested without clips.
  @ObservationIgnored private var tooLarge: ClientError?
  @ObservationIgnored private var unsettled = UnsettledPosts()
  @ObservationIgnored let calls: RemoteCalls
  @ObservationIgnored private var retrieval: Retrieval?
  @ObservationIgnored private var lastNumber = 0

  private enum Received {
    /// A list of a lab call; nil if it is the one that is already shown.
    case list(RemoteCalls.List?, Call, tooLarge: ClientError?)
    case page(V1Body.Page, version: Int)
  }

  private typealias Outcome = Result<Received, ClientError>

  private struct Retrieval {
    let number: Int
    /// Whether it is that of the newest page, if the server has pages.
    let isOfPage: Bool
    var task: Task<Void, Never>?
    var callers: [Int: CheckedContinuation<Result<Void, ClientError>, Never>] = [:]
  }

  /// The server of the chatts.
  public var server: Server { calls.server }

  /// Creates a store for a server, with a transport and a policy for retries of posts.
  ///
  /// With `tokens`, chatts are posted over `/v1` if the server has it, so that ``delete(_:)`` can
  /// delete them later.
  public init(
    _ server: Server, transport: any Transport = CurlTransport(),
    retries: RetryPolicy = RetryPolicy(), tokens: (any DeleteTokenStore)? = nil
  ) {
    calls = RemoteCalls(server: server, transport: transport, retries: retries)
    self.tokens = tokens
  }

  /// Creates a store for tests, which have their own clock.
  init(_ calls: RemoteCalls, tokens: (any DeleteTokenStore)? = nil) {
    self.calls = calls
    self.tokens = tokens
  }

  /// Gets the list (getaudio: rows with their clips) and stores it in `chatts`.
  ///
  /// An unchanged list is not transferred again. A list that is larger than
  /// ``TransferLimits/responseBytesMax`` is requested without clips, and `lastError` is set.
  ///
  /// If a retrieval is already in progress, this waits for it and has the same outcome. A retrieval
  /// ends when all of its callers are cancelled. `progress` is called on any thread.
  public func getChatts(
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) {
    try await retrieve(isOfPage: false, progress)
  }

  /// Gets the newest page and shows it in `chatts`, with `clipLink` in place of the clips; a
  /// server without pages is sent `getChatts()`.
  ///
  /// Older pages that `chatts` already shows stay. ``clip(of:progress:)`` gets a clip.
  public func newestChatts(
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) {
    try await retrieve(isOfPage: true, progress)
  }

  /// Posts a chatt, retries if the response is lost (``RetryPolicy``), and then gets the list if
  /// `refreshing`.
  ///
  /// A stored post does not fail because the list fails: that error is in `lastError`. A failed
  /// post may still have been stored (``ClientError/isOutcomeUnknown``); if an equal post is sent
  /// within an hour, or one with the same `key`, the server stores only one of them. `progress` is
  /// called on any thread.
  public func postChatt(
    _ chatt: NewChatt, once key: PostKey? = nil, refreshing: Bool = true,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) {
    let unsettledKey = unsettled.takeKey(of: chatt)
    let key = key ?? unsettledKey ?? PostKey(randomFor: chatt.call)
    let posted: V1Body.Posted?
    do throws(CallFailure) {
      posted = try await calls.post(
        chatt, once: key, usesV1: tokens != nil, progress: progress)
    } catch {
      if !error.error.isRefusal { unsettled.keep(chatt, sentWith: key, clock: calls.clock) }
      lastError = error.error
      throw error.error
    }
    if let posted, take(posted) { return }
    guard refreshing else { return }
    // A list requested before the post was stored may not contain it.
    if retrieval != nil { try? await outcome() }
    try? await retrieve(isOfPage: timeline != nil)
  }

  /// Returns the key of a failed post that may have been stored, for repeating the post elsewhere;
  /// nil if there was none within the last hour.
  public func unsettledKey(of chatt: NewChatt) -> PostKey? { unsettled.key(of: chatt) }

  // MARK: The retrieval in progress

  var callerCount: Int { retrieval?.callers.count ?? 0 }

  private func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private func begin(
    isOfPage: Bool, _ progress: (@Sendable (TransferProgress) -> Void)?
  ) {
    let number = nextNumber()
    retrieval = Retrieval(number: number, isOfPage: isOfPage)
    isRetrieving = true
    let (calls, cached, tooLarge) = (calls, cached, tooLarge)
    let version = timeline?.version ?? 0
    let known = Set(timeline?.chatts.compactMap(\.id) ?? [])
    retrieval?.task = Task { [weak self] in
      let outcome: Outcome
      do throws(CallFailure) {
        if isOfPage,
          let page = try await Self.newest(by: calls, reaching: known, progress: progress)
        {
          outcome = .success(.page(page, version: version))
        } else {
          outcome = .success(
            try await Self.list(by: calls, cached: cached, tooLarge: tooLarge, progress))
        }
      } catch {
        outcome = .failure(error.error)
      }
      self?.end(number, outcome)
    }
  }

  private nonisolated static func list(
    by calls: RemoteCalls, cached: (call: Call, entityTag: String)?, tooLarge: ClientError?,
    _ progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(CallFailure) -> Received {
    func list(_ call: Call, _ tooLarge: ClientError?) async throws(CallFailure) -> Received {
      let tag = cached?.call == call ? cached?.entityTag : nil
      let list = try await calls.list(call, otherThan: tag, progress: progress)
      return .list(list, call, tooLarge: tooLarge)
    }
    guard tooLarge == nil else { return try await list(.getChatts, tooLarge) }
    do throws(CallFailure) {
      return try await list(.getAudio, nil)
    } catch {
      guard case .tooLarge = error.error else { throw error }
      return try await list(.getChatts, error.error)
    }
  }

  /// Gets a list or the newest page, after a retrieval of the other kind that is in progress.
  private func retrieve(
    isOfPage: Bool, _ progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) {
    while let retrieval, retrieval.isOfPage != isOfPage, !Task.isCancelled {
      try? await outcome()
    }
    try await outcome(isOfPage: isOfPage, progress)
  }

  /// Waits for the retrieval in progress; starts one if there is none.
  private func outcome(
    isOfPage: Bool = false, _ progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) {
    let caller = nextNumber()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        if retrieval == nil { begin(isOfPage: isOfPage, progress) }
        retrieval?.callers[caller] = continuation
        if Task.isCancelled { giveUp(caller) }
      }
    } onCancel: {
      Task { @MainActor [weak self] in self?.giveUp(caller) }
    }
    try result.get()
  }

  /// Ends the wait of a cancelled caller; the last one cancels the retrieval.
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
    case .success(.list(let list, let call, let error)):
      hasList = true
      if let list {
        timeline = nil
        show(list.chatts)
        skippedCount = list.skippedCount
        cached = list.entityTag.map { (call, $0) }
      }
      tooLarge = error
      lastError = error
    case .success(.page(let page, let version)):
      take(page, requestedAt: version)
    case .failure(let error):
      lastError = error
    }
    isRetrieving = false
    for continuation in ended.callers.values {
      continuation.resume(returning: outcome.map { _ in })
    }
  }

  /// Notifies observers if any field of any chatt differs: `==` on chatts compares only their ids.
  func show(_ list: [Chatt]) {
    let canContinue = timeline?.next != nil
    if hasOlder != canContinue { hasOlder = canContinue }
    // The entity tag is that of a list.
    if timeline != nil { cached = nil }
    guard !list.elementsEqual(shown, by: { $0.hasSameFields(as: $1) }) else { return }
    var list = list
    // From the oldest on, so that a chatt keeps its background when another arrives.
    let last = list.count - 1 - (timeline?.olderCount ?? 0)
    for index in list.indices { list[index].altRow = (last - index) % 2 != 0 }
    withMutation(keyPath: \.chatts) { shown = list }
  }
}
