import Foundation
import System
import TLS
import TestSupport

/// Clients of every kind: texts, clips, posts with a key, refused posts, both lists,
/// compressed, unchanged or not, on lasting and on new connections, closed properly or not, and
/// curl over HTTP/2. Every response's status is checked.
final class SoakLoad: Sendable {
  private struct State {
    var isOver = false
    /// Whether the clients must rest, and the number of resting clients.
    var isPaused = false
    var restingCount = 0
    var responseCount = 0
    var failures: [String] = []
  }

  /// The number of clients that keep their connection.
  private static let lastingCount = 8
  /// The number of clients that make new connections.
  private static let passingCount = 4
  private static let clientCount = lastingCount + passingCount
  private static let failuresMax = 20
  /// The pause between two requests of a client, for a steady load below the maximum.
  private static let pause = Duration.milliseconds(5)

  private let server: ServerProcess
  private let state = Lock(State())

  init(_ server: ServerProcess) { self.server = server }

  /// Messages about wrong responses.
  var failures: [String] { state.withLock { $0.failures } }

  func finish() { state.withLock { $0.isOver = true } }

  /// Makes the clients rest, and samples the server.
  func sample(on loop: EventLoop) async throws -> SoakSample {
    state.withLock { $0.isPaused = true }
    defer { state.withLock { $0.isPaused = false } }
    let end = Deadline.after(.seconds(90))
    while state.withLock({ $0.restingCount }) < Self.clientCount {
      guard !end.hasPassed else { throw WireError(description: "a client does not rest") }
      try await loop.sleep(until: .after(.milliseconds(10)))
    }
    // The server is still closing the connections of passing clients, and surplus rows
    // are still being deleted.
    try await loop.sleep(until: .after(.seconds(1.5)))
    for target in ["/getchatts/", "/getaudio/"] {
      _ = try await server.withClient { try await $0.rows(target) }
    }
    // Afterwards the server is idle, and returns memory.
    try await loop.sleep(until: .after(.seconds(2.5)))
    return SoakSample(
      residentBytes: try server.residentBytes, descriptorCount: try server.descriptorCount,
      responseCount: state.withLock { $0.responseCount })
  }

  /// Makes requests until `finish`.
  func run() async throws {
    let loop = try EventLoop(name: "soak")
    defer { loop.stop() }
    let context = try TLSContext.client(trusting: server.certificate)
    await withDiscardingTaskGroup { group in
      for number in 0..<Self.clientCount {
        group.addTask {
          var chance = Torture.chance("soak \(number)")
          while !self.isOver {
            let seed = chance.next()
            do {
              try await loop.run {
                try await self.visit(number, seed, context, loop)
              }
            } catch {
              self.fail("client \(number): \(error)")
            }
          }
        }
      }
    }
  }

  /// Posts and gets over HTTP/2, about once a second, until `finish`.
  func visitByHTTP2(on loop: EventLoop) async throws {
    let curl = Curl(server: server)
    var number = 0
    while !isOver {
      await rest(on: loop, isCounted: false)
      number += 1
      let post = ["--data-binary", #"{"username":"soak","message":"h2 \#(number)"}"#]
      for (target, more) in [("/postchatt/", post), ("/getaudio/", ["--compressed"])] {
        let response = try await curl.call(target, options: ["--http2"] + more)
        if response.values != ["200"] { fail("by HTTP/2, \(target): \(response.values)") }
      }
      try await loop.sleep(until: .after(.seconds(1)))
    }
  }

  var isOver: Bool { state.withLock { $0.isOver } }

  private func fail(_ text: String) {
    state.withLock { state in
      if state.failures.count < Self.failuresMax { state.failures.append(text) }
      // A server that has ended would cause endless failures.
      if state.failures.count == Self.failuresMax { state.isOver = true }
    }
  }

  /// Runs one connection, from its handshake to its end.
  private func visit(
    _ number: Int, _ seed: UInt64, _ context: TLSContext, _ loop: EventLoop
  ) async throws {
    let isPassing = number >= Self.lastingCount
    if isPassing { await rest(on: loop) }
    var chance = SeededGenerator(state: seed)
    let client = try await TestClient.connect(to: server, context, on: loop)
    defer { client.close() }
    var left = isPassing ? Int.random(in: 1...4, using: &chance) : Int.max
    while left > 0, !isOver {
      if !isPassing { await rest(on: loop) }
      left -= 1
      let isLast = left == 0 && Bool.random(using: &chance)
      let (request, status) = Self.request(&chance, isLast: isLast)
      let response = try await client.response(to: request)
      guard response.status == status else {
        throw WireError(description: "\(request.target): \(response.status) \(response.text)")
      }
      state.withLock { $0.responseCount += 1 }
      if isLast { _ = try await client.isAtEnd() }
      try? await loop.sleep(until: .after(Self.pause))
    }
  }

  /// Returns a request and the expected status.
  private static func request(
    _ chance: inout SeededGenerator, isLast: Bool
  ) -> (WireRequest, status: Int) {
    let text = String(chance.next(), radix: 36)
    var status = 200
    var request: WireRequest
    switch Int.random(in: 0..<24, using: &chance) {
    case 0..<12: request = .get("/getchatts/")
    case 12: request = .get("/getaudio/")
    case 13, 14:
      request = .post(
        "/postaudio/", #"{"username":"soak","message":"\#(text)","audio":"\#(clip(text))"}"#)
    case 20: (request, status) = (.get("/getchatts/").with(fields: "If-None-Match: *"), 304)
    case 21: (request, status) = (.post("/postchatt/", "no JSON"), 400)
    case 22, 23: request = .text("soak", text).with(fields: "Idempotency-Key: \"\(text)\"")
    default: request = .text("soak", text)
    }
    if Bool.random(using: &chance) { request.fields.append("Accept-Encoding: gzip") }
    if isLast { request.fields.append("Connection: close") }
    return (request, status)
  }

  private static func clip(_ text: String) -> String { PostLedger.audio(of: text + "-clip") ?? "" }

  /// Waits while the clients must rest.
  private func rest(on loop: EventLoop, isCounted: Bool = true) async {
    guard state.withLock({ $0.isPaused }) else { return }
    state.withLock { $0.restingCount += isCounted ? 1 : 0 }
    while state.withLock({ $0.isPaused && !$0.isOver }) {
      guard (try? await loop.sleep(until: .after(.milliseconds(10)))) != nil else { break }
    }
    state.withLock { $0.restingCount -= isCounted ? 1 : 0 }
  }
}
