import TestSupport
import Testing

@testable import TLS

struct ApplicationProtocolCallbackTests {
  @Test(
    arguments: [
      (["h2", "http/1.1"], ["h2", "http/1.1"], "h2", false),
      (["h2", "http/1.1"], ["http/1.1", "h2"], "h2", false),
      (["http/1.1"], ["h2", "http/1.1"], "http/1.1", false),
      (["http/1.1"], ["h2"], nil, true), (["http/1.1"], ["http/1"], nil, true),
      (["http/1.1"], ["http/1.1.1", "HTTP/1.1"], nil, true), (["http/1.1"], [], nil, false),
      ([], ["h2"], nil, false), ([], [], nil, false),
    ] as [([String], [String], String?, Bool)])
  func selectsByTheServersOrder(
    _ server: [String], _ client: [String], _ chosen: String?, _ isRefused: Bool
  ) throws {
    let pair = try EnginePair(
      server: TestContexts.server(protocols: server),
      client: TestContexts.client(protocols: client))
    let failures = pair.failures()
    #expect(failures.server == (isRefused ? .noApplicationProtocol : nil))
    #expect(failures.client == (isRefused ? .peerAlert(.noApplicationProtocol) : nil))
    #expect(pair.serverFacts?.applicationProtocol == chosen)
    #expect(pair.clientFacts?.applicationProtocol == chosen)
  }

  @Test func ignoresTheTruncatedEndOfAList() {
    let offered: [UInt8] = [2, 104, 50, 8, 104]
    #expect(rangeOfFirst(["h2"], in: offered) == 1..<3)
    #expect(rangeOfFirst(["h2"], in: Array(offered.prefix(2))) == nil)
    #expect(rangeOfFirst(["h2"], in: []) == nil)
  }
}
