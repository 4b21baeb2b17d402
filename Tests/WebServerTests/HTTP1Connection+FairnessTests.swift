import HTTP
import System
import TestSupport
import Testing

@testable import WebServer

@Suite(.needs(.time))
struct HTTP1ConnectionFairnessTests {
  @Test(arguments: [1, TickQuota.unitsMax - 1, 100])
  func yieldsToOthersWhenRequestsAreAlwaysReady(requestsPerRead: Int) async throws {
    let loop = try EventLoop(name: "test")
    defer { loop.stop() }
    let contexts = try TestCertificate.contexts
    let (responseCount, yieldCount) = try await loop.run {
      let events = EventRecord()
      let stream = ScriptedStream([
        .flood(String(repeating: get("/"), count: requestsPerRead))
      ])
      let connection = HTTP1Connection(
        over: stream,
        context: .test(events: events, contexts: contexts, quota: TickQuota(on: loop)) {
          await plainApp(loop, $0)
        })
      let box = Unchecked(stream)
      let neighbour = Task(executorPreference: loop) {
        var yieldCount = 0
        while yieldCount < 20 {
          yieldCount += 1
          await Task.yield()
        }
        box.value.isOver = true
        return yieldCount
      }
      await connection.run()
      return (events.accessRecords.count, await neighbour.value)
    }
    #expect(yieldCount == 20)
    #expect(responseCount <= 22 * max(TickQuota.unitsMax, requestsPerRead))
  }

  @Test func respondsToOthersBeforeTheEndOfALongPipeline() async throws {
    let order = Lock<[String]>([])
    let began = Gate()
    let app: TestServer.App = { _, request in
      order.withLock { $0.append(request.path) }
      began.open()
      // Work without any suspension.
      let end = Deadline.after(.microseconds(request.path == "/many" ? 200 : 0))
      while !end.hasPassed {}
      return Response(.ok)
    }
    try await TestServer.serving(handler: app) { server in
      let many = Task {
        try await server.withClient { client in
          try await client.send(String(repeating: get("/many"), count: 2000))
          try await client.send(get("/last", fields: "Connection: close\r\n"))
          return try await client.rest().count
        }
      }
      await began.wait()
      try await server.withClient { client in
        try await client.send(get("/one"))
        #expect(try await client.response()?.status == 200)
      }
      let responseCount = server.events.accessRecords.count
      #expect(responseCount < 2000)
      #expect(try await many.value > 2000 * "HTTP/1.1 200 OK\r\n".utf8.count)
    }
    let paths = order.withLock { $0 }
    #expect(paths.count == 2002)
  }

  @Test func respondsToOthersDuringALongUpload() async throws {
    try await TestServer.serving(handler: echoApp) { server in
      let uploading = Task {
        try await server.withClient { client in
          let body = String(repeating: "x", count: 30_000_000)
          try await client.send(post("/upload", body))
          return try await client.response()?.status
        }
      }
      try await server.withClient { client in
        for _ in 0..<100 {
          try await client.send(get("/"))
          #expect(try await client.response()?.status == 200)
        }
      }
      #expect(try await uploading.value == 200)
    }
  }
}

/// A value that the test uses on one loop only.
struct Unchecked<Value>: @unchecked Sendable {
  let value: Value
  init(_ value: Value) { self.value = value }
}
