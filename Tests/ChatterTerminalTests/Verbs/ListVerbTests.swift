import Chatter
import ChatterClient
import Foundation
import TestSupport
import Testing

@testable import ChatterTerminal

@MainActor struct ListVerbTests {
  private let source = FakeSource()
  private let console = RecordingConsole()

  private func verb(
    follows: Bool = false, isJSON: Bool = false, colors: TerminalCapabilities.Colors = .none
  ) -> ListVerb {
    ListVerb(
      options: ListOptions(
        follows: follows, pollInterval: .milliseconds(20), isJSON: isJSON, color: .auto,
        place: ServerPlace(url: "https://h")),
      source: source, console: console,
      capabilities: TerminalCapabilities(colors: colors, isUnicode: true))
  }

  @Test func printsNewestFirstWithoutControlCharacters() async throws {
    source.stored = [
      FakeSource.chatt(2, "bob", "two\u{1B}[2J\nlines"), FakeSource.chatt(1, "ann", nil),
    ]
    source.skippedCount = 3
    try await verb().run()
    let rows = console.output.split(separator: "\n")
    #expect(rows.count == 4)
    #expect(
      rows[0].hasPrefix("bob  20") && rows[0].hasSuffix("00000000-0000-7000-8000-000000000002"))
    #expect(rows[1] == "  two\u{FFFD}[2J" && rows[2] == "  lines")
    #expect(rows[3].hasPrefix("ann  20"))
    #expect(console.reports == "chatter: skipped malformed rows of the list: 3\n")
  }

  @Test func printsColorsWhenAllowed() async throws {
    source.stored = [FakeSource.chatt(1, "ann", "x")]
    try await verb(colors: .sixteen).run()
    #expect(console.output.hasPrefix("\u{1B}[0;1mann\u{1B}[0m"))
  }

  @Test func printsOneJSONObjectPerLine() async throws {
    source.stored = [FakeSource.chatt(2, "b\"b", "x\ny"), FakeSource.chatt(1, "ann", nil)]
    try await verb(isJSON: true).run()
    let expected =
      #"{"id":"00000000-0000-7000-8000-000000000002","timestamp":"2025-01-02T03:04:05.123Z","#
      + #""username":"b\"b","message":"x\ny","audio":null,"heard":null}"#
    #expect(console.output.split(separator: "\n").first.map(String.init) == expected)
    #expect(console.output.split(separator: "\n").count == 2)
  }

  @Test func marksClipsThatWereNotHeard() async throws {
    let directory = try TemporaryDirectory()
    let heard = HeardFile(directory: directory.path, place: ServerPlace(url: "https://h"))
    source.stored = [FakeSource.linked(2, "bob"), FakeSource.linked(1, "ann")]
    var verb = verb()
    verb.heard = heard
    try await verb.run()
    #expect(!console.output.contains("not heard"), "before anything was played")
    heard.begin(source.stored)
    heard.mark(try #require(source.stored[1].id), at: try #require(source.stored[1].date))
    try await verb.run()
    #expect(console.output.contains("♪ 00:02  not heard  00000000-0000-7000-8000-000000000002"))
    #expect(console.output.components(separatedBy: "not heard").count == 2)
    verb = self.verb(isJSON: true)
    verb.heard = heard
    try await verb.run()
    let lines = console.output.split(separator: "\n").suffix(2)
    #expect(lines.map { $0.hasSuffix(#","heard":false}"#) } == [true, false])
    #expect(lines.last?.hasSuffix(#","heard":true}"#) == true)
  }

  @Test func escapesJSONForTerminalWithoutUTF8() async throws {
    source.stored = [FakeSource.chatt(1, "ünn", "x\u{1F3A4}")]
    console.writesUnicode = false
    try await verb(isJSON: true).run()
    #expect(console.output.contains(#""username":"\u00fcnn","message":"x\ud83c\udfa4""#))
  }

  @Test func reportsMissingClipsOrFailsForJSON() async throws {
    source.stored = [FakeSource.chatt(1, "ann", "x")]
    source.tooLarge = .tooLarge(bytesMax: 256 << 20)
    try await verb().run()
    #expect(console.output.hasSuffix("\n  x\n"))
    #expect(console.reports.contains("exceeds 256 MiB"))
    for follows in [false, true] {
      let verb = verb(follows: follows, isJSON: true)
      let failure = await #expect(throws: ExitError.self) { try await verb.run() }
      #expect(failure?.exitCode == .data && failure?.message.contains("256 MiB") == true)
    }
    #expect(console.output.components(separatedBy: #""audio":null"#).count == 1)
  }

  @Test
  func reportsMissingClipsOnceWhileFollowing() async throws {
    source.tooLarge = .tooLarge(bytesMax: 256 << 20)
    let verb = verb(follows: true)
    let running = Task { try await verb.run() }
    try await eventually {
      source.poll()
      return source.retrievalCount > 3 && console.roundCount > 3
    }
    console.hasReader = false
    try await running.value
    #expect(console.reports.components(separatedBy: "256 MiB").count == 2)
  }

  @Test func printsAllPages() async throws {
    source.stored = [FakeSource.linked(3, "bob")]
    source.olderPages = [[FakeSource.chatt(2, "bob", "2")], [FakeSource.chatt(1, "ann", "1")]]
    try await verb().run()
    let messages = console.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
    #expect(messages == ["  3", "  2", "  1"])
    #expect(source.clipRequests.isEmpty)
  }

  @Test func followsAcrossServerOutageWithoutRepeats() async throws {
    source.stored = [FakeSource.chatt(2, "bob", "2"), FakeSource.chatt(1, "ann", "1")]
    let verb = verb(follows: true)
    let running = Task { try await verb.run() }
    try await eventually { console.output.contains("  2\n") }
    source.error = .network(.refused)
    try await eventually {
      source.poll()
      return console.reports.contains("localhost:8443: connection refused")
    }
    source.error = nil
    source.stored.insert(FakeSource.chatt(3, "cid", "3"), at: 0)
    try await eventually {
      source.poll()
      return console.output.contains("  3\n")
    }
    #expect(console.reports.contains("the server is back"))
    let messages = console.output.split(separator: "\n").filter { $0.hasPrefix("  ") }
    #expect(messages == ["  1", "  2", "  3"])
    source.error = .tls(.otherKey)
    source.poll()
    let outcome = await running.result
    #expect(throws: ExitError(.tls(.otherKey), at: source.authority)) { try outcome.get() }
  }

  @Test func endsWhenReaderCloses() async throws {
    source.stored = [FakeSource.chatt(2, "bob", "2"), FakeSource.chatt(1, "ann", "1")]
    console.textsMax = 1
    try await verb(follows: true).run()
    #expect(console.output.split(separator: "\n").count == 2)
  }

  @Test
  func endsWhenReaderClosesWhileWaiting() async throws {
    let verb = verb(follows: true)
    let running = Task { try await verb.run() }
    try await eventually {
      source.poll()
      return source.retrievalCount > 1
    }
    console.hasReader = false
    try await running.value
  }

  @Test(arguments: [false, true])
  func printsEventsAndDeletionsWhileFollowing(isJSON: Bool) async throws {
    source.stored = [FakeSource.linked(3, "bob")]
    source.olderPages = [[FakeSource.chatt(2, "bob", "2")], [FakeSource.chatt(1, "ann", "1")]]
    let verb = verb(follows: true, isJSON: isJSON)
    let running = Task { try await verb.run() }
    try await eventually { source.isFollowed }
    source.send(.added(FakeSource.chatt(4, "cid", "4")))
    source.send(.added(FakeSource.chatt(4, "cid", "4")))
    let first = FakeSource.chatt(1, "ann", "1")
    source.send(.deleted(Chatt(id: first.id)))
    source.send(.deleted(first))
    source.send(.deleted(FakeSource.chatt(9, "never", "printed")))
    source.send(.added(FakeSource.chatt(5, "cid", "5")))
    try await eventually { console.output.contains("cid") }
    try await eventually { console.output.contains("000000005") }
    console.hasReader = false
    try await running.value
    let lines = console.output.split(separator: "\n").map(String.init)
    let id = "00000000-0000-7000-8000-00000000000"
    if isJSON {
      #expect(lines.count == 6)
      #expect(lines[2].contains(#""seconds":2.000,"codec":"aac-lc","sampleRate":12000"#))
      #expect(lines[4] == #"{"id":"\#(id)1","deleted":true}"#)
    } else {
      let messages = lines.filter { $0.hasPrefix("  ") || $0.hasPrefix("deleted") }
      #expect(messages == ["  1", "  2", "  3", "  4", "deleted  \(id)1", "  5"])
      #expect(lines.contains { $0.contains("00:02") })
    }
    #expect(source.retrievalCount == 1)
  }
}
