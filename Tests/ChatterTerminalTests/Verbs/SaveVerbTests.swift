import ChatterClient
import Foundation
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct SaveVerbTests {
  private let source = FakeSource()
  private let console = RecordingConsole()
  private let directory: TemporaryDirectory
  private let clip: [UInt8]

  init() throws {
    directory = try TemporaryDirectory()
    clip = try Media.clip(.iOS, seconds: 1)
    source.stored = [
      FakeSource.chatt(3, "bob", "no clip"),
      FakeSource.chatt(2, "ann", "a clip", audio: clip),
      FakeSource.chatt(1, "ann", "another clip", audio: try Media.clip(.iOS, seconds: 2)),
    ]
  }

  private func save(
    _ clip: StoredClip, to path: String, overwrites: Bool = false, isOutputTerminal: Bool = false
  ) async throws(ExitError) {
    let options = SaveOptions(
      clip: clip, path: path, overwrites: overwrites, place: ServerPlace(url: "https://h"))
    try await SaveVerb(
      options: options, source: source, console: console, isOutputTerminal: isOutputTerminal
    ).run()
  }

  @Test func savesTheClipOfAChatt() async throws {
    try await save(.latest, to: directory.path(of: "a.m4a"))
    #expect(try directory.bytes(of: "a.m4a") == clip)
    #expect(console.reports == "Saved \(clip.count) bytes.\n" && console.output == "")
    try await save(
      .id("00000000-0000-7000-8000-000000000001"), to: directory.path(of: "b.m4a"))
    #expect(try Media.probe(directory.bytes(of: "b.m4a")).seconds > 1.5)
  }

  @Test func getsAnOlderClipWithoutThePagesBetween() async throws {
    source.stored = [FakeSource.linked(9, "bob")]
    source.olderPages = [[FakeSource.linked(8, "bob")], [FakeSource.linked(7, "bob")]]
    source.clips = ["/v1/audio/8.m4a": clip]
    try await save(
      .id("00000000-0000-7000-8000-000000000008"), to: directory.path(of: "a.m4a"))
    #expect(try directory.bytes(of: "a.m4a") == clip)
    #expect(source.clipRequests == ["/v1/audio/8.m4a"] && source.olderPages.count == 2)
  }

  @Test func writesTheClipToStandardOutputUnlessItIsATerminal() async throws {
    try await save(.latest, to: "-")
    #expect(console.bytes == clip && console.reports == "")
    let failure = await #expect(throws: ExitError.self) {
      try await save(.latest, to: "-", isOutputTerminal: true)
    }
    #expect(failure?.exitCode == .output && console.bytes == clip)
  }

  @Test func overwritesOnlyIfForced() async throws {
    let path = try directory.write("mine", to: "a.m4a")
    let failure = await #expect(throws: ExitError.self) { try await save(.latest, to: path) }
    #expect(failure?.exitCode == .cannotCreate && failure?.message.contains("--force") == true)
    #expect(try directory.bytes(of: "a.m4a") == Array("mine".utf8))
    #expect(source.retrievalCount == 0, "the file is checked before the list is retrieved")
    try await save(.latest, to: path, overwrites: true)
    #expect(try directory.bytes(of: "a.m4a") == clip)
    for (path, text) in [
      (directory.path, "not a regular file"), ("/nowhere/a.m4a", "/nowhere/a.m4a: "),
    ] {
      let failure = await #expect(throws: ExitError.self) {
        try await save(.latest, to: path, overwrites: true)
      }
      #expect(failure?.exitCode == .cannotCreate && failure?.message.contains(text) == true)
    }
  }

  @Test func leavesNoFileWithoutAClip() async throws {
    let path = directory.path(of: "a.m4a")
    for clip in ["3", "9"].map({ StoredClip.id("00000000-0000-7000-8000-00000000000\($0)") }) {
      let failure = await #expect(throws: ExitError.self) { try await save(clip, to: path) }
      #expect(failure?.exitCode == .noInput)
    }
    source.error = .network(.refused)
    await #expect(throws: ExitError(.network(.refused), at: source.authority)) {
      try await save(.latest, to: path)
    }
    #expect(!FileManager.default.fileExists(atPath: path))
  }
}
