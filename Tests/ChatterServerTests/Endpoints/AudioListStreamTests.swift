import Chatter
import HTTP
import Testing

@testable import ChatterServer

@Suite("The stream of a long getaudio (needs nothing)")
struct AudioListStreamTests {
  func chatt(_ name: String) -> Chatt {
    Chatt(username: name, message: "m", timestamp: TestService.timestamp)
  }

  func stream(
    over source: BatchSource, events: EventRecord = EventRecord()
  ) -> AudioListStream {
    var writer = ChattListWriter(profile: ListProfile(ids: .without), audio: true)
    writer.append(chatt("first"))
    return AudioListStream(
      writer, next: [chatt("second")], then: source.sequence, report: { events.append($0) })
  }

  func text(_ piece: ArraySlice<UInt8>?) -> String? {
    piece.map { String(decoding: $0, as: UTF8.self) }
  }

  func row(_ name: String) -> String { #"["\#(name)","m","\#(TestService.timestamp)",null]"# }

  @Test("each piece is a batch, and none is asked for before the one before it was taken")
  func pace() async throws {
    let source = BatchSource([[chatt("third")], [chatt("fourth"), chatt("fifth")]])
    let stream = stream(over: source)
    #expect(await source.askedCount == 0)
    #expect(text(try await stream.next()) == "[" + row("first"))
    #expect(await source.askedCount == 0)
    #expect(text(try await stream.next()) == "," + row("second"))
    #expect(await source.askedCount == 0)
    #expect(text(try await stream.next()) == "," + row("third"))
    #expect(await source.askedCount == 1)
    #expect(text(try await stream.next()) == "," + row("fourth") + "," + row("fifth"))
    #expect(await source.askedCount == 2)
    #expect(text(try await stream.next()) == "]")
    #expect(try await stream.next() == nil)
    #expect(try await stream.next() == nil, "and it stays at its end")
    #expect(await source.askedCount == 3)
  }

  @Test("a batch that fails cuts the stream: its end never comes")
  func failure() async throws {
    let source = BatchSource([[chatt("third")]], failure: .unavailable(retryAfter: .zero))
    let stream = stream(over: source)
    var pieces: [String?] = []
    await #expect(throws: TimelineError.unavailable(retryAfter: .zero)) {
      while let piece = try await stream.next() { pieces.append(text(piece)) }
    }
    #expect(pieces.count == 3)
    #expect(!pieces.contains { $0?.hasSuffix("]]") == true || $0 == "]" })
  }

  @Test("a batch without a row that can be shown gives no empty piece, and is counted")
  func emptyBatches() async throws {
    let events = EventRecord()
    let source = BatchSource([[], [Chatt(), Chatt()], [], [chatt("third"), Chatt()]])
    let stream = stream(over: source, events: events)
    var pieces: [String?] = []
    while let piece = try await stream.next() {
      #expect(!piece.isEmpty)
      pieces.append(text(piece))
    }
    #expect(pieces.count == 4)
    #expect(pieces[2] == "," + row("third"))
    #expect(events.all == [.rowsSkipped(3)])
  }
}
