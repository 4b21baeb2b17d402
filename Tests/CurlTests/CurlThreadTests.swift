import System
import TestSupport
import Testing

@testable import Curl

struct CurlThreadTests {
  private func request(_ target: String, on server: ScriptedServer) -> CurlRequest {
    var request = CurlRequest(
      url: server.url + target, userAgent: "test",
      limits: CurlLimits(
        connectTimeout: hangTimeout, idleTimeout: hangTimeout, totalTimeout: hangTimeout,
        bodyBytesMax: 1 << 20))
    request.allowsPlainText = true
    return request
  }

  private func post(_ body: [UInt8], to server: ScriptedServer) -> CurlRequest {
    var post = request("/", on: server)
    (post.method, post.body) = ("POST", body)
    return post
  }

  @Test func endsACancelledCallAtOnce() async throws {
    try await ScriptedServer.with(nil) { request in
      request.head.hasPrefix("GET /silent") ? .silence(.seconds(3600)) : .ok("[]")
    } _: { server in
      let client = CurlClient()
      let task = Task { try await client.send(request("/silent", on: server)) }
      try await eventually { !server.requests.isEmpty }
      task.cancel()
      await #expect(throws: CurlError.cancelled) { try await task.value }
      let next = try await client.send(request("/", on: server))
      #expect(next.status == 200)
    }
  }

  @Test func doesNotSendACallCancelledBeforehand() async throws {
    try await ScriptedServer.with(nil) { _ in
      .ok("[]")
    } _: { server in
      let client = CurlClient()
      let task = Task {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        return try await client.send(request("/", on: server))
      }
      await #expect(throws: CurlError.cancelled) { try await task.value }
      #expect(server.requests.isEmpty)
    }
  }

  @Test func endsEachCallOnceWheneverItIsCancelled() async throws {
    try await ScriptedServer.with(nil) { _ in
      .ok("[]")
    } _: { server in
      let client = CurlClient()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for round in 0..<60 {
          group.addTask {
            let task = Task { try await client.send(request("/", on: server)) }
            for _ in 0..<round * 5 { await Task.yield() }
            task.cancel()
            switch await task.result {
            case .success(let response): #expect(response.status == 200)
            case .failure(let error): #expect(error as? CurlError == .cancelled)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func runsManyCallsOverFewConnections() async throws {
    try await ScriptedServer.with(nil) {
      .response(200, body: $0.body)
    } _: { server in
      let client = CurlClient()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<50 {
          group.addTask {
            let body = Array("\(number)".utf8)
            let response = try await client.send(post(body, to: server))
            #expect(response.body == body)
          }
        }
        try await group.waitForAll()
      }
      #expect(server.requests.count == 50)
      #expect(server.connectionCount <= CurlClient.idleConnectionsMax)
    }
  }

  @Test func endsTheThreadWithTheTransport() async throws {
    try await ScriptedServer.with(nil) { _ in
      .ok("[]")
    } _: { server in
      var client: CurlClient? = CurlClient()
      // The thread retains itself until it ends.
      weak let thread = client?.thread
      _ = try await client?.send(request("/", on: server))
      #expect(thread != nil)
      client = nil
      try await eventually { thread == nil }
    }
  }

  @Test func releasesACallOnceItHasEnded() async throws {
    final class Token: Sendable {}
    try await ScriptedServer.with(nil) { request in
      request.head.hasPrefix("GET /silent") ? .silence(.seconds(3600)) : .ok("[]")
    } _: { server in
      let client = CurlClient()
      for round in 0..<60 {
        weak let token: Token?
        do {
          // A request retains its progress closure, which retains the token.
          let held = Token()
          token = held
          let isSilent = round % 2 != 0
          let request = request(isSilent ? "/silent" : "/", on: server)
          let task = Task {
            try await client.send(request, progress: { _, _, _, _ in _ = held })
          }
          for _ in 0..<round * 5 { await Task.yield() }
          if round % 4 != 0 || isSilent { task.cancel() }
          _ = await task.result
        }
        try await eventually { token == nil }
      }
    }
  }

  private struct Report {
    let sent, toSend, received, toReceive: Int

    init(_ sent: Int, _ toSend: Int, _ received: Int, _ toReceive: Int) {
      (self.sent, self.toSend) = (sent, toSend)
      (self.received, self.toReceive) = (received, toReceive)
    }
  }

  @Test func reportsTheProgressInBothDirections() async throws {
    let responseBody = [UInt8](repeating: UInt8(ascii: " "), count: 400_000)
    let response = ScriptedServer.response(200, body: responseBody)
    let chunks = stride(from: 0, to: response.count, by: 50_000).map {
      Array(response[$0..<min($0 + 50_000, response.count)])
    }
    try await ScriptedServer.with(nil) { _ in
      .slow(chunks, pause: .milliseconds(100))
    } _: { server in
      let reports = Lock<[Report]>([])
      let start = Deadline.now
      let body = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)
      _ = try await CurlClient().send(post(body, to: server)) { sent, toSend, received, toReceive in
        reports.withLock { $0.append(Report(sent, toSend, received, toReceive)) }
      }
      let all = reports.withLock { $0 }
      let intervals = Deadline.now.duration(since: start) / .milliseconds(100)
      #expect(all.count >= 3 && Double(all.count - 1) <= intervals)
      #expect(all.contains { $0.toSend == body.count && $0.sent == body.count })
      #expect(
        all.contains { $0.toReceive == responseBody.count && $0.received > 50_000 })
      for (one, next) in zip(all, all.dropFirst()) {
        #expect(one.received <= next.received)
      }
    }
  }
}
