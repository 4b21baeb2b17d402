import Foundation
import TestSupport
import Testing

/// The verbs of the program, against the real server.
@Suite(.needs(.postgreSQL)) struct ChatterProgramTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  @Test func postsListsAndPlaysOnARememberedServer() async throws {
    let server = try await ServerProcess()
    #expect(try await chatter.run(["list"]).status == 78)
    let remembered = try await chatter.run(["server", server.url, "--trust", server.certificate])
    #expect(remembered.status == 0, "\(remembered.errors)")
    #expect(try await chatter.run(["server"]).text.contains("server = \(server.url)"))

    #expect(try await chatter.run(["post", "hello"]).status == 0)
    #expect(try await chatter.run(["post", "-"], input: Array("from a pipe\n".utf8)).status == 0)
    let path = chatter.home.path(of: "voice.m4a")
    #expect(try await chatter.run(["record", path, "--for", "1s"]).status == 0)
    let seconds = try Media.probe(chatter.home.bytes(of: "voice.m4a")).seconds
    #expect(seconds > 0)
    #expect(try await chatter.run(["post", "a file", "--audio", path]).status == 0)
    #expect(try await chatter.run(["post", "", "--record", "--for", "500ms"]).status == 0)

    let lines = try await chatter.run(["list", "--json"]).text.split(separator: "\n")
    let messages = try lines.map { line in
      try #require(
        try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])["message"]
        as? String
    }
    #expect(messages == [nil, "a file", "from a pipe", "hello"])
    let id = try #require(String(lines[1]).firstMatch(of: /"id":"([0-9a-f-]+)"/)?.output.1)
    let wave = chatter.home.path(of: "heard.wav")
    let play = ["play", String(id), "--rate", "2", "--sink", "file:\(wave)"]
    #expect(try await chatter.run(play).status == 0)
    let heard = try Media.probe(chatter.home.bytes(of: "heard.wav")).seconds
    // Half of it, and what the encoding adds.
    #expect(heard > 0 && heard < seconds * 0.75 + 0.2)
    #expect(try await chatter.run(["play", "latest"]).status == 0)
    #expect(try await server.stop() == .exited(0))
    #expect(try await chatter.run(["list"]).status == 69)
  }

  @Test func runsPlainModeThroughAPipe() async throws {
    let server = try await ServerProcess()
    _ = try await chatter.run(["server", server.url, "--trust", server.certificate])
    let program = try await RunningProgram(
      "bash",
      [
        "-c", "printf 'post hello\\nlist\\nquit' | \"$0\" --plain --every 1s",
        Repository.program("chatter"),
      ],
      environment: chatter.environment())
    #expect(try await program.ending() == .exited(0))
    let text = String(decoding: program.output, as: UTF8.self)
    #expect(
      text.contains("Posted.\n") && text.contains("\n1. ann, ") && !text.contains("\u{1B}"))
    #expect(try await server.stop() == .exited(0))
  }
}
