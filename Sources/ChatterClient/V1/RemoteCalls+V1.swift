internal import Chatter

extension RemoteCalls {
  static let pageLimit = 50

  /// Gets a page; nil if the server has no `/v1`.
  ///
  /// The first call to a server finds that out. A server that has been upgraded is detected after
  /// ``V1Support/recheckInterval``.
  @concurrent
  func page(
    before cursor: String? = nil, limit: Int = pageLimit,
    progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(CallFailure) -> V1Body.Page? {
    guard support.presence != .absent else { return nil }
    let request = TransportRequest(.page(before: cursor, limit: limit), on: server)
    let response = try await response(to: request, progress)
    if response.status == 200, let page = V1Body.page(response.body[...]) {
      support.notePresence()
      return page
    }
    if meansAbsence(response.status) {
      support.noteAbsence(clock: clock)
      return nil
    }
    guard response.status == 200 else { throw refusal(response) }
    throw CallFailure(.malformedResponse("body is not a page of chatts"))
  }

  /// Gets a single chatt; nil if there is none, or the server has no `/v1`.
  @concurrent
  func chatt(_ id: ChattID) async throws(CallFailure) -> Chatt? {
    guard try await hasV1() else { return nil }
    let response = try await response(to: TransportRequest(.chatt(id), on: server), nil)
    if response.status == 404 { return nil }
    guard response.status == 200 else { throw refusal(response) }
    guard let posted = V1Body.posted(response.body[...]) else {
      throw CallFailure(.malformedResponse("body is not a chatt"))
    }
    return posted.chatt
  }

  /// Gets what the server needs a token for, and checks the token; nil if it does not say.
  @concurrent
  func access() async throws(CallFailure) -> ServerAccess? {
    let response = try await response(to: TransportRequest(.server, on: server), nil)
    if response.status == 200 { return V1Body.access(response.body[...]).map(ServerAccess.init) }
    if meansAbsence(response.status) { return nil }
    throw refusal(response)
  }

  /// Deletes a chatt with its token, or that of its author; returns whether it was there.
  @concurrent
  func delete(_ id: ChattID, by token: AccessToken) async throws(CallFailure) -> Bool {
    var request = TransportRequest(.delete(id), on: server)
    request.token = token
    let response = try await response(to: request, nil)
    switch response.status {
    case 200, 204: return true
    case 404, 410: return false
    default: throw refusal(response)
    }
  }

  /// Whether the server has `/v1`; asks for a page of one chatt if that is unknown.
  func hasV1() async throws(CallFailure) -> Bool {
    switch support.presence {
    case .present: return true
    case .absent: return false
    case .unknown: return try await page(limit: 1) != nil
    }
  }

  /// Whether a post is sent over `/v1`.
  ///
  /// Which API a post uses depends only on the server: the two have different keys, so that a
  /// repeat over the other API might be stored again. If it is unknown what the server has, the
  /// attempt fails, and nothing was sent.
  func hasV1BeforePost() async throws(CallFailure) -> Bool {
    do throws(CallFailure) {
      return try await hasV1()
    } catch {
      switch error.error {
      case .network(.timedOut), .network(.cutOff): throw CallFailure(.network(.noConnection))
      default: throw error
      }
    }
  }

  /// Makes one attempt to post over `/v1`; nil without it, and nothing was stored.
  func postOverV1(
    _ request: TransportRequest, _ progress: (@Sendable (TransferProgress) -> Void)?
  ) async throws(CallFailure) -> V1Body.Posted? {
    let response = try await response(to: request, progress)
    if [404, 405, 501].contains(response.status) {
      support.noteAbsence(clock: clock)
      return nil
    }
    guard (200...201).contains(response.status) else { throw refusal(response) }
    guard let posted = V1Body.posted(response.body[...]) else {
      throw CallFailure(.malformedResponse("body is not a chatt"))
    }
    return posted
  }

  /// Whether the status of a page means that the server has no `/v1`.
  ///
  /// Servers respond in many ways to a path that they do not know: also with 200 and a web page,
  /// with a redirect, or with a request to log in. A client with a token has logged in: there a 401
  /// or 403 is about the token.
  private func meansAbsence(_ status: Int) -> Bool {
    if [404, 405, 501].contains(status) { return true }
    guard support.presence != .present else { return false }
    if server.token != nil, [401, 403].contains(status) { return false }
    return (200..<500).contains(status) && ![408, 425, 429].contains(status)
  }
}
