import TestSupport
import Testing

@testable import TLS

/// Application data, ends and order after the handshake.
struct TLSEngineTests {
  @Test(.needs(.time)) func transfersTwentyMebibytesBothWays() throws {
    let pair = try EnginePair.open()
    let body = patternBytes(20 << 20)
    for start in stride(from: 0, to: body.count, by: 1 << 16) {
      try pair.client.write(body[start..<(start + (1 << 16))])
      try pair.server.write(body[start..<(start + (1 << 16))])
      try pair.settle(readBytes: 1 << 20)
    }
    #expect(pair.serverBytes == body)
    #expect(pair.clientBytes == body)
  }

  @Test(arguments: [1, 7, 1000, 16383, 16385])
  func returnsEveryByteToSmallReads(_ readBytes: Int) throws {
    let pair = try EnginePair.open()
    let body = patternBytes(100_000)
    try pair.client.write(body[...])
    try pair.settle(chunk: 5000, readBytes: readBytes)
    #expect(pair.serverBytes == body)
  }

  @Test func returnsAtMostTheRequestedBytes() throws {
    let pair = try EnginePair.open()
    try pair.client.write(patternBytes(50_000)[...])
    pair.server.receive(pair.client.takeOutput())
    var bytes: [UInt8] = [1, 2, 3]
    #expect(try pair.server.next(into: &bytes, atMost: 20_000) == .bytes(20_000))
    #expect(bytes.count == 20_003)
    #expect(try pair.server.next(into: &bytes, atMost: 20_000) == .bytes(20_000))
    #expect(try pair.server.next(into: &bytes, atMost: 20_000) == .bytes(10_000))
    #expect(try pair.server.next(into: &bytes, atMost: 20_000) == .needsMoreBytes)
    #expect(Array(bytes.dropFirst(3)) == patternBytes(50_000))
  }

  @Test func addsLittleOverheadToTheOutput() throws {
    let pair = try EnginePair.open()
    _ = pair.server.takeOutput()
    try pair.server.write(patternBytes(TLSStream.writeBytesMax)[...])
    #expect(pair.server.takeOutput().count <= TLSStream.writeBytesMax + 4 * 22)
  }

  @Test func closesOneDirectionWithCloseNotify() throws {
    let pair = try EnginePair.open()
    try pair.client.write(patternBytes(100)[...])
    pair.client.close()
    try pair.settle()
    #expect(pair.isServerClosed && !pair.isClientClosed)
    #expect(pair.serverBytes == patternBytes(100))
    try pair.server.write(patternBytes(40_000)[...])
    pair.server.close()
    pair.server.close()
    try pair.settle()
    #expect(pair.isClientClosed)
    #expect(pair.clientBytes == patternBytes(40_000))
    #expect(pair.server.takeOutput().isEmpty)
  }

  @Test func treatsAnEndAfterCloseNotifyAsOrderly() throws {
    let pair = try EnginePair.open()
    pair.client.close()
    try pair.settle()
    pair.server.receiveEnd()
    try pair.drainServer()
    #expect(pair.isServerClosed)
  }

  @Test func reportsTruncationAtEveryByte() throws {
    let probe = try EnginePair.open()
    try probe.client.write(patternBytes(30)[...])
    probe.client.close()
    let count = probe.client.takeOutput().count
    for cut in 0..<count {
      let pair = try EnginePair.open()
      try pair.client.write(patternBytes(30)[...])
      pair.client.close()
      pair.server.receive(pair.client.takeOutput().prefix(cut))
      pair.server.receiveEnd()
      #expect(throws: TLSError.truncated) { try pair.drainServer() }
      #expect(!pair.isServerClosed)
    }
  }

  @Test(arguments: [0, 1, 5, 100, 250])
  func reportsTruncatedHandshakes(_ cut: Int) throws {
    let pair = try EnginePair()
    try pair.drainClient()
    pair.server.receive(pair.client.takeOutput().prefix(cut))
    pair.server.receiveEnd()
    #expect(throws: TLSError.truncated) { try pair.drainServer() }
  }

  @Test func refusesWritesBeforeHandshakeAndAfterClose() throws {
    let early = try EnginePair()
    #expect(throws: TLSError.notWritable) { try early.client.write([1]) }
    early.client.close()
    let pair = try EnginePair.open()
    pair.client.close()
    #expect(throws: TLSError.notWritable) { try pair.client.write([1]) }
  }

  @Test func makesNoRecordForAnEmptyWrite() throws {
    let pair = try EnginePair.open()
    try pair.server.write([])
    #expect(!pair.server.hasOutput)
  }

  @Test func allocatesNoMemoryWhileWaiting() throws {
    let pair = try EnginePair.open()
    var bytes: [UInt8] = []
    #expect(try pair.server.next(into: &bytes, atMost: 1 << 16) == .needsMoreBytes)
    #expect(bytes.capacity == 0)
    // The beginning of a record yields no data yet.
    try pair.client.write([1, 2, 3])
    let record = pair.client.takeOutput()
    pair.server.receive(record.prefix(7))
    #expect(try pair.server.next(into: &bytes, atMost: 1 << 16) == .needsMoreBytes)
    var others: [UInt8] = []
    #expect(try pair.server.next(into: &others, atMost: 1 << 16) == .needsMoreBytes)
    #expect(others.capacity == 0)
    pair.server.receive(record.dropFirst(7))
    #expect(try pair.server.next(into: &others, atMost: 2) == .bytes(2))
    #expect(try pair.server.next(into: &others, atMost: 2) == .bytes(1))
    #expect(others == [1, 2, 3])
  }
}
