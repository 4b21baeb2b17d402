import Testing

@testable import ChatterClient

struct EventStreamParserTests {
  /// What a stream means: its events, and the position and the delay after them.
  private struct Meaning: Equatable {
    var events: [String] = []
    var position = ""
    var retry: Duration?
    var error: EventStreamError?
  }

  private func meaning(
    of chunks: [[UInt8]], position: String = "", limits: EventStreamLimits = EventStreamLimits()
  ) -> Meaning {
    var parser = EventStreamParser(position: position, limits: limits)
    var meaning = Meaning()
    var events: [StreamEvent] = []
    do throws(EventStreamError) {
      for chunk in chunks { try parser.parse(chunk, into: &events) }
    } catch {
      meaning.error = error
    }
    meaning.events = events.map { event in
      "\(event.type)|\(String(decoding: event.data, as: UTF8.self))|\(event.position)"
    }
    (meaning.position, meaning.retry) = (parser.position, parser.retry)
    return meaning
  }

  private func meaning(of text: String, position: String = "") -> Meaning {
    meaning(of: [Array(text.utf8)], position: position)
  }

  /// Every rule of the standard in one stream.
  private static let stream =
    "\u{FEFF}retry: 2000\nid: 1\n\n" + ":comment\ndata: a\r\ndata:b\rdata:  c\n\n"
    + "event: chatt\nid: 2\ndata: {\"é\":1}\n\n" + "data\n\n" + "data:\ndata\n\n"
    + "event: lost\nid: 3\n\n" + "id: 4\u{0}\ndata: x\r\r" + "unknown: 1\nDATA: no\n: \n\r\n"
    + "retry: 1x\nretry\nid\ndata: last\n\n" + "id: 9\ndata: cut off"

  private static let events = [
    "message|a\nb\n c|1", #"chatt|{"é":1}|2"#, "message||2", "message|\n|2", "message|x|3",
    "message|last|",
  ]

  @Test func returnsEventsWithTheirPositions() {
    let result = meaning(of: Self.stream)
    #expect(result.events == Self.events)
    #expect(result.position.isEmpty && result.retry == .seconds(2) && result.error == nil)
  }

  @Test func isIndependentOfWhereChunksAreSplit() {
    let bytes = Array(Self.stream.utf8)
    let whole = meaning(of: [bytes])
    for split in 0...bytes.count {
      #expect(meaning(of: [Array(bytes[..<split]), Array(bytes[split...])]) == whole)
    }
    #expect(meaning(of: bytes.map { [$0] }) == whole)
  }

  /// A client that is cut off anywhere has the events of complete blocks, and their position.
  @Test func returnsCompleteEventsOfEveryPrefix() {
    let bytes = Array(Self.stream.utf8)
    let whole = meaning(of: [bytes]).events
    var counts: Set<Int> = []
    for end in 0...bytes.count {
      let result = meaning(of: [Array(bytes[..<end])])
      #expect(whole.starts(with: result.events))
      #expect(result.error == nil)
      counts.insert(result.events.count)
    }
    #expect(counts == Set(0...whole.count))
  }

  @Test func skipsAByteOrderMarkOnlyAtTheStart() {
    #expect(meaning(of: "\u{FEFF}data: a\n\n").events == ["message|a|"])
    #expect(meaning(of: "\u{FEFF}\u{FEFF}data: a\n\n").events.isEmpty)
    #expect(meaning(of: "\n\u{FEFF}data: a\n\n").events.isEmpty)
  }

  @Test func continuesAtAPosition() {
    #expect(meaning(of: "", position: "5").position == "5")
    #expect(meaning(of: "data: a\n\n", position: "5").events == ["message|a|5"])
    #expect(meaning(of: "id: 6\n\n", position: "5") == Meaning(position: "6"))
    #expect(meaning(of: "id: 6\ndata: a\n", position: "5") == Meaning(position: "5"))
    #expect(meaning(of: "id:\n\n", position: "5").position.isEmpty)
  }

  @Test func forgetsTheTypeOfABlockWithoutData() {
    #expect(meaning(of: "event: a\n\ndata: x\n\n").events == ["message|x|"])
    #expect(meaning(of: "event: a\nevent: b\ndata: x\n\n").events == ["b|x|"])
  }

  @Test func replacesInvalidUTF8() {
    let result = meaning(of: [Array("event: ".utf8) + [0xC3] + Array("\ndata: x\n\n".utf8)])
    #expect(result.events == ["\u{FFFD}|x|"])
  }

  @Test(
    arguments: [
      ("0", Duration.zero), ("15", .milliseconds(15)), ("-1", nil), ("+1", nil), ("", nil),
      ("1.5", nil), ("99999999999999999999", EventStreamLimits.retryMax),
    ])
  func readsADelayOfDigitsOnly(value: String, delay: Duration?) {
    #expect(meaning(of: "retry: \(value)\n").retry == delay)
  }

  /// A client connects again at the position, so that events before an error must not be lost.
  @Test func rejectsLinesThatAreTooLong() {
    let limits = EventStreamLimits(lineBytesMax: 8, eventBytesMax: 100)
    let accepted = meaning(of: [Array("data: ab\n\n".utf8)], limits: limits)
    #expect(accepted.events == ["message|ab|"] && accepted.error == nil)
    let refused = meaning(of: [Array("data: ab\n\n:12345678".utf8)], limits: limits)
    #expect(refused.events == ["message|ab|"] && refused.error == .lineTooLong(bytesMax: 8))
  }

  @Test func rejectsEventsThatAreTooLarge() {
    let limits = EventStreamLimits(lineBytesMax: 100, eventBytesMax: 8)
    let accepted = Array("data: abc\ndata: def\n\ndata: abcdefg\n\n".utf8)
    #expect(meaning(of: [accepted], limits: limits).events.count == 2)
    for text in ["data: abc\ndata: defg\n\n", "data: abcdefgh\n\n"] {
      #expect(
        meaning(of: [Array(text.utf8)], limits: limits).error == .eventTooLarge(bytesMax: 8))
    }
  }
}
