import Chatter
import ChatterClient

extension ChattStore: ChattSource {
  func retrieve(_ progress: @escaping @Sendable (Transfer) -> Void) async throws(ClientError) {
    try await getChatts { progress(Transfer(done: $0.receivedByteCount, total: $0.bytesToReceive)) }
  }

  func post(
    _ chatt: NewChatt, _ progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(ClientError) {
    try await postChatt(chatt) {
      progress(Transfer(done: $0.sentByteCount, total: $0.bytesToSend))
    }
  }

  func post(
    _ chatt: NewChatt, once key: PostKey, _ progress: @escaping @Sendable (Transfer) -> Void
  ) async throws(ClientError) {
    try await postChatt(chatt, once: key, refreshing: false) {
      progress(Transfer(done: $0.sentByteCount, total: $0.bytesToSend))
    }
  }
}
