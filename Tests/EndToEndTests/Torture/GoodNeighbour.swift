import Foundation
import System
import TLS
import TestSupport

/// A well-behaved client: it posts texts and short clips, reads lists, and checks that each
/// list starts with its own last post.
///
/// Others post meanwhile, so "starts with" means "among the first rows".
final class GoodNeighbour: Sendable {
  /// The kind of a call.
  enum Kind: String, CaseIterable, Sendable { case post, clip, list, audio, connect }

  private struct State {
    var isOver = false
    var times: [Kind: [Duration]] = [:]
    var failures: [String] = []
  }

  private static let failuresMax = 20
  /// The pause between two calls; the user of a phone is slower.
  private static let pause = Duration.milliseconds(60)
  /// The number of calls on one connection.
  private static let callsPerConnection = 25

  private let server: ServerProcess
  private let state = Lock(State())

  init(of server: ServerProcess) { self.server = server }

  /// The failures: statuses other than 200, own posts missing from a list, and lost connections.
  var failures: [String] { state.withLock { $0.failures } }

  private var isOver: Bool { state.withLock { $0.isOver } }

  /// Removes and returns the times measured since the last call.
  func takeTimes() -> [Kind: [Duration]] {
    state.withLock { state in
      defer { state.times = [:] }
      return state.times
    }
  }

  func finish() { state.withLock { $0.isOver = true } }

  /// Makes calls until `finish`.
  func run() async throws {
    let loop = try EventLoop(name: "good neighbour")
    defer { loop.stop() }
    let context = try TLSContext.client(trusting: server.certificate)
    var visit = 0
    while !isOver {
      visit += 1
      do {
        try await loop.run { [visit] in
          try await self.visit(visit, context, loop)
        }
      } catch {
        fail("visit \(visit): \(error)")
      }
    }
  }

  /// Runs one connection.
  private func visit(_ visit: Int, _ context: TLSContext, _ loop: EventLoop) async throws {
    let client = try await timed(.connect) {
      try await TestClient.connect(to: server, context, on: loop)
    }
    defer { client.close() }
    let clip = try TinyClip.bytes()
    for number in 0..<Self.callsPerConnection where !isOver {
      let name = "good-\(visit)-\(number)"
      let hasClip = number % 5 == 4
      let post = hasClip ? WireRequest.clip(name, clip) : .text(name, "hello")
      try await call(hasClip ? .clip : .post, post, client)
      try await loop.sleep(until: .after(Self.pause))
      // Searching the first rows is enough, and cheap for this client.
      let list = try await call(
        hasClip ? .audio : .list, .get(hasClip ? "/getaudio/" : "/getchatts/"), client)
      if list.body.firstRange(of: Array(name.utf8)) == nil { fail("no \(name) in the list") }
      try await loop.sleep(until: .after(Self.pause))
    }
  }

  @discardableResult
  private func call(
    _ kind: Kind, _ request: WireRequest, _ client: TestClient
  ) async throws -> TestResponse {
    let response = try await timed(kind) { try await client.response(to: request) }
    if response.status != 200 {
      fail("\(request.target): \(response.status) \(response.text.prefix(80))")
    }
    return response
  }

  private func timed<Value>(
    _ kind: Kind, _ body: () async throws -> Value
  ) async throws -> Value {
    let began = ContinuousClock.now
    let value = try await body()
    let time = ContinuousClock.now - began
    state.withLock { $0.times[kind, default: []].append(time) }
    return value
  }

  private func fail(_ text: String) {
    state.withLock { state in
      if state.failures.count < Self.failuresMax { state.failures.append(text) }
      // A server that has ended would cause endless failures.
      if state.failures.count == Self.failuresMax { state.isOver = true }
    }
  }
}
