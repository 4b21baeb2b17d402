import Foundation
import TestSupport
import Testing

/// Playing all clips of a list, on a real terminal.
struct ChatterQueueScreenTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  /// Returns a list, newest first: clips of three authors, and a text after the oldest.
  private func list() throws -> String {
    let clip = Data(try Media.clip(.iOS, seconds: 1)).base64EncodedString()
    let rows = [("carl", clip), ("bob", clip), ("dora", nil), ("ann", clip)].enumerated().map {
      index, row in
      let id = "00000000-0000-7000-8000-00000000000\(9 - index)"
      let audio = row.1.map { "\"\($0)\"" } ?? "null"
      return #"["\#(row.0)","from \#(row.0)","\#(id)","2025-01-02T03:04:05.123Z",\#(audio)]"#
    }
    return #"{"chatts":["# + rows.joined(separator: ",") + "]}"
  }

  @Test func playsAllClipsInOrderOfArrivalAndGoesToNeighbours() async throws {
    let list = try list()
    try await ScriptedServer.with(nil) { _ in
      .ok(list)
    } _: { server in
      let script = "'\(Repository.program("chatter"))'; echo over; read -r"
      try await TerminalEmulator.with(script, environment: chatter.environment(server)) {
        emulator in
        try await emulator.screen(showing: "from ann")
        try await emulator.press("End", showing: "4 of 4 chatts")
        try await emulator.press("a")
        for author in ["ann", "bob", "carl"] {
          let screen = try await emulator.screen(
            showing: "── Clip of \(author), then all that came after it")
          let row = screen.split(separator: "\n").first { $0.contains("▶ 00:01") }
          #expect(row?.contains(" \(author) ") == true, "\(screen)")
        }
        try await emulator.screen(showing: "All clips played.")
        try await emulator.press("N", showing: "── Clip of bob ──")
        try await emulator.press("n", showing: "── Clip of carl ──")
        try await emulator.press("n", showing: "There is no newer clip.")
        try await emulator.press("q", showing: "over")
      }
    }
  }
}
