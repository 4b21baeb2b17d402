internal import Chatter

/// A connection to `/v1/events`, until it ends or is cancelled.
struct EventConnection: Sendable {
  /// Maximum number of chunks that wait for the reader; one more ends the connection.
  static let chunksMax = 1024
  static let positionBytesMax = 1024

  /// The chunks of the stream; the first one shows that it has begun.
  let chunks: AsyncStream<[UInt8]>
  private let task: Task<CallFailure, Never>

  /// Connects at a position; with an empty one, the stream starts now.
  init(_ calls: RemoteCalls, since position: String) {
    let (chunks, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingOldest(Self.chunksMax))
    self.chunks = chunks
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

  static func isSendable(_ position: String) -> Bool {
    position.utf8.count <= positionBytesMax
      && position.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }

  private static func run(
    _ calls: RemoteCalls, since position: String,
    _ continuation: AsyncStream<[UInt8]>.Continuation
  ) async -> CallFailure {
    var request = TransportRequest(.events, on: calls.server)
    request.isEndless = true
    if !position.isEmpty { request.fields = ["Last-Event-ID: \(position)"] }
    do throws(ClientError) {
      let response = try await calls.transport.stream(request) { _, chunk in
        if case .enqueued = continuation.yield(chunk) { true } else { false }
      }
      // A server that ends the stream, as at its end, expects the client to connect again.
      return response.hasStreamedBody
        ? CallFailure(.network(.cutOff)) : calls.refusal(response)
    } catch {
      return CallFailure(error)
    }
  }
}
