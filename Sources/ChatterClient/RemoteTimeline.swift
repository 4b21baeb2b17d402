public import Chatter
internal import Threads

/// The timeline of a server, as a `Timeline`: what the server's own store is, from far away.
public struct RemoteTimeline: IdempotentTimeline {
  /// What a caller is told to wait where the server says no more than that it is away.
  static let retryAfter = Duration.seconds(1)

  private let calls: RemoteCalls

  /// Takes a server, what carries the calls to it, and how posts are repeated.
  public init(
    _ server: Server, transport: any Transport = CurlTransport(),
    retries: RetryPolicy = RetryPolicy()
  ) {
    calls = RemoteCalls(server: server, transport: transport, retries: retries)
  }

  /// Posts a chatt, with a key of its own; returns nil, since the wire tells no id.
  @discardableResult
  public func post(_ chatt: NewChatt) async throws(TimelineError) -> ChattID? {
    try await post(chatt, once: RemoteCalls.newKey(for: chatt))
  }

  /// Posts a chatt under a key; returns nil, since the wire tells no id.
  @discardableResult
  public func post(_ chatt: NewChatt, once key: PostKey) async throws(TimelineError) -> ChattID? {
    do throws(CallFailure) {
      try await calls.post(chatt, once: key)
    } catch {
      if error.error == .cancelled { throw .cancelled }
      throw error.error.isOutcomeUnknown ? .outcomeUnknown : Self.timelineError(error)
    }
    return nil
  }

  /// getchatts: every chatt, without its clip.
  public func chatts() async throws(TimelineError) -> [Chatt] {
    try await list(.getChatts)
  }

  /// getaudio: every chatt with its clip, in one batch, since it comes in one answer.
  public func audio() async throws(TimelineError) -> ChattBatches {
    let batch = Batch(try await list(.getAudio))
    return ChattBatches { () async throws(TimelineError) in batch.take() }
  }

  private func list(_ call: Call) async throws(TimelineError) -> [Chatt] {
    do throws(CallFailure) {
      return try await calls.list(call).chatts
    } catch {
      throw Self.timelineError(error)
    }
  }

  static func timelineError(_ failure: CallFailure) -> TimelineError {
    let error = failure.error
    return switch error {
    case .network(.timedOut): .timedOut
    case .network, .status(429, _), .status(502...504, _):
      .unavailable(retryAfter: failure.retryAfter ?? retryAfter)
    case .tls: .untrusted(error.description)
    case .status(400..<500, let sentence): .refused(sentence)
    case .status, .malformedAnswer, .tooLarge: .malformedAnswer(error.description)
    case .cancelled: .cancelled
    }
  }

  /// A batch that is taken once.
  private final class Batch: Sendable {
    private let chatts: Lock<[Chatt]>

    init(_ chatts: [Chatt]) { self.chatts = Lock(chatts) }

    func take() -> [Chatt]? {
      chatts.withLock { chatts in
        defer { chatts = [] }
        return chatts.isEmpty ? nil : chatts
      }
    }
  }
}
