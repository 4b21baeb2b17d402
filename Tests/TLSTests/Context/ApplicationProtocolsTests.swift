import Testing

@testable import TLS

struct ApplicationProtocolsTests {
  struct Row: Sendable, CustomTestStringConvertible {
    let server: [String]
    let client: [String]
    let chosen: String?
    let isRefused: Bool
    var testDescription: String { "\(server) and \(client)" }

    init(_ server: [String], _ client: [String], _ chosen: String?, isRefused: Bool = false) {
      self.server = server
      self.client = client
      self.chosen = chosen
      self.isRefused = isRefused
    }
  }

  static let rows = [
    Row(["h2", "http/1.1"], ["h2", "http/1.1"], "h2"),
    Row(["h2", "http/1.1"], ["http/1.1", "h2"], "h2"),
    Row(["http/1.1"], ["h2", "http/1.1"], "http/1.1"),
    Row(["http/1.1"], ["h2"], nil, isRefused: true),
    Row(["http/1.1"], ["http/1"], nil, isRefused: true),
    Row(["http/1.1"], ["http/1.1.1", "HTTP/1.1"], nil, isRefused: true),
    Row(["http/1.1"], [], nil),
    Row([], ["h2"], nil),
    Row([], [], nil),
  ]

  @Test(arguments: rows)
  func selectsByTheServersOrder(_ row: Row) throws {
    let pair = try EnginePair(
      server: TestContexts.server(protocols: ApplicationProtocols(row.server)),
      client: TestContexts.client(protocols: ApplicationProtocols(row.client)))
    let failures = pair.failures()
    #expect(failures.server == (row.isRefused ? .noApplicationProtocol : nil))
    #expect(failures.client == (row.isRefused ? .peerAlert(.noApplicationProtocol) : nil))
    #expect(pair.serverFacts?.applicationProtocol == row.chosen)
    #expect(pair.clientFacts?.applicationProtocol == row.chosen)
  }

  @Test func prefixesNamesWithTheirLength() {
    let protocols: ApplicationProtocols = ["h2", "http/1.1"]
    #expect(protocols.wireBytes == [2, 104, 50, 8] + Array("http/1.1".utf8))
  }

  @Test func ignoresTheTruncatedEndOfAList() {
    let protocols: ApplicationProtocols = ["h2"]
    let offered: [UInt8] = [2, 104, 50, 8, 104]
    #expect(protocols.selection(from: offered) == .selected(1..<3))
    #expect(protocols.selection(from: Array(offered.prefix(2))) == .noOverlap)
    #expect(protocols.selection(from: []) == .noOverlap)
  }
}
