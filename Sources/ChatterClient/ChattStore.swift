public import Chatter
public import Observation

/// The chatts of a server, for a screen: the labs' `ChattStore`.
///
/// Observers are told when `chatts` changes. One retrieval is under way at a time.
@MainActor @Observable
public final class ChattStore {
  /// Newest first, as the server listed them last, with their clips.
  public private(set) var chatts: [Chatt] = []
  /// Whether a list is under way; false again when it has come, failed, or nobody waits for it.
  public private(set) var isRetrieving = false
  /// How many rows of the last list were left out, since they are no chatts.
  public private(set) var skippedCount = 0
  /// What went wrong last, also in a list after a post that went well; nil since a list has come.
  public private(set) var lastError: ClientError?

  @ObservationIgnored private let calls: RemoteCalls
  /// The retrieval under way.
  @ObservationIgnored private var retrieval: Retrieval?
  @ObservationIgnored private var lastNumber = 0

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

  /// Gets the list (getaudio: rows with their clips) into `chatts`.
  ///
  /// Where a retrieval is under way already, this waits for that one and has its outcome. One whose
  /// callers are all cancelled ends; `chatts` then stays as it was, as after an error.
  /// `progress` is told on any thread how far it is, by the retrieval that this call begins.
  public func getChatts(
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) {
    if retrieval == nil { begin(progress) }
    try await outcome()
  }

  /// Posts a chatt, again where its answer is lost (``RetryPolicy``), and then, if `refreshing`, gets
  /// the list.
  ///
  /// A post that is stored does not fail for a list that does not come: that is told by `lastError`.
  /// One that fails may have been stored all the same (``ClientError/isOutcomeUnknown``).
  /// `progress` is told on any thread how far the post is.
  public func postChatt(
    _ chatt: NewChatt, refreshing: Bool = true,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) {
    do throws(ClientError) {
      try await calls.post(chatt, once: RemoteCalls.newKey(for: chatt), progress: progress)
    } catch {
      lastError = error
      throw error
    }
    guard refreshing else { return }
    // A list that was asked for before the post was stored may lack it.
    if retrieval != nil { try? await outcome() }
    try? await getChatts()
  }

  // MARK: The retrieval under way

  private func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  private func begin(_ progress: (@Sendable (TransferProgress) -> Void)?) {
    let number = nextNumber()
    retrieval = Retrieval(number: number)
    isRetrieving = true
    let calls = calls
    retrieval?.task = Task { [weak self] in
      do throws(ClientError) {
        let list = try await calls.list(.getAudio, progress: progress)
        self?.end(number, .success(list))
      } catch {
        self?.end(number, .failure(error))
      }
    }
  }

  /// Waits for the retrieval under way.
  private func outcome() async throws(ClientError) {
    let caller = nextNumber()
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
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

  private func end(
    _ number: Int, _ result: Result<(chatts: [Chatt], skippedCount: Int), ClientError>
  ) {
    guard let ended = retrieval, ended.number == number else { return }
    retrieval = nil
    switch result {
    case .success(let list):
      chatts = list.chatts
      skippedCount = list.skippedCount
      lastError = nil
    case .failure(let error):
      lastError = error
    }
    isRetrieving = false
    for continuation in ended.callers.values { continuation.resume(returning: result.map { _ in }) }
  }
}
