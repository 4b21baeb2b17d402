import Foundation
import TestSupport
import Testing

/// The verbs of the program, against the real server.
@Suite(.needs(.postgreSQL)) struct ChatterProgramTests {
  private let home: TemporaryDirectory

  init() throws { home = try TemporaryDirectory() }

  private func chatter(_ words: String..., input: String = "") async throws -> ProgramRun {
    try await ProgramRun(
      Repository.program("chatter"), words, input: Array(input.utf8),
      environment: [
        "HOME": home.path, "TMPDIR": home.path, "XDG_CONFIG_HOME": home.path,
        "SWIFT_BACKTRACE": "enable=no",
        "CHATTER_SOURCE": "tone:440", "CHATTER_SINK": "silent", "CHATTER_USERNAME": "ann",
      ])
  }

  @Test func postsListsAndPlaysOnARememberedServer() async throws {
    let server = try await ServerProcess()
    #expect(try await chatter("list").status == 78)
    let remembered = try await chatter("server", server.url, "--trust", server.certificate)
    #expect(remembered.status == 0, "\(remembered.errors)")
    #expect(try await chatter("server").text.contains("server = \(server.url)"))

    #expect(try await chatter("post", "hello").status == 0)
    #expect(try await chatter("post", "-", input: "from a pipe\n").status == 0)
    let path = home.path(of: "voice.m4a")
    #expect(try await chatter("record", path, "--for", "1s").status == 0)
    let seconds = try Media.probe(home.bytes(of: "voice.m4a")).seconds
    #expect(seconds > 0)
    #expect(try await chatter("post", "a file", "--audio", path).status == 0)
    #expect(try await chatter("post", "", "--record", "--for", "500ms").status == 0)

    let lines = try await chatter("list", "--json").text.split(separator: "\n")
    let messages = try lines.map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["message"]
        as? String
    }
    #expect(messages == [nil, "a file", "from a pipe", "hello"])
    let id = try #require(String(lines[1]).firstMatch(of: /"id":"([0-9a-f-]+)"/)?.output.1)
    let wave = home.path(of: "heard.wav")
    #expect(
      try await chatter("play", String(id), "--rate", "2", "--sink", "file:\(wave)").status == 0)
    let heard = try Media.probe(home.bytes(of: "heard.wav")).seconds
    // Half of it, and what the encoding adds.
    #expect(heard > 0 && heard < seconds * 0.75 + 0.2)
    #expect(try await chatter("play", "latest").status == 0)
    #expect(try await server.stop() == .exited(0))
    #expect(try await chatter("list").status == 69)
  }

  @Test func exitsWithTheCodeOfTheErrorAndEmptyOutput() async throws {
    let server = try await ServerProcess()
    _ = try await chatter("server", server.url, "--trust", server.certificate)
    let noClip = try home.write("no clip", to: "x.m4a")
    let cases: [([String], Int32)] = [
      (["lst"], 2), (["post", "x", "--audio", noClip], 65), (["play", "nowhere.m4a"], 66),
      (["play", "latest"], 66), (["list", "--server", server.url + "/", "--trust", noClip], 65),
      (["record", "/nowhere/x.m4a", "--for", "1s"], 73),
      (["list", "--pin", String(repeating: "0", count: 64)], 77),
      ([], 2),
    ]
    for (words, status) in cases {
      let run = try await ProgramRun(
        Repository.program("chatter"), words,
        environment: [
          "HOME": home.path, "TMPDIR": home.path, "XDG_CONFIG_HOME": home.path,
          "CHATTER_SOURCE": "tone:440",
          "CHATTER_SINK": "silent",
        ])
      #expect(run.status == status, "\(words): \(run.errors)")
      #expect(run.output.isEmpty && run.errors.hasPrefix("chatter: "), "\(words): \(run.errors)")
    }
    #expect(try await server.stop() == .exited(0))
  }

  @Test func endsPlainModeWhenTheReaderHasGone() async throws {
    let server = try await ServerProcess()
    _ = try await chatter("server", server.url, "--trust", server.certificate)
    // Its input, a pipe that stays open, has no end.
    let line = """
      mkfifo "$2/pipe"; exec 3<> "$2/pipe"
      "$1" --plain --every 1h <&3 | head -n 2
      """
    let run = try await ProgramRun(
      "bash", ["-c", line, "bash", Repository.program("chatter"), home.path],
      environment: [
        "HOME": home.path, "TMPDIR": home.path, "XDG_CONFIG_HOME": home.path,
        "CHATTER_USERNAME": "ann",
      ])
    #expect(run.status == 0, "\(run.errors)")
    #expect(run.text.contains("No messages yet."))
    #expect(try await server.stop() == .exited(0))
  }

  @Test func runsPlainModeThroughAPipe() async throws {
    let server = try await ServerProcess()
    _ = try await chatter("server", server.url, "--trust", server.certificate)
    let program = try await RunningProgram(
      "bash",
      [
        "-c", "printf 'post hello\\nlist\\nquit' | \"$0\" --plain --every 1s",
        Repository.program("chatter"),
      ],
      environment: [
        "HOME": home.path, "TMPDIR": home.path, "XDG_CONFIG_HOME": home.path,
        "CHATTER_USERNAME": "ann",
      ])
    #expect(try await program.ending() == .exited(0))
    let text = String(decoding: program.output, as: UTF8.self)
    #expect(
      text.contains("Posted.\n") && text.contains("\n1. ann, ") && !text.contains("\u{1B}"))
    #expect(try await server.stop() == .exited(0))
  }
}
