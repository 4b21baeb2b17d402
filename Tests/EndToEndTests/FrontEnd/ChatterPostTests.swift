import Foundation
import Synchronization
import TestSupport
import Testing

/// Posting and recording, also when it is interrupted.
struct ChatterPostTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  /// Runs `post` with a scripted server without `/v1`, and returns the run and the received posts.
  private func post(
    _ words: [String], input: [UInt8] = [],
    _ script: @escaping ScriptedServer.Script = { _ in .ok("{}") }
  ) async throws -> (run: ProgramRun, requests: [ScriptedServer.Request]) {
    try await ScriptedServer.with(nil) { request in
      request.head.hasPrefix("GET /v1/") ? .response(404, body: []) : try await script(request)
    } _: { server in
      let run = try await chatter.run(["post"] + words, at: server, input: input)
      return (run, server.requests.filter { !$0.head.hasPrefix("GET /v1/") })
    }
  }

  @Test func sendsOneRequestWithTheGivenKey() async throws {
    let (run, requests) = try await post(["hello", "--key", "k-1"])
    #expect(run.status == 0, "\(run.errors)")
    #expect(requests.map { $0.head.prefix(17) } == ["POST /postchatt/ "])
    #expect(requests.first?.field("Idempotency-Key") == "\"k-1\"")
  }

  @Test func exitsWith79AndPrintsTheKeyOfAnUncertainPost() async throws {
    let (run, requests) = try await post(["hello"]) { _ in .cut(after: []) }
    #expect(run.status == 79)
    let key = try #require(requests.first?.field("Idempotency-Key")?.filter { $0 != "\"" })
    #expect(run.errors.contains("--key \(key)"), "\(run.errors)")
  }

  @Test func rejectsInvalidAndOverlongTexts() async throws {
    for input in [[0x61, 0xFC, 0x62], [UInt8](repeating: 0x61, count: 65_537)] {
      let (run, requests) = try await post(["-"], input: input)
      #expect(run.status == 65 && requests.isEmpty, "\(run.errors)")
    }
    try await ScriptedServer.with(nil) { _ in
      .ok("{}")
    } _: { server in
      let run = try await chatter.shell(#"chatter post $'a\xfcb'"#, at: server)
      #expect(run.status == 2 && server.requests.isEmpty, "\(run.errors)")
    }
  }

  @Test(arguments: ["post -", "post x --audio f"])
  func endsOnASignalWhileWaitingForInput(words: String) async throws {
    try await ScriptedServer.with(nil) { _ in
      .ok("{}")
    } _: { server in
      let line = """
        cd "$HOME"; mkfifo f; exec 3<> f
        timeout -s TERM 2 '\(Repository.program("chatter"))' \(words) <&3
        """
      let run = try await chatter.shell(line, at: server)
      // The status of timeout(1) if it sent the first signal and needed no second one.
      #expect(run.status == 124 && server.requests.isEmpty, "\(run.errors)")
    }
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT])
  func keepsTheClipWhenASignalEndsTheRecording(signal: Int32) async throws {
    try await ScriptedServer.with(nil) { _ in
      .ok("{}")
    } _: { server in
      let program = try await chatter.begin(
        ["post", "x", "--record", "--for", "60s"], at: server)
      try await eventually { try hasSound() }
      program.send(signal)
      #expect(try await program.ending(within: hangTimeout) == .killed(signal: signal))
      #expect(server.requests.isEmpty)
      let path = try #require(try chatter.recordings().first)
      #expect(program.errors.contains("your recording is in \(path)"), "\(program.errors)")
      #expect(try Media.probe([UInt8](Data(contentsOf: URL(fileURLWithPath: path)))).seconds > 0)
    }
  }

  /// Whether some of the clip has been written.
  private func hasSound() throws -> Bool {
    try chatter.recordings().contains { path in
      let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
      return (size ?? 0) > 2000
    }
  }

  @Test func keepsOnlyRecordingsThatWereNotPosted() async throws {
    let (refused, _) = try await post(["x", "--record", "--for", "500ms"]) { _ in
      .response(500, body: [])
    }
    #expect(refused.status == 79)
    let path = try #require(try chatter.recordings().first)
    #expect(refused.errors.contains("your recording is in \(path)"))
    let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions]
    #expect(mode as? Int == 0o600)
    // The recording can be posted from its file.
    let (run, _) = try await post(["x", "--audio", path])
    #expect(run.status == 0, "\(run.errors)")
    try FileManager.default.removeItem(atPath: path)
    let (taken, _) = try await post(["x", "--record", "--for", "500ms"])
    #expect(taken.status == 0, "\(taken.errors)")
    #expect(try chatter.session.names() == [])
  }

  @Test func reportsAnUncertainPostOnASignal() async throws {
    try await ScriptedServer.with(nil) { request in
      request.head.hasPrefix("POST") ? .silence(.seconds(60)) : .response(404, body: [])
    } _: { server in
      let program = try await chatter.begin(["post", "x"], at: server)
      try await eventually { server.requests.contains { $0.head.hasPrefix("POST") } }
      program.send(SIGTERM)
      #expect(try await program.ending(within: hangTimeout) == .killed(signal: SIGTERM))
      #expect(program.errors.contains("may have been stored"), "\(program.errors)")
    }
  }
}
