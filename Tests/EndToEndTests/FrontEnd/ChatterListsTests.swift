import Foundation
import TestSupport
import Testing

/// The verbs, against servers whose lists have another form.
@Suite(.needs(.postgreSQL)) struct ChatterListsTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  @Test(
    arguments: [
      [], ["--list-order", "oldest"], ["--list-ids", "off"],
      ["--list-order", "oldest", "--list-ids", "off"],
    ])
  func readsListsOfEveryForm(options: [String]) async throws {
    let server = try await ServerProcess(options: options)
    #expect(
      try await chatter.run(["server", server.url, "--trust", server.certificate]).status == 0)
    for (text, seconds) in [("one", 3.0), ("two", 1.0)] {
      let clip = try chatter.home.write(try Media.clip(.iOS, seconds: seconds), to: "clip.m4a")
      #expect(try await chatter.run(["post", text, "--audio", clip]).status == 0)
    }
    #expect(try await chatter.run(["post", "three"]).status == 0)
    let lines = try await chatter.run(["list"]).text.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("  ") } == ["  three", "  two", "  one"])
    let wave = chatter.home.path(of: "heard.wav")
    let played = try await chatter.run(["play", "latest", "--sink", "file:\(wave)"])
    #expect(played.status == 0, "\(played.errors)")
    #expect(abs(try Media.probe(chatter.home.bytes(of: "heard.wav")).seconds - 1) < 0.5)
    let following = try await RunningProgram(
      Repository.program("chatter"), ["list", "--follow", "--every", "1s"],
      environment: chatter.environment())
    func texts() -> [String] {
      String(decoding: following.output, as: UTF8.self).split(separator: "\n")
        .filter { $0.hasPrefix("  ") }.map { String($0.dropFirst(2)) }
    }
    try await eventually { texts() == ["one", "two", "three"] }
    #expect(try await chatter.run(["post", "four"]).status == 0)
    try await eventually { texts() == ["one", "two", "three", "four"] }
    following.send(SIGTERM)
    #expect(try await following.ending(within: hangTimeout) == .killed(signal: SIGTERM))
    #expect(try await server.stop() == .exited(0))
  }
}
