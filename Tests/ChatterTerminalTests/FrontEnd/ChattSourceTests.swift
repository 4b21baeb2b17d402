import Chatter
import ChatterClient
import System
import Testing

@testable import ChatterTerminal

@MainActor struct ChattSourceTests {
  /// A transport that reports progress once and succeeds.
  private struct ProgressTransport: Transport {
    func send(
      _ request: TransportRequest, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(ClientError) -> TransportResponse {
      progress?(
        TransferProgress(
          sentByteCount: request.call.isGet ? 0 : 1, bytesToSend: request.call.isGet ? 0 : 2,
          receivedByteCount: 3, bytesToReceive: 4))
      return TransportResponse(status: 200, body: Array((request.call.isGet ? "[]" : "{}").utf8))
    }
  }

  @Test func reportsReceivedBytesOfListsAndSentBytesOfPosts() async throws {
    let store = ChattStore(try Server(url: "https://chatter.test"), transport: ProgressTransport())
    let source: any ChattSource = store
    let received = Lock<[TransferProgress]>([])
    let report: @Sendable (TransferProgress) -> Void = { progress in
      received.withLock { $0.append(progress) }
    }
    try await source.newestChatts(progress: report)
    // A page, which this server does not have, and a list.
    let chatt = NewChatt(username: "ann", message: "x")
    try await source.postChatt(chatt, once: nil, refreshing: true, progress: report)
    let key = try PostKey(fieldValue: "k", call: .postChatt)
    try await source.postChatt(chatt, once: key, refreshing: false, progress: report)
    #expect(received.withLock { $0.map(\.done) } == [3, 3, 1, 1])
    #expect(received.withLock { $0.map(\.total) } == [4, 4, 2, 2])
  }
}
