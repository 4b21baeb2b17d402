import Testing

@testable import LoadGeneration

@Suite("Streams of server-sent events")
struct EventStreamParserTests {
  typealias Event = EventStreamParser.Event

  static func event(_ name: String, _ data: String) -> Event {
    Event(name: Array(name.utf8), data: Array(data.utf8))
  }

  /// Parses a stream in these chunks.
  private func events(_ chunks: [ArraySlice<UInt8>]) throws(ResponseError) -> [Event] {
    var parser = EventStreamParser()
    var events: [Event] = []
    for chunk in chunks { events += try parser.receive(chunk) }
    return events
  }

  static let stream =
    ": hello\nretry: 2000\nid: a:1\n\nid: a:2\nevent: chatt\ndata: {\"id\":1}\n\n:\n\n"
    + "event:delete\ndata:x\ndata: y\n\ndata\n\nevent: none\n\n"
  static let expected = [event("chatt", "{\"id\":1}"), event("delete", "x\ny"), event("", "")]

  @Test(arguments: ["\n", "\r\n", "\r"])
  func parsesEventsInEverySplit(lineBreak: String) throws {
    let bytes = Array(Self.stream.replacing("\n", with: lineBreak).utf8)
    for first in bytes.indices {
      for second in first..<bytes.count {
        let chunks = [bytes[..<first], bytes[first..<second], bytes[second...]]
        #expect(try events(chunks) == Self.expected)
      }
    }
    #expect(try events(bytes.indices.map { bytes[$0...$0] }) == Self.expected)
  }

  @Test func returnsNoEventBeforeItsEmptyLine() throws {
    let bytes = Array("event: chatt\ndata: 1\n\n".utf8)
    for end in bytes.indices { #expect(try events([bytes[..<end]]).isEmpty) }
    #expect(try events([bytes[...]]) == [Self.event("chatt", "1")])
  }

  @Test func rejectsEventsWithoutEnd() {
    #expect(throws: ResponseError.malformed("an event without an end")) {
      let line = Array("data: \(String(repeating: "x", count: 1000))\n".utf8)
      _ = try events(Array(repeating: line[...], count: 1100))
    }
  }
}
