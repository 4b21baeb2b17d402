import Foundation
import Sockets
import TLS
import TestSupport

/// A client that keeps all rules: it posts texts and short clips, reads lists, and checks that each
/// list begins with its own last post.
///
/// Others post meanwhile, so "begins with" means "among the first rows".
final class GoodNeighbour: Sendable {
  /// What a call was.
  enum Kind: String, CaseIterable, Sendable { case post, clip, list, audio, connect }

  private struct State {
    var isOver = false
    var times: [Kind: [Duration]] = [:]
    var failures: [String] = []
  }

  private static let failuresMax = 20
  /// Between two calls: a phone's user is slower than that.
  private static let pause = Duration.milliseconds(60)
  /// Calls of a connection before a new one is made.
  private static let callsPerConnection = 25

  private let server: ServerProcess
  private let state = Lock(State())

  init(of server: ServerProcess) { self.server = server }

  /// What went wrong: statuses other than 200, own posts that a list lacks, and lost connections.
  var failures: [String] { state.withLock { $0.failures } }

  private var isOver: Bool { state.withLock { $0.isOver } }

  /// Takes the times that were measured since the last call.
  func takeTimes() -> [Kind: [Duration]] {
    state.withLock { state in
      defer { state.times = [:] }
      return state.times
    }
  }

  func finish() { state.withLock { $0.isOver = true } }

  /// Calls and calls, until it is finished.
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

  /// One connection.
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
      // The first rows are enough, and looking at no more costs this client nothing.
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
      // A server that is gone would fail without end.
      if state.failures.count == Self.failuresMax { state.isOver = true }
    }
  }
}
