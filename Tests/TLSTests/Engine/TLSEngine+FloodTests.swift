import TestSupport
import Testing

@testable import TLS

/// Peers that keep the server busy without sending application data.
struct TLSEngineFloodTests {
  private func open(_ policy: TLSPolicy) throws -> EnginePair {
    let pair = try EnginePair(
      server: TestContexts.server(), client: TestContexts.client(policy: policy))
    try pair.settle()
    return pair
  }

  @Test func refusesRenegotiation() throws {
    let pair = try open(.only(.tls12))
    pair.client.allowRenegotiation()
    pair.client.startRenegotiation()
    pair.server.receive(pair.client.takeOutput())
    try pair.drainServer()
    pair.client.receive(pair.server.takeOutput())
    // OpenSSL's client fails on the no_renegotiation alert.
    #expect(throws: TLSError.self) { try pair.drainClient() }
  }

  @Test func limitsKeyUpdates() throws {
    let pair = try open(.only(.tls13))
    for _ in 0..<200 { pair.client.sendKeyUpdate() }
    try pair.client.write([7])
    try pair.settle()
    #expect(pair.serverBytes == [7])
    for _ in 0..<5000 { pair.client.sendKeyUpdate() }
    pair.server.receive(pair.client.takeOutput())
    #expect(throws: TLSError.tooManyBytesWithoutData) { try pair.drainServer() }
    #expect(pair.server.takeOutput().count < 2 * TLSEngine.bytesWithoutDataMax)
  }

  @Test func limitsEmptyRecords() throws {
    let engine = try TLSEngine(accepting: TestContexts.server())
    engine.receive((0..<100).flatMap { _ in [22, 3, 1, 0, 0] as [UInt8] })
    var nothing: [UInt8] = []
    #expect(throws: TLSError.self) { try engine.next(into: &nothing, atMost: 1) }
  }

  @Test func limitsWarningAlerts() throws {
    let pair = try EnginePair()
    try pair.drainClient()
    pair.server.receive(pair.client.takeOutput())
    try pair.drainServer()
    pair.server.receive((0..<100).flatMap { _ in [21, 3, 3, 0, 2, 1, 90] as [UInt8] })
    #expect(throws: TLSError.self) { try pair.drainServer() }
  }

  @Test func limitsTheSizeOfAClientHello() throws {
    let engine = try TLSEngine(accepting: TestContexts.server())
    // A handshake message of 100,000 bytes, which OpenSSL alone would wait for.
    var flood: [UInt8] = [22, 3, 1, 0x40, 0, 1, 0x01, 0x86, 0xa0, 3, 3]
    flood += [UInt8](repeating: 0, count: 0x4000 - 6)
    for _ in 0..<5 {
      flood += [22, 3, 1, 0x40, 0] + [UInt8](repeating: 0, count: 0x4000)
    }
    engine.receive(flood)
    var nothing: [UInt8] = []
    #expect(throws: TLSError.tooManyBytesWithoutData) {
      try engine.next(into: &nothing, atMost: 1)
    }
  }

  @Test(arguments: 0..<8)
  func rejectsMutatedClientHellos(_ seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let context = try TestContexts.server(protocols: ["h2", "http/1.1"])
    let client = try TestContexts.client(protocols: ["http/1.1"])
    let pair = try EnginePair(server: context, client: client)
    try pair.drainClient()
    let hello = pair.client.takeOutput()
    for _ in 0..<250 {
      var mutated = hello
      for _ in 0...Int.random(in: 0..<4, using: &random) {
        mutated[Int.random(in: 0..<mutated.count, using: &random)] =
          .random(in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        mutated = Array(mutated.prefix(.random(in: 0...hello.count, using: &random)))
      }
      let engine = try TLSEngine(accepting: context)
      engine.receive(mutated)
      engine.receiveEnd()
      var data: [UInt8] = []
      #expect(throws: TLSError.self) { try engine.next(into: &data, atMost: 100) }
      #expect(data.isEmpty)
    }
  }

  @Test(arguments: 0..<4)
  func rejectsRandomBytesAfterTheHandshake(_ seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    for _ in 0..<20 {
      let pair = try EnginePair.open()
      var noise = (0..<200).map { _ in UInt8.random(in: 0...255, using: &random) }
      if Bool.random(using: &random) { noise.replaceSubrange(0..<5, with: [23, 3, 3, 0, 100]) }
      pair.server.receive(noise)
      pair.server.receiveEnd()
      #expect(throws: TLSError.self) { try pair.drainServer() }
      #expect(pair.serverBytes.isEmpty)
    }
  }
}
