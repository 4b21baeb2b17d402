import Chatter
import System
import TestSupport
import Testing

@testable import ChatterClient

@MainActor
struct ChattStoreLiveTests {
  private let begin = "retry: 10\nid: p0\n\n"

  /// A store that follows a scripted server, with the changes that it reports.
  @MainActor
  private final class Following {
    let transport: LiveTransport
    let store: ChattStore
    let clock = JumpingClock()
    private(set) var changes: [String] = []
    private var task: Task<Void, Never>?

    init(_ transport: LiveTransport, tokens: MemoryTokens? = nil) throws {
      self.transport = transport
      store = ChattStore(
        RemoteCalls(
          server: try Server(url: "https://chatter.test"), transport: transport, retries: .never,
          clock: clock), tokens: tokens)
    }

    func start() {
      task = Task {
        await store.follow { change in
          switch change {
          case .added(let chatt): self.changes.append("+\(chatt.message ?? "")")
          case .deleted(let chatt): self.changes.append("-\(chatt.message ?? "")")
          case .restarted: self.changes.append("restarted")
          }
        }
      }
    }

    func stop() async {
      task?.cancel()
      await task?.value
    }
  }

  /// Runs a body while a store follows a server; the stream has begun.
  private func live(
    _ numbers: [Int], limit: Int = 50, _ body: (Following) async throws -> Void
  ) async throws {
    let following = try Following(LiveTransport(numbers, limit: limit))
    following.start()
    try await eventually { following.transport.isOpen }
    following.transport.send(begin)
    try await eventually { following.store.isLive }
    do {
      try await body(following)
    } catch {
      await following.stop()
      throw error
    }
    await following.stop()
    #expect(!following.store.isLive)
  }

  private func event(_ number: Int, at position: String) -> String {
    "id: \(position)\nevent: chatt\ndata: \(Chatt.numbered(number).json)\n\n"
  }

  private func deletion(_ number: Int, at position: String) -> String {
    "id: \(position)\nevent: delete\ndata: {\"id\":\"\(ChattID(number: number))\"}\n\n"
  }

  @Test func loadsThePageWhenTheStreamHasBegun() async throws {
    let following = try Following(LiveTransport([2, 1]))
    following.start()
    try await eventually { following.transport.isOpen }
    // What happens before this is on the page, and what happens after it is an event.
    following.transport.setNumbers([3, 2, 1])
    following.transport.send(begin)
    try await eventually { following.store.isLive }
    #expect(following.store.numbers == [3, 2, 1] && following.changes.isEmpty)
    await following.stop()
  }

  @Test func appliesEachEventOnce() async throws {
    try await live([2, 1]) { following in
      let (store, transport) = (following.store, following.transport)
      transport.send(event(3, at: "p1") + event(3, at: "p1") + event(2, at: "p2"))
      transport.send(deletion(1, at: "p3") + deletion(1, at: "p3") + event(4, at: "p4"))
      try await eventually { store.numbers.first == 4 }
      #expect(store.numbers == [4, 3, 2])
      #expect(following.changes == ["+3", "-1", "+4"])
      #expect(transport.connections.count == 1 && store.lastError == nil)
    }
  }

  @Test func ignoresUnknownAndMalformedEvents() async throws {
    try await live([1]) { following in
      following.transport.send("event: later\ndata: {}\n\nevent: chatt\ndata: 7\n\n:\n\n")
      following.transport.send("event: delete\ndata: {}\n\n" + event(2, at: "p"))
      try await eventually { following.store.numbers == [2, 1] }
      #expect(following.store.skippedCount == 1 && following.changes == ["+2"])
    }
  }

  @Test(arguments: [nil, ClientError.network(.timedOut)])
  func connectsAgainAtItsPosition(error: ClientError?) async throws {
    try await live([1]) { following in
      let (store, transport) = (following.store, following.transport)
      // The last event is cut off.
      transport.send(event(2, at: "p1") + event(3, at: "p2").dropLast(2))
      try await eventually { store.numbers == [2, 1] }
      transport.end(error)
      try await eventually { transport.connections.count == 2 && transport.isOpen }
      #expect(transport.connections.map(\.fields) == [[], ["Last-Event-ID: p1"]])
      transport.send("id: p1\n\n" + event(3, at: "p2"))
      try await eventually { store.numbers == [3, 2, 1] && store.isLive }
      #expect(following.changes == ["+2", "+3"] && store.lastError == nil)
    }
  }

  @Test func loadsThePageAgainAfterAReset() async throws {
    try await live([5, 4, 3], limit: 2) { following in
      let (store, transport) = (following.store, following.transport)
      #expect(store.numbers == [5, 4])
      // Three pages lead back to what was shown; 4 is gone.
      transport.setNumbers([10, 9, 8, 7, 5, 3])
      transport.send("id: r\nevent: reset\ndata: {}\n\n" + event(11, at: "p"))
      try await eventually { store.numbers.first == 11 }
      #expect(store.numbers == [11, 10, 9, 8, 7, 5, 3])
      #expect(following.changes == ["-4", "+7", "+8", "+9", "+10", "+11"])
      try await store.olderChatts()
      #expect(!store.hasOlder)
    }
  }

  @Test func loadsThePageAgainWhenAResetCouldNot() async throws {
    try await live([1]) { following in
      let (store, transport) = (following.store, following.transport)
      transport.setPageError(.network(.refused))
      transport.send("id: r\nevent: reset\ndata: {}\n\n")
      try await eventually { !store.isLive }
      transport.setPageError(nil)
      transport.setNumbers([2, 1])
      try await eventually { transport.connections.count >= 2 && transport.isOpen }
      transport.send(begin)
      try await eventually { store.isLive }
      #expect(transport.connections.last?.fields == [])
      #expect(store.numbers == [2, 1] && following.changes == ["+2"])
    }
  }

  @Test func pollsWhileTheServerHasNoStreamForIt() async throws {
    let following = try Following(LiveTransport([1]))
    let (store, transport) = (following.store, following.transport)
    for _ in 0..<3 {
      transport.refuse(.response(503, #"{"detail":"busy"}"#, retryAfter: .seconds(20)))
    }
    following.start()
    try await eventually { transport.connections.count == 4 && transport.isOpen }
    #expect(store.numbers == [1] && !store.isLive)
    #expect(transport.requests.contains { $0.v1 == .page(before: nil, limit: 50) })
    transport.send(begin)
    try await eventually { store.isLive }
    #expect(store.lastError == nil)
    await following.stop()
  }

  @Test func reportsEachChattOfSeveralPagesThatCameWithoutAStream() async throws {
    try await live([3, 2, 1], limit: 2) { following in
      let (store, transport) = (following.store, following.transport)
      for _ in 0..<3 {
        transport.refuse(.response(503, #"{"detail":"busy"}"#, retryAfter: .seconds(20)))
      }
      transport.setNumbers([9, 8, 7, 6, 5, 4, 3, 2, 1])
      transport.end(.network(.cutOff))
      try await eventually { store.numbers.first == 9 }
      #expect(store.numbers == [9, 8, 7, 6, 5, 4, 3, 2])
      try await eventually { transport.isOpen }
      transport.send(begin + event(4, at: "p") + event(10, at: "q"))
      try await eventually { store.numbers.first == 10 }
      #expect(following.changes == (4...10).map { "+\($0)" })
    }
  }

  @Test func pollsAServerWithoutEventsUntilItIsUpgraded() async throws {
    let transport = LiveTransport([1])
    transport.setLab(true)
    let following = try Following(transport)
    following.start()
    try await eventually { following.store.numbers == [1] }
    transport.setNumbers([3, 2])
    try await eventually { following.store.numbers == [3, 2] }
    transport.setNumbers([3])
    try await eventually { following.store.numbers == [3] }
    #expect(following.store.lastError == nil && !following.store.isLive)
    #expect(Array(following.changes.prefix(3)) == ["restarted", "+2", "+3"])
    transport.setLab(false)
    // Time passes with each poll.
    try await eventually { transport.isOpen }
    transport.send(begin)
    try await eventually { following.store.isLive }
    #expect(following.store.numbers == [3])
    await following.stop()
  }

  @Test func showsAnErrorThatRepeats() async throws {
    let following = try Following(LiveTransport([1]))
    following.transport.setPageError(.network(.refused))
    following.start()
    try await eventually { following.store.lastError == .network(.refused) }
    following.transport.setPageError(nil)
    try await eventually { following.transport.isOpen }
    following.transport.send(begin)
    try await eventually { following.store.isLive }
    #expect(following.store.lastError == nil)
    await following.stop()
  }

  @Test func removesTheTokenOfADeletedChatt() async throws {
    let tokens = MemoryTokens()
    let following = try Following(LiveTransport([2, 1]), tokens: tokens)
    let (store, transport) = (following.store, following.transport)
    tokens.keep("t", of: ChattID(number: 2), on: store.server)
    following.start()
    try await eventually { transport.isOpen }
    transport.send(begin + deletion(2, at: "p1"))
    try await eventually { store.numbers == [1] }
    #expect(!store.canDelete(ChattID(number: 2)))
    await following.stop()
  }
}
