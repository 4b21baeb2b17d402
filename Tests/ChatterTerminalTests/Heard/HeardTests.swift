import Chatter
import Testing

@testable import ChatterTerminal

struct HeardTests {
  private func time(_ seconds: Int) -> Timestamp {
    Timestamp(clamping: Int64(seconds) * 1_000_000)
  }

  private func id(_ number: Int) throws -> ChattID {
    let digits = "\(1_000_000_000_000 + number)".suffix(12)
    return try #require(ChattID("00000000-0000-7000-8000-\(digits)"))
  }

  @Test func knowsWhichClipsAreNew() throws {
    var heard = Heard()
    #expect(try !heard.isNew(id(1), at: time(1)), "before the first visit")
    heard.begin([time(3), time(2)])
    #expect(try !heard.isNew(id(1), at: time(1)), "older than the first list")
    #expect(try heard.isNew(id(2), at: time(2)) && heard.isNew(id(4), at: time(4)))
    heard.mark(try id(2), at: time(2))
    #expect(try !heard.isNew(id(2), at: time(2)) && heard.isNew(id(3), at: time(3)))
  }

  @Test func beginsOnceWithTheNewestChatts() throws {
    var heard = Heard()
    heard.begin([])
    #expect(heard.since == nil)
    heard.begin((0..<200).map { time(1000 - $0) })
    let oldest = 1000 - Heard.firstChattsMax + 1
    #expect(try heard.isNew(id(1), at: time(oldest)) && !heard.isNew(id(1), at: time(oldest - 1)))
    heard.begin([time(2000)])
    #expect(try heard.isNew(id(1), at: time(oldest)))
  }

  @Test func keepsTheLatestClips() throws {
    var heard = Heard()
    heard.begin([time(0)])
    for number in 1...(Heard.clipsMax + 2) { heard.mark(try id(number), at: time(number)) }
    #expect(heard.clips.count == Heard.clipsMax)
    #expect(try !heard.isNew(id(1), at: time(1)) && !heard.isNew(id(0), at: time(2)))
    #expect(try heard.isNew(id(0), at: time(3)), "after those that were dropped")
  }

  @Test func readsWhatItHasWritten() throws {
    var heard = Heard()
    heard.begin([time(1)])
    for number in 1...3 { heard.mark(try id(number), at: time(number)) }
    #expect(Heard(heard.bytes) == heard)
    #expect(Heard(Array("x\nsince yesterday\n\(try id(1))\n\n".utf8)) == Heard())
  }

  @Test func addsWhatAnotherProgramKnows() throws {
    var (first, second) = (Heard(), Heard())
    first.begin([time(1)])
    second.begin([time(2)])
    first.mark(try id(3), at: time(3))
    second.mark(try id(4), at: time(4))
    first.merge(second)
    #expect(try first.clips == [id(3): time(3), id(4): time(4)] && first.since == second.since)
  }
}
