import Chatter
import ChatterClient
import Crypto
import Foundation
import System
import TestSupport
import Testing

/// A fault of a gateway in front of the server, which affects the first posts.
struct GatewayFault: Sendable, CustomStringConvertible {
  let description: String
  /// Whether the server receives and stores the affected posts.
  let passesOn: Bool
  let times: Int
  let reaction: ScriptedServer.Reaction
  var isSilent = false

  static let all: [GatewayFault] = [true, false].flatMap { passesOn in
    let start = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{".utf8)
    let away = ScriptedServer.Reaction.response(
      503, fields: ["Retry-After: 1"], body: Array(#"{"error":"away"}"#.utf8))
    let when = passesOn ? "after the server has stored it" : "before the server has it"
    return [
      GatewayFault(
        description: "cuts the connection, \(when)", passesOn: passesOn, times: 1,
        reaction: .cut(after: [])),
      GatewayFault(
        description: "cuts the connection in the middle of the response, \(when)",
        passesOn: passesOn, times: 2, reaction: .cut(after: start)),
      GatewayFault(
        description: "responds with 503 twice, \(when)", passesOn: passesOn, times: 2,
        reaction: away),
      GatewayFault(
        description: "is silent for too long, \(when)", passesOn: passesOn, times: 1,
        reaction: .silence(.seconds(30)), isSilent: true),
    ]
  }
}

@Suite(.needs(.postgreSQL), .served())
struct GatewayTests {
  /// Forwards a request to the server, on a new connection.
  private static func pass(
    _ request: ScriptedServer.Request, to server: ServerProcess
  ) async throws -> ScriptedServer.Reaction {
    let line = request.head.split(separator: " ")
    var wire = WireRequest(method: String(line[0]), target: String(line[1]))
    if line[0] == "POST" { wire.body = request.body }
    if let key = request.field("Idempotency-Key") { wire.fields.append("Idempotency-Key: \(key)") }
    let response = try await server.response(to: wire)
    return .response(response.status, body: response.body)
  }

  @Test(arguments: GatewayFault.all)
  func storesEachPostOnceDespiteGatewayFaults(fault: GatewayFault) async throws {
    let server = try ServerProcess.required()
    let directory = try TemporaryDirectory()
    let key = try CertificateRequest(hosts: ["127.0.0.1"]).make()
    let files = CertifiedKeyFiles(in: directory, named: "a")
    try key.write(to: files)
    let left = Lock(fault.times)
    let username = uniqueName()
    try await ScriptedServer.with(key) { request in
      let isFaulty =
        request.head.hasPrefix("POST")
        && left.withLock { left in
          left -= 1
          return left >= 0
        }
      guard isFaulty else { return try await Self.pass(request, to: server) }
      if fault.passesOn { _ = try await Self.pass(request, to: server) }
      return fault.reaction
    } _: { gateway in
      // Only the silent gateway makes the client wait for its timeout.
      let limits = TransferLimits(totalTimeout: fault.isSilent ? .seconds(2) : hangTimeout)
      let store = await ChattStore(
        try Server(url: gateway.url, trust: .file(files.certificate)),
        transport: CurlTransport(limits: limits))
      try await store.postChatt(
        NewChatt(username: username, message: "la", audio: try TinyClip.clip()))
      let posts = gateway.requests.filter { $0.head.hasPrefix("POST") }
      // A slow machine may need more than two seconds for one of the next ones, too.
      #expect(fault.isSilent ? posts.count > fault.times : posts.count == fault.times + 1)
      #expect(Set(posts.map { $0.field("Idempotency-Key") }).count == 1)
      let own = await store.chatts.filter { $0.username == username }
      #expect(own.count == 1)
      #expect(try own.first?.clip() == TinyClip.clip())
      #expect(await store.lastError == nil)
    }
    #expect(try await server.withClient { try await $0.rows(by: username) }.count == 1)
  }

  @Test func abandonsASilentHTTP2ConnectionAfterOneCall() async throws {
    let server = try ServerProcess.required()
    try await Relay.with(to: server.address, as: .plain) { relay, address in
      let store = await ChattStore(
        try Server(url: "https://\(address)", trust: .file(server.certificate)),
        transport: CurlTransport(limits: TransferLimits(idleTimeout: .seconds(5))))
      try await store.getChatts()
      relay.freeze()
      await #expect(throws: ClientError.network(.timedOut)) { try await store.getChatts() }
      try await store.getChatts()
      try await store.getChatts()
      #expect(relay.connectionCount == 2)
      relay.freeze()
      let username = uniqueName()
      try await store.postChatt(NewChatt(username: username, message: "m"))
      #expect(await store.chatts.count { $0.username == username } == 1)
    }
  }
}
