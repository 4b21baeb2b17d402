import Foundation
import TestSupport
import Testing

/// The plain front end, with commands from a pipe.
struct ChatterLinesTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  /// Runs a body with a server that has a list and a given reaction to posts.
  private func with<Value: Sendable>(
    clip: [UInt8]? = nil, posts: ScriptedServer.Reaction = .ok("{}"),
    _ body: (ScriptedServer) async throws -> Value
  ) async throws -> Value {
    let list = try ChatterVerbs.list(clip: clip)
    return try await ScriptedServer.with(nil) { request in
      request.head.hasPrefix("POST") ? posts : .ok(list)
    } _: { server in
      try await body(server)
    }
  }

  @Test func exitsWith79AndPrintsTheKeyOfAnUncertainPost() async throws {
    try await with(posts: .cut(after: [])) { server in
      let run = try await chatter.shell("printf 'post one\\n' | chatter --plain", at: server)
      #expect(run.status == 79, "\(run.errors)")
      let post = try #require(server.requests.first { $0.head.hasPrefix("POST") })
      let key = try #require(post.field("Idempotency-Key")?.filter { $0 != "\"" })
      #expect(run.errors.contains("--key \(key)") && run.text.contains("--key \(key)"))
    }
  }

  @Test func printsTheKeyOfAPostInterruptedByASignal() async throws {
    try await with(posts: .silence(.seconds(60))) { server in
      let program = try await RunningProgram(
        Repository.program("chatter"), ["--plain"], input: Array("post one\n".utf8),
        environment: chatter.environment(server))
      try await eventually { server.requests.contains { $0.head.hasPrefix("POST") } }
      program.send(SIGTERM)
      #expect(try await program.ending(within: hangTimeout) == .killed(signal: SIGTERM))
      let post = try #require(server.requests.first { $0.head.hasPrefix("POST") })
      let key = try #require(post.field("Idempotency-Key")?.filter { $0 != "\"" })
      #expect(program.errors.contains("--key \(key)"), "\(program.errors)")
      #expect(program.errors.contains("the text that may not have been posted is saved"))
    }
  }

  @Test func playsQueuedClipsToTheEnd() async throws {
    let clip = try Media.clip(.iOS, seconds: 1)
    try await with(clip: clip) { server in
      let wave = chatter.home.path(of: "heard.wav")
      let run = try await chatter.shell(
        "printf 'play 1\\nplay 1\\n' | chatter --plain --sink 'file:\(wave)'", at: server)
      #expect(run.status == 0, "\(run.errors)")
      let seconds = try Media.probe(chatter.home.bytes(of: "heard.wav")).seconds
      #expect(seconds > 1.7)
    }
  }

  @Test func recoversTheRecordingOfAKilledProgram() async throws {
    let program = Repository.program("chatter")
    let line = """
      cd "$HOME"; mkfifo lines; exec 3<> lines
      '\(program)' --plain <&3 > said & echo record >&3
      size() { stat -c %s "$XDG_RUNTIME_DIR"/chatter-*.m4a 2>/dev/null || echo 0; }
      until (($(size) > 4000)); do sleep 0.05; done
      kill -9 $!; wait $! 2> killed
      echo 'unsent post 1' | chatter --plain; ls "$XDG_RUNTIME_DIR"/chatter-*.m4a
      """
    try await with { server in
      let run = try await chatter.shell(line, at: server)
      #expect(run.text.contains("1 unsent item of an earlier run: type unsent."))
      #expect(run.text.contains("Posted."))
      #expect(server.requests.contains { $0.head.hasPrefix("POST /postaudio/") })
      #expect(!run.text.contains(".m4a"), "\(run.text)")
    }
  }
}
