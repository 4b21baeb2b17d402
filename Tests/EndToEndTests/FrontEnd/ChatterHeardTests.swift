import Foundation
import TestSupport
import Testing

/// Which clips were heard, in several runs of the program.
struct ChatterHeardTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  @Test func knowsInAllVerbsWhatWasHeard() async throws {
    let list = try ChatterVerbs.list(2, clip: Media.clip(.iOS, seconds: 1))
    try await ScriptedServer.with(nil) { _ in
      .ok(list)
    } _: { server in
      let first = try await chatter.run(["--plain"], at: server, input: Array("list\n".utf8))
      #expect(first.text.contains("Clips not heard: 2. Type new.\n"))
      #expect(first.text.contains("2. bob, 2025-01-0"))
      #expect(first.text.components(separatedBy: "clip of 00:01, not heard: hello").count == 3)

      _ = try await chatter.run(["play", "latest"], at: server)
      let listed = try await chatter.run(["list", "--json"], at: server).text
      #expect(
        listed.split(separator: "\n").map { $0.hasSuffix(#""heard":true}"#) } == [true, false])

      let second = try await chatter.run(["--plain"], at: server, input: Array("new\n".utf8))
      #expect(second.text.contains("Clips not heard: 1. Type new.\n"))
      #expect(second.text.components(separatedBy: "Playing: bob").count == 2)
      #expect(second.text.contains("All clips played."))

      let third = try await chatter.run(["--plain"], at: server, input: Array("new\n".utf8))
      #expect(!third.text.contains("not heard") && third.text.contains("There is nothing new"))
    }
    let names = try chatter.home.names(in: ".local/state/chatter")
    #expect(names.contains { $0.hasPrefix("heard-") })
  }

  @Test func playsWhatIsNewWithOneKey() async throws {
    let list = try ChatterVerbs.list(2, clip: Media.clip(.iOS, seconds: 1))
    try await ScriptedServer.with(nil) { _ in
      .ok(list)
    } _: { server in
      let script = "'\(Repository.program("chatter"))'; echo over; read -r"
      try await TerminalEmulator.with(script, environment: chatter.environment(server)) {
        emulator in
        try await emulator.screen(showing: "2 chatts, 2 clips, 2 not heard")
        try await emulator.press("A", showing: "── Clip of bob, then what else is new")
        let end = try await emulator.screen(showing: "All clips played.")
        #expect(end.contains("2 chatts, 2 clips\n") && !end.contains("●"))
        try await emulator.press("q", showing: "over")
      }
    }
  }
}
