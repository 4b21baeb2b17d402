internal import Chatter
internal import EventLoop

/// A connection to `/v1/events`, until it ends or is cancelled.
struct EventConnection: Sendable {
  /// Maximum number of chunks that wait for the reader; one more ends the connection, and the
  /// reader continues at its position.
  static let chunksMax = 1024
  /// Maximum length of a position in bytes.
  static let positionBytesMax = 1024

  /// The events of a chunk, and the state of the stream after them.
  struct Batch: Sendable, Equatable {
    var events: [StreamEvent]
    var position: String
    var retry: Duration?
  }

  /// What arrives; the first batch may have no events, and shows that the stream has begun.
  let batches: AsyncStream<Batch>
  private let task: Task<CallFailure, Never>

  /// Connects at a position; with an empty one, the stream starts now.
  init(_ calls: RemoteCalls, since position: String) {
    let (batches, continuation) = AsyncStream.makeStream(
      of: Batch.self, bufferingPolicy: .bufferingOldest(Self.chunksMax))
    self.batches = batches
    task = Task {
      defer { continuation.finish() }
      return await Self.run(calls, since: position, continuation)
    }
  }

  /// Why the connection ended; waits until it has.
  var failure: CallFailure {
    get async { await task.value }
  }

  func cancel() { task.cancel() }

  /// Whether a position can be sent back in a header field.
  static func isSendable(_ position: String) -> Bool {
    position.utf8.count <= positionBytesMax
      && position.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func run(
    _ calls: RemoteCalls, since position: String,
    _ continuation: AsyncStream<Batch>.Continuation
  ) async -> CallFailure {
    var request = TransportRequest(.events, on: calls.server)
    request.isEndless = true
    if !position.isEmpty { request.fields = ["Last-Event-ID: \(position)"] }
    let parser = SharedParser(position)
    do throws(ClientError) {
      let response = try await calls.transport.stream(request) { _, chunk in
        let (batch, isIntact) = parser.batch(chunk)
        guard case .enqueued = continuation.yield(batch) else { return false }
        return isIntact
      }
      // A server that ends the stream, as at its end, expects the client to connect again.
      return response.hasStreamedBody
        ? CallFailure(.network(.cutOff)) : RemoteCalls.refusal(response)
    } catch {
      return CallFailure(error)
    }
  }
}

/// The parser of a connection, which the transport uses on its thread.
private final class SharedParser: Sendable {
  private let parser: Lock<EventStreamParser>

  init(_ position: String) { parser = Lock(EventStreamParser(position: position)) }

  /// Returns what a chunk completes, and whether the stream can go on.
  func batch(_ chunk: [UInt8]) -> (EventConnection.Batch, isIntact: Bool) {
    parser.withLock { parser in
      var events: [StreamEvent] = []
      var isIntact = true
      do throws(EventStreamError) {
        try parser.parse(chunk, into: &events)
      } catch {
        isIntact = false
      }
      let batch = EventConnection.Batch(
        events: events, position: parser.position, retry: parser.retry)
      return (batch, isIntact)
    }
  }
}
