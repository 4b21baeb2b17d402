import Chatter
import EventLoop
import TestSupport
import Testing

@testable import ChatterClient

struct CurlThreadTests {
  @Test func endsACancelledCallAtOnce() async throws {
    try await ScriptedServer.trusted { request in
      request.head.hasPrefix("GET /getaudio") ? .silence(.seconds(3600)) : .ok("[]")
    } _: { scripted, server in
      let transport = CurlTransport()
      let task = Task { try await transport.send(TransportRequest(.getAudio, on: server)) }
      try await eventually { !scripted.requests.isEmpty }
      task.cancel()
      await #expect(throws: ClientError.cancelled) { try await task.value }
      let next = try await transport.send(TransportRequest(.getChatts, on: server))
      #expect(next.status == 200)
    }
  }

  @Test func doesNotSendACallCancelledBeforehand() async throws {
    try await ScriptedServer.trusted { _ in
      .ok("[]")
    } _: { scripted, server in
      let transport = CurlTransport()
      let task = Task {
        unsafe withUnsafeCurrentTask { unsafe $0?.cancel() }
        return try await transport.send(TransportRequest(.getChatts, on: server))
      }
      await #expect(throws: ClientError.cancelled) { try await task.value }
      #expect(scripted.requests.isEmpty)
    }
  }

  @Test func endsEachCallOnceWheneverItIsCancelled() async throws {
    try await ScriptedServer.trusted { _ in
      .ok("[]")
    } _: { _, server in
      let transport = CurlTransport()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for round in 0..<60 {
          group.addTask {
            let task = Task { try await transport.send(TransportRequest(.getChatts, on: server)) }
            for _ in 0..<round * 5 { await Task.yield() }
            task.cancel()
            switch await task.result {
            case .success(let response): #expect(response.status == 200)
            case .failure(let error): #expect(error as? ClientError == .cancelled)
            }
          }
        }
        try await group.waitForAll()
      }
    }
  }

  @Test func runsManyCallsOverFewConnections() async throws {
    try await ScriptedServer.trusted {
      .response(200, body: $0.body)
    } _: { scripted, server in
      let transport = CurlTransport()
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<50 {
          group.addTask {
            let body = Array("\(number)".utf8)
            let request = TransportRequest(.postChatt, on: server, body: body)
            let response = try await transport.send(request)
            #expect(response.body == body)
          }
        }
        try await group.waitForAll()
      }
      #expect(scripted.requests.count == 50)
      #expect(scripted.connectionCount <= CurlMulti.connectionsMax)
    }
  }

  @Test func endsTheThreadWithTheTransport() async throws {
    try await ScriptedServer.with(nil) { _ in
      .ok("[]")
    } _: { scripted in
      let server = try Server(url: scripted.url)
      var transport: CurlTransport? = CurlTransport()
      // The thread retains itself until it ends.
      weak let thread = transport?.thread
      _ = try await transport?.send(TransportRequest(.getChatts, on: server))
      #expect(thread != nil)
      transport = nil
      try await eventually { thread == nil }
    }
  }

  @Test func releasesACallOnceItHasEnded() async throws {
    final class Token: Sendable {}
    try await ScriptedServer.trusted { request in
      request.head.hasPrefix("GET /getaudio") ? .silence(.seconds(3600)) : .ok("[]")
    } _: { _, server in
      let transport = CurlTransport()
      for round in 0..<60 {
        weak let token: Token?
        do {
          // A call retains its progress closure, which retains the token.
          let held = Token()
          token = held
          let call: Call = round % 2 == 0 ? .getChatts : .getAudio
          let task = Task {
            try await transport.send(TransportRequest(call, on: server)) { _ in _ = held }
          }
          for _ in 0..<round * 5 { await Task.yield() }
          if round % 4 != 0 || call == .getAudio { task.cancel() }
          _ = await task.result
        }
        try await eventually { token == nil }
      }
    }
  }

  @Test func reportsTheProgressInBothDirections() async throws {
    let responseBody = [UInt8](repeating: UInt8(ascii: " "), count: 400_000)
    let response = ScriptedServer.response(200, body: responseBody)
    let chunks = stride(from: 0, to: response.count, by: 50_000).map {
      Array(response[$0..<min($0 + 50_000, response.count)])
    }
    try await ScriptedServer.trusted { _ in
      .slow(chunks, pause: .milliseconds(100))
    } _: {
      _, server in
      let reports = Lock<[TransferProgress]>([])
      let start = Deadline.now
      let body = [UInt8](repeating: UInt8(ascii: "x"), count: 300_000)
      _ = try await CurlTransport().send(
        TransportRequest(.postAudio, on: server, body: body)
      ) { report in
        reports.withLock { $0.append(report) }
      }
      let all = reports.withLock { $0 }
      let intervals = Deadline.now.duration(since: start) / .milliseconds(100)
      #expect(all.count >= 3 && Double(all.count - 1) <= intervals)
      #expect(all.contains { $0.bytesToSend == body.count && $0.sentByteCount == body.count })
      #expect(
        all.contains { $0.bytesToReceive == responseBody.count && $0.receivedByteCount > 50_000 })
      for (one, next) in zip(all, all.dropFirst()) {
        #expect(one.receivedByteCount <= next.receivedByteCount)
      }
    }
  }
}
