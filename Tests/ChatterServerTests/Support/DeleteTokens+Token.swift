import Chatter
import Testing

@testable import ChatterServer

extension DeleteTokens {
  /// Returns the token of a chatt.
  func token(of id: ChattID, reading chatts: any StoredChatts) async throws -> String {
    try #require(try await load(reading: chatts).token(of: id))
  }
}
