import TestSupport
import Testing

@Suite(.needs(.postgreSQL), .served("--body-bytes-max", "64KiB", "--message-bytes-max", "8KiB"))
struct LimitsTests {
  @Test func acceptsBodiesOfExactlyTheLimit() async throws {
    let name = uniqueName()
    let json = Array(#"{"username":"\#(name)","message":"m"}"#.utf8)
    let body = json + [UInt8](repeating: 0x20, count: 65_536 - json.count)
    try await ServerProcess.required().withClient { client in
      #expect(try await client.response(to: .post("/postchatt/", body)).status == 200)
      let response = try await client.response(to: .post("/postchatt/", body + [0x20]))
      #expect(response.status == 413)
      #expect(
        try response.errorMessage() == "the request body is longer than the limit of 65536 bytes")
      #expect(try await client.rows(by: name).count == 1, "and the connection is usable")
    }
  }

  @Test func usesTheConfiguredMessageLimit() async throws {
    let name = uniqueName()
    let long = String(repeating: "a", count: 8193)
    try await ServerProcess.required().withClient { client in
      let response = try await client.response(to: .text(name, long))
      #expect(response.status == 422)
      #expect(try response.errorMessage() == "message is too long: send at most 8192 bytes")
      #expect(try await client.response(to: .text(name, String(long.dropLast()))).status == 200)
    }
  }
}

@Suite(.needs(.postgreSQL), .served())
struct DefaultLimitsTests {
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

@Suite(.needs(.postgreSQL), .served("--rate-limit", "2"))
struct RateLimitTests {
  @Test func rejectsPostsOverTheRateUntilRetryAfter() async throws {
    let name = uniqueName()
    try await ServerProcess.required().withClient { client in
      var responses = [try await client.response(to: .text(name))]
      while responses.last?.status == 200, responses.count < 500 {
        responses.append(try await client.response(to: .text(name, "\(responses.count)")))
      }
      let refusal = try #require(responses.last)
      #expect(refusal.status == 429)
      #expect(
        try refusal.errorMessage() == "too many posts from this address: wait and try again")
      let seconds = try #require(Int(refusal.field("Retry-After") ?? ""))
      #expect((1...2).contains(seconds))
      for _ in 0..<5 { #expect(try await client.response(to: .get("/getchatts/")).status == 200) }
      try await eventually {
        try await client.response(to: .text(name, "later")).status == 200
      }
      #expect(
        try await client.rows(by: name).count == responses.count, "the refused post is not stored")
    }
  }
}
