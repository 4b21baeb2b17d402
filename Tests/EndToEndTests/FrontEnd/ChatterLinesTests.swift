import TestSupport
import Testing

/// The plain front end, with commands from a pipe.
struct ChatterLinesTests {
  @Test func recoversTheRecordingOfAKilledProgram() async throws {
    let chatter = try ChatterVerbs()
    let program = Repository.program("chatter")
    let line = """
      cd "$HOME"; mkfifo lines; exec 3<> lines
      '\(program)' --plain <&3 > said & echo record >&3
      size() { stat -c %s "$XDG_RUNTIME_DIR"/chatter-*.m4a 2>/dev/null || echo 0; }
      until (($(size) > 4000)); do sleep 0.05; done
      kill -9 $!; wait $! 2> killed
      echo 'unsent post 1' | chatter --plain; ls "$XDG_RUNTIME_DIR"/chatter-*.m4a
      """
    let list = try ChatterVerbs.list()
    try await ScriptedServer.with(nil) { request in
      .ok(request.head.hasPrefix("POST") ? "{}" : list)
    } _: { server in
      let run = try await chatter.shell(line, at: server)
      #expect(run.text.contains("1 unsent item of an earlier run: type unsent."))
      #expect(run.text.contains("Posted."))
      #expect(server.requests.contains { $0.head.hasPrefix("POST /postaudio/") })
      #expect(!run.text.contains(".m4a"), "\(run.text)")
    }
  }
}
