import Chatter
import ChatterClient
import Testing
import Threads

@testable import ChatterTerminal

@MainActor @Suite struct ChattStoreSourceTests {
  /// Says how far it is, and has arrived.
  private struct Teller: Transport {
    func send(
      _ request: TransportRequest, progress: (@Sendable (TransferProgress) -> Void)?
    ) async throws(ClientError) -> TransportAnswer {
      progress?(
        TransferProgress(
          sentByteCount: 1, bytesToSend: 2, receivedByteCount: 3, bytesToReceive: 4))
      return TransportAnswer(status: 200, body: Array((request.call.isGet ? "[]" : "{}").utf8))
    }
  }

  @Test func reportsReceivedBytesOfListsAndSentBytesOfPosts() async throws {
    let store = ChattStore(try Server(url: "https://chatter.test"), transport: Teller())
    let source: any ChattSource = store
    let told = Lock<[Transfer]>([])
    let tell: @Sendable (Transfer) -> Void = { transfer in told.withLock { $0.append(transfer) } }
    try await source.retrieve(tell)
    let chatt = NewChatt(username: "ann", message: "x")
    try await source.post(chatt, tell)
    try await source.post(chatt, once: PostKey(fieldValue: "k", call: .postChatt), tell)
    #expect(told.withLock { $0.map(\.done) } == [3, 1, 1])
    #expect(told.withLock { $0.map(\.total) } == [4, 2, 2])
  }
}
