internal import Chatter

/// The four calls on a server, over any transport.
struct RemoteCalls: Sendable {
  let server: Server
  let transport: any Transport
  var retries = RetryPolicy()
  var clock: any Clock<Duration> = ContinuousClock()

  /// Gets a list, newest first; its JSON is read away from the caller's actor.
  @concurrent
  func list(
    _ call: Call, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) -> (chatts: [Chatt], skippedCount: Int) {
    let request = TransportRequest(call, on: server)
    let answer = try await transport.send(request, progress: progress)
    guard answer.status == 200 else { throw Self.refusal(answer) }
    do throws(ChattListError) {
      let list = try ChattList(body: answer.body[...], ids: server.ids)
      let chatts = server.order == .newest ? list.chatts : list.chatts.reversed()
      return (chatts, list.skippedCount)
    } catch {
      throw .malformedAnswer(error.description)
    }
  }

  /// Posts a chatt under a key, and again where the policy says so.
  ///
  /// An attempt after which the chatt may have been stored is told by the error also where a later
  /// one fails in another way, unless the server refuses the chatt.
  @concurrent
  func post(
    _ chatt: NewChatt, once key: PostKey, progress: (@Sendable (TransferProgress) -> Void)? = nil
  ) async throws(ClientError) {
    let request = TransportRequest(
      chatt.call, on: server, body: chatt.encoded(), key: key)
    let watch = Stopwatch(clock)
    var attempt = 1
    var unknown: ClientError?
    while true {
      let failure: ClientError
      var retryAfter: Duration?
      do throws(ClientError) {
        let answer = try await transport.send(request, progress: progress)
        if answer.status == 200 { return }
        failure = Self.refusal(answer)
        retryAfter = answer.retryAfter
      } catch {
        failure = error
      }
      if failure.isOutcomeUnknown { unknown = failure }
      let delay = retries.delay(
        after: failure, retryAfter: retryAfter, attempt: attempt, elapsed: watch.elapsed,
        spread: Double.random(in: 0...1))
      guard let delay else { throw failure.isRefusal ? failure : unknown ?? failure }
      guard (try? await clock.sleep(for: delay)) != nil else { throw .cancelled }
      attempt += 1
    }
  }

  /// A key that no other post has.
  static func newKey(for chatt: NewChatt) -> PostKey {
    var generator = SystemRandomNumberGenerator()
    return PostKey(randomFor: chatt.call, using: &generator)
  }

  /// The error of an answer that is none of success, with the server's sentence where it has one.
  private static func refusal(_ answer: TransportAnswer) -> ClientError {
    if (300..<400).contains(answer.status) {
      let place = answer.redirectURL.map { " (\($0))" } ?? ""
      return .status(answer.status, "the call is elsewhere\(place): use the server's own URL")
    }
    return .status(
      answer.status, Answer.sentence(ofError: answer.body[...]) ?? "the server does not say why")
  }
}

extension ClientError {
  /// Whether the server says that the request is at fault.
  fileprivate var isRefusal: Bool {
    if case .status(400..<500, _) = self { true } else { false }
  }
}

/// How long ago it was made, by any clock.
private struct Stopwatch {
  private let read: () -> Duration

  init(_ clock: any Clock<Duration>) { self = Self.started(clock) }

  private init(read: @escaping () -> Duration) { self.read = read }

  private static func started(_ clock: some Clock<Duration>) -> Stopwatch {
    let start = clock.now
    return Stopwatch { start.duration(to: clock.now) }
  }

  var elapsed: Duration { read() }
}
