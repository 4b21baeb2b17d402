import Foundation
import System
import TLS
import TestSupport
import Testing

/// One server with the fault library loaded, and a ledger of its posts.
final class FaultFixture: Sendable {
  /// The number of concurrent requests after each fault, too: three for each of two loops.
  static let databaseConnections = 6
  /// The number of concurrent clients, for calls that need several.
  private static let concurrentClientCount = 16

  let server: ServerProcess
  let database: TestDatabase
  private let control: FaultControl
  private let ledger = PostLedger()
  private let loop: EventLoop
  private let context: TLSContext
  private let number = Lock(0)
  private let descriptorsMax: Int

  init() async throws {
    control = try FaultControl()
    database = try await TestDatabase()
    server = try await ServerProcess(
      .shared(database),
      options: ["--loops", "2", "--database-connections", "\(Self.databaseConnections)"]
        + ServerProcess.figureOptions,
      environment: FaultLibrary.environment(control))
    loop = try EventLoop(name: "faults")
    context = try TLSContext.client(trusting: server.certificate)
    let (server, context, loop, ledger) = (server, context, loop, ledger)
    for round in 0..<5 {
      try await withThrowingDiscardingTaskGroup { group in
        for client in 0..<(2 * Self.databaseConnections) {
          group.addTask {
            try await loop.run {
              let client = Requests("warm \(round)-\(client)", server, context, loop, ledger)
              try await client.make(hasClip: false)
            }
          }
        }
      }
    }
    // The server is still closing the clients' connections.
    try await eventually { try await server.figure("chatterd_connections") == 0 }
    let sessions = try await database.run(
      """
      select count(*) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()
      """)
    // All that an idle server ever needs: every connection of the pools is open, and the one for
    // LISTEN.
    let spare = Self.databaseConnections + 1 - (try #require(Int(sessions)))
    descriptorsMax = try server.descriptorCount + spare
  }

  deinit { loop.stop() }

  /// Makes a call fail during a post and a get; false if no such call was made.
  ///
  /// - Parameter awaitLateCall: Waits, after the responses, until a call has failed or is not
  ///   expected any more.
  func experiment(
    _ fault: Fault, skip: Int, awaitLateCall: (_ hasFailed: () throws -> Bool) async throws -> Void
  ) async throws -> Bool {
    if fault.isOfNewSession { try await database.terminateSessions() }
    // A table that has been rewritten is read from start to end.
    if fault.isOfReading { try await database.run("vacuum full chatts") }
    let (name, way) = number.withLock { number in
      number += 1
      return ("\(number)", PostWay.allCases[number % PostWay.allCases.count])
    }
    let (server, context, loop, ledger) = (server, context, loop, ledger)
    // Posts that come while one waits in the database are committed together.
    let lock =
      fault.needsConcurrency ? try await TableLock("chatts in share mode", in: database) : nil
    try control.arm(fault, skip: skip)
    async let releasing: Void = {
      try await lock?.becomesAwaited()
      try await lock?.release()
    }()
    // The ledger records the response, if there is one.
    if fault.isOfHTTP2 { try await postAndGetByHTTP2("faulty \(name)") }
    await withDiscardingTaskGroup { group in
      for client in 0..<(fault.needsConcurrency ? Self.concurrentClientCount : 1) {
        group.addTask {
          try? await loop.run {
            let faulty = Requests("faulty \(name)-\(client)", server, context, loop, ledger)
            faulty.way = way
            try await faulty.make(hasClip: skip == 0, beginsWithClip: fault.needsConcurrency)
          }
        }
      }
    }
    try await releasing
    try await awaitLateCall { try control.hasFired }
    let hasFailed = try control.disarm()
    await after("\(fault), call \(skip)", name)
    return hasFailed
  }

  /// Posts and gets with curl; the responses are compared with the list like all others.
  private func postAndGetByHTTP2(_ message: String) async throws {
    let curl = Curl(server: server)
    let message = message + " by HTTP/2"
    let json = #"{"username":"load","message":"\#(message)"}"#
    let options = ["--http2", "--max-time", "60"]
    ledger.sends(message)
    let post = try await curl.call("/postchatt/", options: options + ["--data-binary", json])
    if post.values == ["200"] { ledger.acknowledged(message) }
    let get = try await curl.call("/getchatts/", options: options)
    if post.values == ["200"], get.values == ["200"] {
      #expect(get.text.contains("\"\(message)\""))
    }
  }

  /// Makes one request per connection, concurrently; all must succeed.
  private func after(_ fault: String, _ name: String) async {
    let (server, context, loop, ledger) = (server, context, loop, ledger)
    await withDiscardingTaskGroup { group in
      for client in 0..<Self.databaseConnections {
        group.addTask {
          do {
            try await loop.run {
              let next = Requests("next \(name)-\(client)", server, context, loop, ledger)
              next.mustSucceed = true
              try await next.make(hasClip: false)
            }
          } catch {
            Issue.record("after \(fault): \(error)")
          }
        }
      }
    }
  }

  /// Checks the list and the process after the faults so far.
  func check(_ fault: Fault) async throws {
    let rows = try await server.withClient { try await $0.rows("/getaudio/") }
    #expect(ledger.findings(in: rows) == [], "\(fault)")
    #expect(ledger.surprises == [], "\(fault)")
    // Every fault must leave no descriptor open.
    try await eventually { try server.descriptorCount <= descriptorsMax }
  }
}

/// A post, a get and, after a form of `/v1`, a deletion on a connection of their own.
private final class Requests {
  private let message: String
  private let server: ServerProcess
  private let context: TLSContext
  private let loop: EventLoop
  private let ledger: PostLedger
  /// Whether any status other than 200 and 201 is a failure.
  var mustSucceed = false
  var way = PostWay.lab
  private var isPosted = false
  /// The response to the post, if the chatt is to be deleted.
  private var posted: [UInt8]?

  init(
    _ message: String, _ server: ServerProcess, _ context: TLSContext, _ loop: EventLoop,
    _ ledger: PostLedger
  ) {
    (self.message, self.server, self.context) = (message, server, context)
    (self.loop, self.ledger) = (loop, ledger)
  }

  /// - Parameter beginsWithClip: Posts with clips that are committed together are several
  ///   statements.
  func make(hasClip: Bool, beginsWithClip: Bool = false) async throws {
    let client = try await TestClient.connect(to: server, context, on: loop)
    defer { client.close() }
    if beginsWithClip { try await postClip(with: client) }
    try await post(message, with: client)
    try await get("/getchatts/", with: client)
    if let posted {
      isPosted = false
      try await client.delete(message, posted: posted, ledger)
    }
    if hasClip, !beginsWithClip { try await postClip(with: client) }
    // The server closes this connection properly.
    let last = WireRequest.get("/getchatts/")
      .with(fields: "Connection: close")
    _ = try await client.response(to: last)
    _ = try await client.isAtEnd()
  }

  private func postClip(with client: TestClient) async throws {
    try await post(message + "-clip", with: client)
    try await get("/getaudio/", with: client)
  }

  private func post(
    _ message: String, with client: TestClient
  ) async throws {
    ledger.sends(message)
    let response = try await client.response(to: way.request(for: message))
    ledger.received(message, response)
    let isStored = response.status == (way == .lab ? 200 : 201)
    if mustSucceed, !isStored {
      throw WireError(description: "a post: \(response.status) \(response.text)")
    }
    if message == self.message {
      isPosted = isStored
      posted = isStored && way == .form ? response.body : nil
    }
  }

  private func get(
    _ target: String, with client: TestClient
  ) async throws {
    let response = try await client.response(to: .get(target))
    guard response.status == 200 else {
      let text = "a get: \(response.status) \(response.text)"
      if response.status != 503 { Issue.record("\(message): \(text)") }
      throw WireError(description: text)
    }
    let rows: [[String?]]
    do {
      rows = try response.rows()
    } catch {
      Issue.record("\(message): a 200 without a valid list: \(error)")
      throw error
    }
    if isPosted, !rows.contains(where: { $0[1] == message }) {
      Issue.record("\(message) was acknowledged and is not in \(target)")
    }
  }
}
