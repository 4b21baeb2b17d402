import Chatter
import ChatterClient
import System

/// Tokens in memory.
final class MemoryTokens: DeleteTokenStore {
  private let tokens = Lock<[ChattID: String]>([:])

  func keep(_ token: String, of id: ChattID, on server: Server) {
    tokens.withLock { $0[id] = token }
  }

  func token(of id: ChattID, on server: Server) -> String? { tokens.withLock { $0[id] } }

  func forget(_ id: ChattID, on server: Server) { tokens.withLock { $0[id] = nil } }
}
