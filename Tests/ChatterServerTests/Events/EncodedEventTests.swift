import Chatter
import Postgres
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct EncodedEventTests {
  private let position = EventPosition(epoch: "e", seen: PostgresSnapshot("7:9:7")!)

  private func event(_ content: EventChange.Content) -> EncodedEvent? {
    EncodedEvent(
      EventChange(
        transaction: PostgresTransactionID(8), place: EventPlace(sequence: 1, isChatt: true),
        content: content), at: position)
  }

  private func text(_ event: EncodedEvent?) -> String? {
    event.map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  @Test func writesAChattOnOneLineOfData() throws {
    let chatt = StoredChatt.sample(message: "a\nb\r\n\u{2028}")
    let json = String(decoding: chatt.json, as: UTF8.self)
    #expect(!json.contains { $0 == "\n" || $0 == "\r" || $0 == "\r\n" })
    #expect(text(event(.chatt(chatt))) == "id: e-7:9:7\nevent: chatt\ndata: \(json)\n\n")
  }

  @Test func writesTheOtherEvents() throws {
    let id = StoredChatt.sample().id
    #expect(
      text(event(.removal(id))) == "id: e-7:9:7\nevent: delete\ndata: {\"id\":\"\(id)\"}\n\n")
    #expect(text(.reset(at: position)) == "id: e-7:9:7\nevent: reset\ndata: {}\n\n")
    #expect(text(.comment(at: position)) == ":\nid: e-7:9:7\n\n")
    #expect(event(.nothing) == nil)
    let beginning = String(decoding: EncodedEvent.beginning(at: position), as: UTF8.self)
    #expect(beginning == "retry: 2000\nid: e-7:9:7\n\n")
  }

  @Test func isShownByItsUserAndClip() throws {
    let shown = try #require(event(.chatt(StoredChatt.sample())))
    var filter = ChattFilter()
    #expect(shown.isShown(by: filter))
    filter.username = "bob"
    #expect(!shown.isShown(by: filter))
    filter.username = "ann"
    #expect(shown.isShown(by: filter))
    filter.isAudioOnly = true
    #expect(!shown.isShown(by: filter))
    let clip = StoredChatt.sample(clip: .sample(bytes: 1))
    #expect(try #require(event(.chatt(clip))).isShown(by: filter))
    // A client may show a chatt that was changed since, so that each removal concerns it.
    #expect(try #require(event(.removal(clip.id))).isShown(by: filter))
    #expect(EncodedEvent.comment(at: position).isShown(by: filter))
  }
}
