import Testing

@testable import LoadGeneration

@Suite("Latencies of live updates", .timeLimit(.minutes(2)))
struct FanOutTests {
  private func load(_ server: EventServer, streams: Int) -> Load {
    var load = Load()
    load.port = server.port
    load.certificate = server.certificate
    load.connections = streams
    load.loops = 2
    load.getPath = "/v1/events"
    load.postPath = "/postchatt/"
    load.postBody = Array("{\"message\":\"~~~~~~~~~~~~~~~~\"}".utf8)
    return load
  }

  @Test func measuresEachPostAtEachStream() async throws {
    let server = try await EventServer()
    defer { server.stop() }
    let fanOut = try FanOut(load(server, streams: 7))
    await fanOut.open()
    #expect(fanOut.openCount == 7 && fanOut.failedCount == 0)
    let outcome = try await fanOut.post(3, every: .zero)
    fanOut.stop()
    #expect(outcome.failures == 0 && outcome.firstFailure == nil)
    #expect(outcome.posts.map(\.count) == [7, 7, 7])
    #expect(outcome.posts.allSatisfy { $0.longestNanoseconds > 0 })
  }

  @Test func opensStreamsFromSeveralAddresses() async throws {
    #expect(LoopbackConnection.source(0) == 0x7f00_0101)
    let server = try await EventServer()
    defer { server.stop() }
    let fanOut = try FanOut(load(server, streams: 501))
    await fanOut.open()
    fanOut.stop()
    #expect(fanOut.openCount == 501)
    let sources = server.sources
    #expect(sources.count { $0 == "127.0.1.1" } == 500)
    #expect(sources.count { $0 == "127.0.1.2" } == 1)
  }

  @Test func countsChattsThatComeTwice() async throws {
    let server = try await EventServer(.repeats)
    defer { server.stop() }
    let fanOut = try FanOut(load(server, streams: 2))
    await fanOut.open()
    let outcome = try await fanOut.post(1, every: .zero)
    fanOut.stop()
    #expect(outcome.failures > 0)
    #expect(outcome.firstFailure == "wrong body: a chatt twice, or out of order")
  }

  @Test func countsChattsThatDoNotCome() async throws {
    let server = try await EventServer(.loses(every: 2))
    defer { server.stop() }
    let fanOut = try FanOut(load(server, streams: 5), arrivalTimeout: .seconds(2))
    await fanOut.open()
    let outcome = try await fanOut.post(2, every: .zero)
    fanOut.stop()
    #expect(outcome.posts.map(\.count) == [2, 2])
    #expect(outcome.failures == 6 && outcome.firstFailure == "6 chatts did not come")
  }

  @Test func countsStreamsThatCannotBeOpened() async throws {
    let server = try await EventServer()
    defer { server.stop() }
    var refused = load(server, streams: 3)
    refused.port = 1
    let fanOut = try FanOut(refused)
    await fanOut.open()
    fanOut.stop()
    #expect(fanOut.openCount == 0 && fanOut.failedCount == 3)
  }
}
