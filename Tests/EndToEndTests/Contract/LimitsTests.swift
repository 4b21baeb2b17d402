import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served())
struct LimitsTests {
  /// That of postchatt follows from the longest message.
  @Test(arguments: [("/postaudio/", 33_554_432), ("/postchatt/", 528_384)])
  func limitsBodiesByDefault(target: String, limit: Int) async throws {
    let request = WireRequest(
      method: "POST", target: target,
      fields: ["Host: x", "Content-Length: \(limit + 1)", "Expect: 100-continue"])
    let response = try await ServerProcess.required().response(to: request)
    #expect(response.status == 413)
    #expect(
      try response.errorMessage() == "the request body is longer than the limit of \(limit) bytes")
  }
}
