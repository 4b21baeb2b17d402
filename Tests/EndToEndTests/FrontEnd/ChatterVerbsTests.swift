import Foundation
import TestSupport
import Testing

/// The verbs that list, play and record, and the settings, with scripted servers.
struct ChatterVerbsTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  @Test(
    arguments: [["list"], ["play", "latest"], ["queue"], ["list", "--follow"]],
    [SIGINT, SIGTERM])
  func endsOnASignalWhileTheServerIsSilent(words: [String], signal: Int32) async throws {
    try await ScriptedServer.with(nil) { _ in
      .silence(.seconds(60))
    } _: { server in
      let program = try await chatter.begin(words, at: server)
      try await eventually { !server.requests.isEmpty }
      program.send(signal)
      #expect(try await program.ending(within: hangTimeout) == .killed(signal: signal))
      #expect(program.errors == "" && program.output.isEmpty)
    }
  }

  @Test func printsTheQueueAndFailsForAMissingSink() async throws {
    let clip = try Media.clip(.iOS, seconds: 2)
    let list = try ChatterVerbs.list(clip: clip)
    try await ScriptedServer.with(nil) { _ in
      .ok(list)
    } _: { server in
      let program = try await chatter.begin(["queue", "--all", "--every", "1s"], at: server)
      try await eventually {
        String(decoding: program.output, as: UTF8.self) == "bob  00:02\n"
      }
      program.send(SIGINT)
      #expect(try await program.ending(within: hangTimeout) == .killed(signal: SIGINT))
      for words in [["queue", "--all"], ["play", "latest"]] {
        let run = try await chatter.run(words + ["--sink", "file:/nowhere/x.wav"], at: server)
        #expect(run.status == 73 && run.errors.hasPrefix("chatter: "), "\(run.errors)")
      }
    }
    #expect(
      try await chatter.run(["queue", "--all", "--server", "http://127.0.0.1:1"]).status == 69)
  }

  @Test func endsARecordingOnASignalWithoutOverwriting() async throws {
    let path = chatter.home.path(of: "a.m4a")
    try await ScriptedServer.with(nil) { _ in
      .ok("")
    } _: { server in
      let program = try await chatter.begin(["record", path, "--for", "60s"], at: server)
      try await eventually { try sound(path) }
      program.send(SIGTERM)
      #expect(try await program.ending(within: hangTimeout) == .exited(0), "\(program.errors)")
    }
    let bytes = try chatter.home.bytes(of: "a.m4a")
    #expect(try Media.probe(bytes).seconds > 0)
    let refused = try await chatter.run(["record", path, "--for", "1s"])
    #expect(refused.status == 73 && refused.errors.contains("--force"), "\(refused.errors)")
    #expect(try chatter.home.bytes(of: "a.m4a") == bytes)
    let other = chatter.home.path(of: "b.m4a")
    let missing = try await chatter.run(
      ["record", other, "--source", "file:/nowhere.wav", "--for", "1s"])
    #expect(missing.status == 66, "\(missing.errors)")
    #expect(!FileManager.default.fileExists(atPath: other))
    let foreign = ["record", "/proc/sys/kernel/ostype", "--for", "1s", "--force"]
    #expect(try await chatter.run(foreign).status == 73)
  }

  @Test(arguments: [["record"], ["post", "x", "--record"]])
  func endsOnASignalWhileTheSoundServerIsSilent(words: [String]) async throws {
    try await ScriptedServer.with(nil) { _ in
      .ok("{}")
    } _: { server in
      let path = chatter.home.path(of: "never.m4a")
      let program = try await chatter.begin(
        words + (words.count == 1 ? [path] : []) + ["--for", "60s", "--source", "pulse"],
        at: server, with: ["PULSE_SERVER": "tcp:127.0.0.1:\(server.number)"])
      try await eventually { server.connectionCount > 0 }
      program.send(SIGTERM)
      // The program stops waiting for the device only after fifteen seconds.
      #expect(try await program.ending(within: hangTimeout) == .killed(signal: SIGTERM))
      #expect(!FileManager.default.fileExists(atPath: path))
      let left = try chatter.session.names()
      #expect(left.filter { $0.hasPrefix("chatter") } == [])
      #expect(!program.errors.contains("your recording"), "\(program.errors)")
    }
  }

  private func sound(_ path: String) throws -> Bool {
    let manager = FileManager.default
    guard manager.fileExists(atPath: path) else { return false }
    return (try manager.attributesOfItem(atPath: path)[.size] as? Int ?? 0) > 2000
  }

  @Test func replacesInvalidSettingsWhenAServerIsGiven() async throws {
    let list = try ChatterVerbs.list()
    try await ScriptedServer.with(nil) { _ in
      .ok(list)
    } _: { server in
      #expect(try await chatter.run(["server", server.url]).status == 0)
      try chatter.home.write("server https://h\n", to: "chatter/chatter.conf")
      #expect(try await chatter.run(["list"]).status == 78)
      let named = ["list", "--server", server.url, "--trust", "system"]
      #expect(try await chatter.run(named).status == 0)
      let mended = try await chatter.run(["server", server.url])
      #expect(mended.status == 0 && mended.errors.contains("chatter.conf.old"), "\(mended.errors)")
      #expect(try await chatter.run(["list"]).text.contains("hello"))
    }
  }

  @Test func savesClipsInFilesAndToAPipe() async throws {
    let clip = try Media.clip(.iOS, seconds: 1)
    let list = try ChatterVerbs.list(clip: clip)
    try await ScriptedServer.with(nil) { _ in
      .ok(list)
    } _: { server in
      let path = chatter.home.path(of: "saved.m4a")
      let saved = try await chatter.run(["save", "latest", path], at: server)
      #expect(saved.status == 0 && saved.output.isEmpty, "\(saved.errors)")
      #expect(try chatter.home.bytes(of: "saved.m4a") == clip)
      #expect(try await chatter.run(["save", "latest", path], at: server).status == 73)
      let id = "00000000-0000-7000-8000-000000000000"
      let piped = try await chatter.run(["save", id, "-"], at: server)
      #expect(piped.status == 0 && piped.output == clip, "\(piped.errors)")
    }
  }
}
