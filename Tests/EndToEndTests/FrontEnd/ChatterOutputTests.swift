import Foundation
import TestSupport
import Testing

/// The verbs' output when it is not read, or cannot be written.
struct ChatterOutputTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  private func statuses(_ line: String, _ script: @escaping ScriptedServer.Script) async throws
    -> ProgramRun
  {
    try await ScriptedServer.with(nil, script: script) { server in
      try await chatter.shell(line, at: server)
    }
  }

  @Test(
    arguments: [
      ("chatter list > /dev/full", "no space left on device"),
      ("chatter list --follow > /dev/full", "no space left on device"),
      ("chatter list --json >&-", "Bad file descriptor"),
      ("chatter help > /dev/full", "no space left on device"),
      ("chatter completion bash >&-", "Bad file descriptor"),
    ])
  func reportsUnwritableOutput(line: String, reason: String) async throws {
    let list = try ChatterVerbs.list()
    let run = try await statuses(line) { _ in .ok(list) }
    #expect(run.status == 74, "\(run.errors)")
    #expect(run.errors.hasPrefix("chatter: standard output: ") && run.errors.contains(reason))
  }

  @Test func endsSilentlyWhenTheReaderHasGone() async throws {
    // More than the capacity of a pipe.
    let list = try ChatterVerbs.list(200, text: String(repeating: "x", count: 2000))
    let run = try await statuses("chatter list | head -c 1 > /dev/null; echo ${PIPESTATUS[0]}") {
      _ in .ok(list)
    }
    #expect(run.text == "141" && run.errors == "", "\(run.errors)")
  }

  @Test func stopsFollowingWhenTheReaderHasGone() async throws {
    let list = try ChatterVerbs.list()
    let line = "timeout 20 '\(Repository.program("chatter"))' list --follow --every 1h"
    let run = try await statuses("\(line) | grep -m1 hello; echo ${PIPESTATUS[0]}") { _ in
      .ok(list)
    }
    #expect(run.text == "hello\n141" || run.text == "  hello\n141", "\(run.text) \(run.errors)")
  }

  @Test func writesOnlyASCIIToTerminalsWithoutUTF8() async throws {
    // On an 8-bit terminal the second byte of Û starts a control sequence.
    let clip = try Media.clip(.iOS, seconds: 1)
    let list = try ChatterVerbs.list(text: "Û2J", clip: clip).replacing("bob", with: "bÛb")
    try await ScriptedServer.with(nil) { _ in
      .ok(list)
    } _: { server in
      let program = Repository.program("chatter")
      let script = """
        export LC_ALL=C
        '\(program)' Û2J || echo "ended $?"
        '\(program)' server localhost:1 --force --username Û2J
        '\(program)' server --json || true
        '\(program)' list --json
        '\(program)' list
        '\(program)' queue --all || true
        """
      let environment = chatter.environment(server)
      try await TerminalEmulator.with(script, environment: environment) { emulator in
        let screen = try await emulator.screen(showing: "b?b  00:01").replacing("\n", with: "")
        for text in [
          "chatter: unknown verb ?2J", #""pin":null,"username":"\u00db2J","hasToken":false}"#,
          #""username":"b\u00dbb","message":"\u00db2J","#, "  ?2J",
        ] {
          #expect(screen.contains(text), "\(text): \(screen)")
        }
        #expect(!screen.contains("Û"))
      }
      let piped = try await chatter.shell("LC_ALL=C chatter list --json", at: server)
      #expect(piped.text.contains(#""username":"bÛb","message":"Û2J","#), "\(piped.text)")
    }
  }
}
