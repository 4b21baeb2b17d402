import Chatter
import Testing

@testable import ChatterServer
@testable import ChatterStore

extension DeleteTokens {
  /// Returns the token of a chatt.
  func token(of id: ChattID, reading chatts: any ChattSource) async throws -> String {
    try #require(Self.token(of: id, with: try await load(reading: chatts)))
  }
}
