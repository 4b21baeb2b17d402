import Foundation
import TestSupport
import Testing

/// The verbs that list, play and record, and the settings, with scripted servers.
struct ChatterVerbsTests {
  private let chatter: ChatterVerbs

  init() throws { chatter = try ChatterVerbs() }

  @Test(arguments: [(404, 76), (401, 77), (422, 76), (500, 69), (503, 75)] as [(Int, Int32)])
  func mapsStatusesOfListsToExitCodes(response: Int, status: Int32) async throws {
    try await ScriptedServer.with(nil) { _ in
      .response(response, body: [])
    } _: { server in
      let run = try await chatter.run(["list"], at: server)
      #expect(run.status == status && run.output.isEmpty, "\(run.errors)")
    }
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

  @Test(
    arguments: [
      ("list", 0), ("list --json", 65), ("list --json --follow", 65), ("play latest", 65),
      ("queue --all", 65),
    ] as [(String, Int32)])
  func reportsListsTooLargeWithTheirClips(line: String, status: Int32) async throws {
    let id = "00000000-0000-7000-8000-000000000001"
    let list = #"[["bob","hello","\#(id)","2025-01-02T03:04:05.123Z"]]"#
    // The body need not be sent: the client relies on the length.
    let large = "HTTP/1.1 200 OK\r\nContent-Length: 268435457\r\n\r\n"
    try await ScriptedServer.with(nil) { request in
      request.head.hasPrefix("GET /getaudio") ? .cut(after: Array(large.utf8)) : .ok(list)
    } _: { server in
      let words = line.split(separator: " ").map(String.init)
      let run = try await chatter.run(words, at: server)
      #expect(run.status == status, "\(run.errors)")
      #expect(run.errors.contains("the list with its clips exceeds 256 MiB"))
      #expect(run.text.contains("hello") == line.hasPrefix("list"))
    }
  }

  @Test func failsWithoutARememberedServer() async throws {
    #expect(try await chatter.run(["server"]).status == 78)
    let json = try await chatter.run(["server", "--json"])
    #expect(json.status == 78 && json.output.isEmpty && json.errors.contains("no server"))
    let plain = try await chatter.run(["list", "--server", "http://example.org"])
    #expect(plain.status == 2 && plain.errors.contains("http is not encrypted"), "\(plain.errors)")
    let away = try await chatter.run(["list", "--server", "localhost:1"])
    #expect(away.status == 69 && away.errors.contains("localhost:1: connection refused"))
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

  @Test func savesOnlyServersThatRespond() async throws {
    let away = try await chatter.run(["server", "localhost:1"])
    #expect(away.status == 69 && away.errors.contains("--force"), "\(away.errors)")
    #expect(try await chatter.run(["server"]).status == 78)
    #expect(try await chatter.run(["server", "localhost:1", "--force"]).status == 0)
    #expect(try await chatter.run(["server"]).text == "server = https://localhost:1")
  }

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

  @Test func endsPlaybackOnASignal() async throws {
    let clip = try Media.clip(.iOS, seconds: 20)
    let wave = chatter.home.path(of: "heard.wav")
    let list = try ChatterVerbs.list(clip: clip)
    try await ScriptedServer.with(nil) { _ in
      .ok(list)
    } _: { server in
      let program = try await chatter.begin(
        ["play", "latest", "--rate", "0.5", "--sink", "silent"], at: server)
      try await eventually { !server.requests.isEmpty }
      program.send(SIGTERM)
      #expect(try await program.ending(within: hangTimeout) == .killed(signal: SIGTERM))
      let nowhere = try await chatter.run(
        ["play", "latest", "--sink", "file:/nowhere/x.wav"], at: server)
      #expect(nowhere.status == 73, "\(nowhere.errors)")
    }
    #expect(!FileManager.default.fileExists(atPath: wave))
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
      let run = try await chatter.run(
        ["queue", "--all", "--sink", "file:/nowhere/x.wav"], at: server)
      #expect(run.status == 73 && run.errors.hasPrefix("chatter: "), "\(run.errors)")
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
    #expect(try await chatter.run(["record", path, "--for", "500ms", "--force"]).status == 0)
    #expect(try chatter.home.bytes(of: "a.m4a") != bytes)
    let other = chatter.home.path(of: "b.m4a")
    for (words, status) in [
      (["--source", "file:/nowhere.wav", "--for", "1s"], 66), ([], 2),
    ] as [([String], Int32)] {
      let run = try await chatter.run(["record", other] + words)
      #expect(run.status == status, "\(run.errors)")
      #expect(!FileManager.default.fileExists(atPath: other))
    }
    for path in ["/dev/null", "/proc/sys/kernel/ostype"] {
      #expect(try await chatter.run(["record", path, "--for", "1s", "--force"]).status == 73)
    }
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

  @Test func endsARecordingWithItsSourceOrInput() async throws {
    let clip = try chatter.home.write(try Media.clip(.iOS, seconds: 2), to: "clip.m4a")
    let wave = chatter.home.path(of: "source.wav")
    #expect(try await chatter.run(["play", clip, "--sink", "file:\(wave)"]).status == 0)
    let path = chatter.home.path(of: "again.m4a")
    let run = try await chatter.run(
      ["record", path, "--source", "file:\(wave)", "--for", "20s"])
    #expect(run.status == 0, "\(run.errors)")
    let seconds = try Media.probe(chatter.home.bytes(of: "again.m4a")).seconds
    #expect(abs(seconds - 2) < 0.5)
    let typed = chatter.home.path(of: "typed.m4a")
    let hasSound = "(($(stat -c %s '\(typed)' 2>/dev/null || echo 0) > 2000))"
    let piped = try await chatter.shell(
      "{ until \(hasSound); do sleep 0.05; done; } | chatter record '\(typed)'")
    #expect(piped.status == 0, "\(piped.errors)")
    #expect(try Media.probe(chatter.home.bytes(of: "typed.m4a")).seconds < 10)
  }
}
