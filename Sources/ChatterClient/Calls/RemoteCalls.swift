internal import Chatter

/// The calls to a server, over any transport: the four lab calls and, in extensions, `/v1`.
struct RemoteCalls: Sendable {
  let server: Server
  let transport: any Transport
  var retries = RetryPolicy()
  var clock: any Clock<Duration> = ContinuousClock()
  /// Whether the server has `/v1`; the copies of this value share it.
  var support = V1Support()

  /// A list as received.
  struct List: Sendable {
    /// The chatts, newest first.
    let chatts: [Chatt]
    let skippedCount: Int
    /// The entity tag of this list among the lists of the same call; nil if the server sends none.
    let entityTag: String?
  }

  /// Gets a list, newest first; its JSON is parsed outside the caller's actor.
  ///
  /// - Parameter entityTag: The entity tag of the list that the caller has. The result is nil if
  ///   the server's list still has it.
  @concurrent
  func list(
    _ call: Call, otherThan entityTag: String? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(CallFailure) -> List? {
    var request = TransportRequest(call, on: server)
    request.entityTag = entityTag
    let response = try await response(to: request, progress)
    if response.status == 304, entityTag != nil { return nil }
    guard response.status == 200 else { throw Self.refusal(response) }
    do throws(ChattListError) {
      let list = try ChattList(body: response.body[...], call: call, ids: server.ids)
      let isReversed = (server.order ?? list.order) == .oldest
      return List(
        chatts: isReversed ? list.chatts.reversed() : list.chatts,
        skippedCount: list.skippedCount, entityTag: response.entityTag)
    } catch {
      throw CallFailure(.malformedResponse(error.description))
    }
  }

  /// Posts a chatt under a key, and retries as the policy allows.
  ///
  /// If an attempt failed after which the chatt may have been stored, its error is thrown even if a
  /// later attempt fails in another way, unless the server refuses the chatt.
  ///
  /// - Parameter usesV1: Whether to post over `/v1` if the server has it.
  /// - Returns: The chatt with its token; nil after a lab call, whose response has neither.
  @concurrent @discardableResult
  func post(
    _ chatt: NewChatt, once key: PostKey, usesV1: Bool = false,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(CallFailure) -> V1Body.Posted? {
    var requests = PostRequests(chatt, on: server, key: key, usesV1: usesV1)
    requests.isSentOnce = retries.attemptsMax <= 1
    var attempt = 1
    var unknown: CallFailure?
    var sinceFirstEnd: (@Sendable () -> Duration)?
    while true {
      let failure: CallFailure
      do throws(CallFailure) {
        return try await send(&requests, progress)
      } catch {
        failure = error
      }
      let elapsed = sinceFirstEnd ?? clock.stopwatch()
      sinceFirstEnd = elapsed
      if failure.error.isOutcomeUnknown { unknown = failure }
      let delay = retries.delay(
        after: failure.error, retryAfter: failure.retryAfter, attempt: attempt,
        elapsed: elapsed(), spread: Double.random(in: 0...1))
      guard let delay else { throw failure.error.isRefusal ? failure : unknown ?? failure }
      guard (try? await clock.sleep(for: delay)) != nil else { throw CallFailure(.cancelled) }
      attempt += 1
    }
  }

  /// Makes one attempt to post, over `/v1` until the server turns out not to have it.
  private func send(
    _ requests: inout PostRequests, _ progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(CallFailure) -> V1Body.Posted? {
    if let request = requests.v1 {
      switch try await attemptV1(request, progress) {
      case .posted(let posted): return posted
      case .absent(let wasPresent): requests.leaveV1(wasPresent: wasPresent)
      }
    }
    let response = try await response(to: requests.lab, progress)
    guard response.status == 200 else { throw Self.refusal(response) }
    guard JSONBody.isPosted(response.body[...]) else {
      throw CallFailure(.malformedResponse("not a JSON object"))
    }
    return nil
  }

  /// Returns a unique key for a post.
  static func newKey(for chatt: NewChatt) -> PostKey { PostKey(randomFor: chatt.call) }

  func response(
    to request: TransportRequest, _ progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(CallFailure) -> TransportResponse {
    do throws(ClientError) {
      return try await transport.send(request, progress: progress)
    } catch {
      throw CallFailure(error)
    }
  }

  /// The error for an unsuccessful response, with the server's error message if it has one.
  static func refusal(_ response: TransportResponse) -> CallFailure {
    if (300..<400).contains(response.status) {
      let place = response.redirectURL.map { " (\($0))" } ?? ""
      return CallFailure(
        .status(response.status, "the call is redirected\(place): use the server's own URL"))
    }
    let message =
      JSONBody.message(ofError: response.body[...]) ?? "no reason given"
    return CallFailure(.status(response.status, message), retryAfter: response.retryAfter)
  }
}

/// The error of a failed call, with the retry delay that the server requests.
struct CallFailure: Error, Equatable {
  let error: ClientError
  /// The delay that the server requests before the next attempt (RFC 9110 section 10.2.3).
  let retryAfter: Duration?

  init(_ error: ClientError, retryAfter: Duration? = nil) {
    (self.error, self.retryAfter) = (error, retryAfter)
  }
}
