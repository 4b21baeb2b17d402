import TestSupport
import Testing

extension TestClient {
  /// Sends a request and reads its answer.
  func answer(to request: WireRequest) async throws -> TestAnswer {
    try await send(request.bytes)
    return try #require(
      try await answer(hasBody: request.method != "HEAD"),
      "the connection ended in place of an answer")
  }

  /// The rows of getchatts, or of another list.
  func rows(_ target: String = "/getchatts/") async throws -> [[String?]] {
    try await answer(to: .get(target)).rows()
  }

  /// The rows of a list that somebody posted.
  func rows(by username: String, _ target: String = "/getchatts/") async throws -> [[String?]] {
    try await rows(target).filter { $0.first == username }
  }
}
