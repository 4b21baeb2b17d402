internal import Chatter

/// The four calls on a server, over any transport.
struct RemoteCalls: Sendable {
  let server: Server
  let transport: any Transport
  var retries = RetryPolicy()
  var clock: any Clock<Duration> = ContinuousClock()

  /// A list as it came.
  struct List: Sendable {
    /// Newest first.
    let chatts: [Chatt]
    let skippedCount: Int
    /// What tells this list from other ones of the same call; nil where the server does not say.
    let entityTag: String?
  }

  /// Gets a list, newest first; its JSON is read away from the caller's actor.
  ///
  /// - Parameter entityTag: of the list that the caller has: nil is returned where it is still the
  ///   server's.
  @concurrent
  func list(
    _ call: Call, otherThan entityTag: String?,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(CallFailure) -> List? {
    var request = TransportRequest(call, on: server)
    request.entityTag = entityTag
    let answer = try await answer(to: request, progress)
    if answer.status == 304, entityTag != nil { return nil }
    return try read(answer, call)
  }

  /// Gets a list, newest first, whatever the caller has.
  @concurrent
  func list(
    _ call: Call, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(CallFailure) -> List {
    try read(try await answer(to: TransportRequest(call, on: server), progress), call)
  }

  private func read(_ answer: TransportAnswer, _ call: Call) throws(CallFailure) -> List {
    guard answer.status == 200 else { throw Self.refusal(answer) }
    do throws(ChattListError) {
      let list = try ChattList(body: answer.body[...], call: call, ids: server.ids)
      let isReversed = (server.order ?? list.order) == .oldest
      return List(
        chatts: isReversed ? list.chatts.reversed() : list.chatts,
        skippedCount: list.skippedCount, entityTag: answer.entityTag)
    } catch {
      throw CallFailure(.malformedAnswer(error.description))
    }
  }

  /// Posts a chatt under a key, and again where the policy says so.
  ///
  /// An attempt after which the chatt may have been stored is told by the error also where a later
  /// one fails in another way, unless the server refuses the chatt.
  @concurrent
  func post(
    _ chatt: NewChatt, once key: PostKey, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(CallFailure) {
    var request = TransportRequest(
      chatt.call, on: server, body: chatt.encoded(), key: key)
    request.isSentOnce = retries.attemptsMax <= 1
    var attempt = 1
    var unknown: CallFailure?
    var firstEnd: Stopwatch?
    while true {
      let failure: CallFailure
      do throws(CallFailure) {
        let answer = try await answer(to: request, progress)
        guard answer.status == 200 else { throw Self.refusal(answer) }
        if Answer.isPosted(answer.body[...]) { return }
        failure = CallFailure(.malformedAnswer("it is no JSON object, as a post's success is"))
      } catch {
        failure = error
      }
      let watch = firstEnd ?? Stopwatch(clock)
      firstEnd = watch
      if failure.error.isOutcomeUnknown { unknown = failure }
      let delay = retries.delay(
        after: failure.error, retryAfter: failure.retryAfter, attempt: attempt,
        elapsed: watch.elapsed, spread: Double.random(in: 0...1))
      guard let delay else { throw failure.error.isRefusal ? failure : unknown ?? failure }
      guard (try? await clock.sleep(for: delay)) != nil else { throw CallFailure(.cancelled) }
      attempt += 1
    }
  }

  /// A key that no other post has.
  static func newKey(for chatt: NewChatt) -> PostKey {
    var generator = SystemRandomNumberGenerator()
    return PostKey(randomFor: chatt.call, using: &generator)
  }

  private func answer(
    to request: TransportRequest, _ progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(CallFailure) -> TransportAnswer {
    do throws(ClientError) {
      return try await transport.send(request, progress: progress)
    } catch {
      throw CallFailure(error)
    }
  }

  /// The error of an answer that is none of success, with the server's sentence where it has one.
  private static func refusal(_ answer: TransportAnswer) -> CallFailure {
    if (300..<400).contains(answer.status) {
      let place = answer.redirectURL.map { " (\($0))" } ?? ""
      return CallFailure(
        .status(answer.status, "the call is elsewhere\(place): use the server's own URL"))
    }
    let sentence =
      Answer.sentence(ofError: answer.body[...]) ?? "the server does not say why"
    return CallFailure(.status(answer.status, sentence), retryAfter: answer.retryAfter)
  }
}
