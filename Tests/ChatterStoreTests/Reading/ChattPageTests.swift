import TestSupport
import Testing

@testable import ChatterStore

struct ChattPageTests {
  private func page(
    _ sequences: [Int64], at place: PageQuery.Place, isComplete: Bool = true, hasOther: Bool = false
  ) throws -> ChattPage {
    var query = PageQuery()
    query.place = place
    let chatt = StoredChatt.sample()
    return ChattPage(
      sequences.map { ($0, chatt) }, isComplete: isComplete,
      hasOther: hasOther, for: query)
  }

  @Test func linksToOlderChatts() throws {
    let page = try page([9, 8], at: .newest, isComplete: false)
    #expect(page.next == .before(PageCursor(8)) && page.previous == nil)
    let last = try self.page([7, 5], at: .before(PageCursor(8)), hasOther: true)
    #expect(last.next == nil && last.previous == .after(PageCursor(7)))
  }

  @Test func linksToNewerChatts() throws {
    let page = try page([6, 7], at: .after(PageCursor(5)), isComplete: false, hasOther: true)
    #expect(page.next == .before(PageCursor(6)) && page.previous == .after(PageCursor(7)))
    #expect(try self.page([6, 7], at: .after(PageCursor(5))).previous == nil)
  }

  @Test func linksBackFromAnEmptyPage() throws {
    let before = try page([], at: .before(PageCursor(5)), hasOther: true)
    #expect(before.next == nil && before.previous == .after(PageCursor(4)))
    let after = try page([], at: .after(PageCursor(5)), hasOther: true)
    #expect(after.next == .before(PageCursor(6)) && after.previous == nil)
    let nothing = try page([], at: .newest)
    #expect(nothing.next == nil && nothing.previous == nil)
    #expect(
      String(decoding: nothing.json, as: UTF8.self)
        == #"{"chatts":[],"next":null,"previous":null}"#)
  }
}
