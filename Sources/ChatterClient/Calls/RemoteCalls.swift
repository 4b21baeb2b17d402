internal import Chatter

/// The calls to a server, over any transport: the four lab calls and, in extensions, `/v1`.
struct RemoteCalls: Sendable {
  let server: Server
  let transport: any Transport
  var retries = RetryPolicy()
  var clock: any Clock<Duration> = ContinuousClock()
  /// Whether the server has `/v1`; the copies of this value share it.
  var support = V1Support()

  struct List: Sendable {
    let chatts: [Chatt]
    let skippedCount: Int
    /// The entity tag of this list among the lists of the same call; nil if the server sends none.
    let entityTag: String?
  }

  /// Gets a list, newest first, off the caller's actor; nil if it still has the entity tag.
  @concurrent
  func list(
    _ call: Call, otherThan entityTag: String? = nil,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(CallFailure) -> List? {
    var request = TransportRequest(call, on: server)
    request.entityTag = entityTag
    let response = try await response(to: request, progress)
    if response.status == 304, entityTag != nil { return nil }
    guard response.status == 200 else { throw refusal(response) }
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
    let body = chatt.encoded()
    var request =
      usesV1
      ? TransportRequest(.post, on: server, body: body, key: key)
      : TransportRequest(chatt.call, on: server, body: body, key: key)
    request.isSentOnce = retries.attemptsMax <= 1
    var attempt = 1
    var unknown: CallFailure?
    var sinceFirstEnd: (@Sendable () -> Duration)?
    while true {
      do throws(CallFailure) {
        return try await send(&request, labCall: chatt.call, progress)
      } catch {
        let elapsed = sinceFirstEnd ?? clock.stopwatch()
        sinceFirstEnd = elapsed
        if error.error.isOutcomeUnknown { unknown = error }
        let delay = retries.delay(after: error, attempt: attempt, elapsed: elapsed())
        guard let delay else { throw error.error.isRefusal ? error : unknown ?? error }
        guard (try? await clock.sleep(for: delay)) != nil else { throw CallFailure(.cancelled) }
        attempt += 1
      }
    }
  }

  /// Makes one attempt to post, over `/v1` until the server turns out not to have it.
  private func send(
    _ request: inout TransportRequest, labCall: Call,
    _ progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(CallFailure) -> V1Body.Posted? {
    if request.v1 != nil {
      let hadV1 = try await hasV1BeforePost()
      if hadV1, let posted = try await postOverV1(request, progress) { return posted }
      // A post over `/v1` has the key of one by postaudio. If an earlier attempt was stored by a
      // server with `/v1`, another server on the same database recognises the repeat.
      let isSentOnce = request.isSentOnce
      request = TransportRequest(
        hadV1 ? .postAudio : labCall, on: server, body: request.body, key: request.key)
      request.isSentOnce = isSentOnce
    }
    let response = try await response(to: request, progress)
    guard response.status == 200 else { throw refusal(response) }
    guard JSONBody.isPosted(response.body[...]) else {
      throw CallFailure(.malformedResponse("not a JSON object"))
    }
    return nil
  }

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
  func refusal(_ response: TransportResponse) -> CallFailure {
    if (300..<400).contains(response.status) {
      let place = response.redirectURL.map { " (\($0))" } ?? ""
      return CallFailure(
        .status(response.status, "the call is redirected\(place): use the server's own URL"))
    }
    let message =
      JSONBody.message(ofError: response.body[...]) ?? "no reason given"
    let problem = ClientError.TokenError(
      status: response.status, code: JSONBody.code(ofError: response.body[...]),
      hasToken: server.token != nil)
    let error = problem.map { ClientError.token($0, message) }
    return CallFailure(
      error ?? .status(response.status, message), retryAfter: response.retryAfter)
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
