import Foundation
import TestSupport
import Testing

/// The description of a server over a TLS socket, with curl.
@Suite(.needs(.postgreSQL)) struct V1ServerTests {
  private struct Description: Decodable {
    struct Limits: Decodable {
      let bodyBytesMax: Int
      let messageBytesMax: Int
    }

    let name: String
    let version: String
    let limits: Limits
    let postingNeedsToken: Bool
    let readingNeedsToken: Bool
    let features: Set<String>
  }

  @Test(arguments: ["--http1.1", "--http2"])
  func describesItsProgramAndOptions(version: String) async throws {
    let server = try await ServerProcess(
      options: ["--body-bytes-max", "1MiB", "--message-bytes-max", "1000"])
    let curl = Curl(server: server)
    let files = try TemporaryDirectory()
    let tag = files.path(of: "tag")
    let response = try await curl.call("/v1/server", options: [version, "--etag-save", tag])
    #expect(response.values == ["200"])
    let description = try JSONDecoder().decode(Description.self, from: Data(response.body))
    let program = try await ProgramRun(Repository.program("chatterd"), ["version"]).checked().text
    #expect("\(description.name) \(description.version)" == program)
    #expect(description.limits.bodyBytesMax == 1 << 20)
    #expect(description.limits.messageBytesMax == 1000)
    #expect(!description.postingNeedsToken && !description.readingNeedsToken)
    #expect(description.features.isSuperset(of: ["pages", "search", "deletion", "ranges"]))

    let cached = try await curl.call(
      "/v1/server", options: [version, "--etag-compare", tag],
      wanting: ["http_code", "size_download"])
    #expect(cached.values == ["304", "0"])
    let head = try await curl.call("/v1/server", options: [version, "--head"])
    #expect(head.values == ["200"])
    #expect(try await server.stop() == .exited(0))
  }
}
