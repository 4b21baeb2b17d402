internal import Chatter
internal import ChatterStore
internal import HTTP
internal import System

/// Who may post, read and delete.
extension ChatterService {
  /// Returns the sender of a request that needs a token, before its body is read; nil if it needs
  /// none.
  func sender(of request: Request, for access: Access) async throws(Problem) -> Identity? {
    let needsToken =
      switch access {
      case .open, .deletion: false
      case .posting: settings.access.posting == .token
      case .reading: settings.access.reading == .token
      }
    return needsToken ? try await identity(by: BearerToken(request.fields), of: request) : nil
  }

  /// Returns the username of a request's token, also where the token is not needed; nil without a
  /// token, or on a server that needs none.
  func username(of request: Request) async throws(Problem) -> String? {
    guard settings.access.needsTokens, request.fields[.authorization] != nil else { return nil }
    return try await identity(by: BearerToken(request.fields), of: request).username
  }

  /// Returns a request that accepts no content coding, if lists need a token but posts need none:
  /// the length of a compressed list would show whether a posted guess is in it (BREACH).
  func uncompressed(_ request: Request) -> Request {
    let isMixed = settings.access.posting == .open && settings.access.reading == .token
    return isMixed ? request.removing(.acceptEncoding) : request
  }

  func check(_ username: String, of sender: Identity?) throws(Problem) {
    if let sender, !sender.isNamed(username) { throw .otherUser }
  }

  /// Throws unless a request may delete a chatt.
  ///
  /// Its delete token suffices everywhere. Where posts need a token, that of the author does, too.
  func checkDeletion(of id: ChattID, by request: Request) async throws {
    guard settings.access.posting == .token else {
      return try await settings.deleteTokens.check(request, for: id, reading: chatts)
    }
    let token = try BearerToken(request.fields)
    // No token of a user has the form of a delete token.
    if DeleteTokens.hasForm(token.text) {
      return try await settings.deleteTokens.check(request, for: id, reading: chatts)
    }
    let sender = try await identity(by: token, of: request)
    guard let chatt = try await chatts.chatt(id, for: request.client.keyText) else {
      throw Problem.chattNotFound
    }
    guard sender.isNamed(chatt.username) else { throw Problem.otherAuthor }
  }

  /// Returns the events of a stream, as long as the token of its request is valid.
  func guarded(_ stream: EventStream, for request: Request) throws -> any WaitingResponseStream {
    guard settings.access.reading == .token else { return stream }
    return GuardedStream(stream, token: try BearerToken(request.fields).text, checker: tokens)
  }

  /// Checks a token. A refused one counts towards the limit of its address.
  private func identity(
    by token: BearerToken, of request: Request
  ) async throws(Problem) -> Identity {
    let address = request.client.key
    if let delay = settings.access.refusals.delay(of: address),
      !tokens.isExempt(bearer: token.text)
    {
      throw .tooManyRefusals(retryAfter: delay)
    }
    do throws(Problem) {
      return try await tokens.identity(bearer: token.text)
    } catch {
      if error.isRefusal { _ = settings.access.refusals.take(address) }
      throw error
    }
  }
}

extension Identity {
  /// Whether a username is the sender's own, byte by byte: equality of strings would accept other
  /// bytes for the same characters.
  func isNamed(_ name: String) -> Bool { username.utf8.elementsEqual(name.utf8) }
}

/// The body of a response with live updates, which ends when the token of its request is no longer
/// valid.
final class GuardedStream: WaitingResponseStream {
  /// Time between two checks. Until the next one, events of a revoked token are still sent.
  static let checkInterval = Duration.seconds(5)

  private let stream: any WaitingResponseStream
  private let token: String
  private let checker: any TokenChecker
  private let interval: Duration
  private var checkedAt = Deadline.now

  /// Creates the body of a request whose token has just been checked.
  init(
    _ stream: any WaitingResponseStream, token: String, checker: any TokenChecker,
    interval: Duration = checkInterval
  ) {
    (self.stream, self.token, self.checker) = (stream, token, checker)
    self.interval = interval
  }

  func next() async throws -> ArraySlice<UInt8>? {
    // The check comes last: the wait for an event may take longer than the token is valid.
    guard let bytes = try await stream.next(), await isPermitted() else { return nil }
    return bytes
  }

  var isWaiting: Bool { stream.isWaiting }

  func whenReady(_ call: @escaping () -> Void) { stream.whenReady(call) }

  /// Whether the token is valid. If it cannot be checked, the stream ends, and the client continues
  /// from its position later.
  private func isPermitted() async -> Bool {
    guard Deadline.now.duration(since: checkedAt) >= interval else { return true }
    guard (try? await checker.identity(bearer: token)) != nil else { return false }
    checkedAt = .now
    return true
  }
}
