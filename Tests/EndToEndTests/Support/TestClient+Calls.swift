import TestSupport
import Testing

extension TestClient {
  /// Sends a request and returns its response.
  func response(to request: WireRequest) async throws -> TestResponse {
    try await send(request.bytes)
    return try #require(
      try await response(hasBody: request.method != "HEAD"),
      "the connection ended without a response")
  }

  /// Returns the rows of getchatts, or of another list.
  func rows(_ target: String = "/getchatts/") async throws -> [[String?]] {
    try await response(to: .get(target)).rows()
  }

  /// Returns the rows of a list that a user posted.
  func rows(by username: String, _ target: String = "/getchatts/") async throws -> [[String?]] {
    try await rows(target).filter { $0.first == username }
  }
}
