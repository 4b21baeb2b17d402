import Foundation
import TestSupport
import Testing

/// What a program that was hung up leaves, at the next start on a real terminal.
struct ChatterUnsentTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  /// Starts the program until a signal ends it, then again.
  private func begin(at server: ScriptedServer) async throws -> TerminalEmulator {
    let program = Repository.program("chatter")
    let script = """
      cd '\(chatter.home.path)'
      sh -c 'echo $$ > pid; exec "$0"' '\(program)' || echo "ended $?"
      read -r
      '\(program)' && echo over
      read -r
      """
    return try await TerminalEmulator(script, environment: chatter.environment(server))
  }

  @Test func playsKeepsPostsAndDeletesWhatWasNotPosted() async throws {
    let state = chatter.home.path(of: ".local/state/chatter")
    try FileManager.default.createDirectory(atPath: state, withIntermediateDirectories: true)
    try Data("an older text".utf8).write(to: URL(fileURLWithPath: state + "/unsent-1.txt"))
    let list = try ChatterVerbs.list()
    try await ScriptedServer.with(nil) { request in
      .ok(request.head.hasPrefix("POST") ? "{}" : list)
    } _: { server in
      try await begin(at: server).use { emulator in
        try await emulator.screen(showing: "Text: an older text")
        try await emulator.press("Escape", showing: "1 unsent item kept. Decide later: u")
        try await emulator.press("r")
        try await emulator.screen(showingOneOf: TerminalEmulator.times(from: 1))
        try await emulator.press("r", showing: "Your recording")
        try await emulator.press("c")
        try await emulator.type("my text")
        try await emulator.screen(showing: ": my text")
        let process = String(decoding: try chatter.home.bytes(of: "pid"), as: UTF8.self)
        _ = try await ProgramRun("kill", ["-HUP", process.filter(\.isNumber)]).checked()
        try await emulator.screen(showing: "ended 129")
        try await emulator.press("Enter")
        try await use(emulator, server)
      }
    }
    let left = try FileManager.default.contentsOfDirectory(atPath: state)
    #expect(left.allSatisfy { $0.hasPrefix("heard-") }, "\(left)")
  }

  private func use(_ emulator: TerminalEmulator, _ server: ScriptedServer) async throws {
    let items = try await emulator.screen(showing: "Not posted by an earlier run: 2")
    #expect(items.contains("▸  Text: an older text"))
    #expect(items.contains("   Recording of 00:0") && items.contains(": my text\n"))
    try await emulator.press("Down", showing: "▸  Recording of")
    try await emulator.press("Enter", showing: "‖ Pause")
    let posted = try await emulator.press("p", showing: "Not posted by an earlier run: 1")
    #expect(!posted.contains("my text"))
    let post = try #require(server.requests.first { $0.head.hasPrefix("POST /postaudio/") })
    #expect(String(decoding: post.body, as: UTF8.self).contains(#""message":"my text""#))
    try await emulator.press("x", showing: "Text would be lost; to delete it anyway: x")
    try await emulator.press("x", showing: "hello")
    try await emulator.press("q", showing: "over")
  }
}
