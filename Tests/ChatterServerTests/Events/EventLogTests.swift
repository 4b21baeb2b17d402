import Chatter
import Postgres
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct EventLogTests {
  private static func event(_ number: Int, by username: String = "ann", bytes: Int = 0) throws
    -> EncodedEvent
  {
    let chatt = StoredChatt(
      id: StoredChatt.sample().id, username: username,
      message: "\(number) " + String(repeating: "x", count: bytes),
      createdAt: try #require(Timestamp("2025-01-02T03:04:05.123Z")), clip: nil,
      transaction: PostgresTransactionID(7))
    let snapshot = try #require(PostgresSnapshot("\(number):\(number):"))
    return try #require(
      EncodedEvent(
        EventChange(
          transaction: PostgresTransactionID(7), place: EventPlace(sequence: 1, isChatt: true),
          content: .chatt(chatt)), at: EventPosition(epoch: "e", seen: snapshot)))
  }

  @Test(arguments: ["Zo\u{EB}", "Zoe\u{308}"])
  func comparesNamesByteByByte(name: String) throws {
    var log = EventLog()
    for (number, author) in ["Zo\u{EB}", "Zoe\u{308}"].enumerated() {
      log.append(try Self.event(number, by: author))
    }
    var filter = ChattFilter()
    filter.username = name
    let shown = ids(log.part(from: 0, for: filter))
    #expect(shown == [name.utf8.count == 4 ? "e-0:0:" : "e-1:1:"])
  }

  private func ids(_ part: EventLog.Part?) -> [String]? {
    part.map { ReadEvent.all(in: $0.bytes).map(\.id) }
  }

  @Test func returnsWhatFollowsANumber() throws {
    var log = EventLog()
    #expect(ids(log.part(from: 0, for: ChattFilter())) == [])
    for number in 0..<3 { log.append(try Self.event(number)) }
    #expect(ids(log.part(from: 0, for: ChattFilter())) == ["e-0:0:", "e-1:1:", "e-2:2:"])
    #expect(ids(log.part(from: 2, for: ChattFilter())) == ["e-2:2:"])
    #expect(ids(log.part(from: 3, for: ChattFilter())) == [])
    #expect(ids(log.part(from: 4, for: ChattFilter())) == nil)
  }

  @Test func leavesOutWhatAFilterHides() throws {
    var log = EventLog()
    for number in 0..<4 {
      log.append(try Self.event(number, by: number % 2 == 0 ? "ann" : "bob"))
    }
    var filter = ChattFilter()
    filter.username = "bob"
    let part = log.part(from: 0, for: filter)
    #expect(ids(part) == ["e-1:1:", "e-3:3:"] && part?.next == 4)
    filter.username = "cy"
    #expect(ids(log.part(from: 0, for: filter)) == [])
    #expect(log.part(from: 0, for: filter)?.next == 4)
  }

  @Test func returnsLongEventsOneByOne() throws {
    var log = EventLog()
    for number in 0..<3 { log.append(try Self.event(number, bytes: 40_000)) }
    var number = 0
    for expected in 0..<3 {
      let part = log.part(from: number, for: ChattFilter())
      #expect(ids(part) == ["e-\(expected):\(expected):"])
      number = try #require(part?.next)
    }
    #expect(number == log.end)
  }

  @Test(.needs(.time)) func dropsTheOldestBeyondItsBytes() throws {
    var log = EventLog()
    for number in 0..<200 { log.append(try Self.event(number, bytes: 60_000)) }
    #expect(log.end == 200)
    let kept = (0..<200).filter { ids(log.part(from: $0, for: ChattFilter())) != nil }
    #expect(kept.last == 199 && kept == Array(kept[0]..<200))
    #expect(60...(EventLog.bytesMax / 60_000) ~= kept.count)
  }

  @Test func dropsTheOldestBeyondItsCount() throws {
    var log = EventLog()
    let event = try Self.event(0)
    let count = EventLog.countMax + 10
    for _ in 0..<count { log.append(event) }
    #expect(ids(log.part(from: count - EventLog.countMax, for: ChattFilter())) != nil)
    #expect(ids(log.part(from: count - EventLog.countMax - 1, for: ChattFilter())) == nil)
  }

  @Test func neverUsesANumberAgain() throws {
    var log = EventLog()
    for number in 0..<3 { log.append(try Self.event(number)) }
    log.removeAll()
    #expect(log.end == 3 && ids(log.part(from: 1, for: ChattFilter())) == nil)
    log.append(try Self.event(9))
    #expect(ids(log.part(from: 3, for: ChattFilter())) == ["e-9:9:"])
  }
}
