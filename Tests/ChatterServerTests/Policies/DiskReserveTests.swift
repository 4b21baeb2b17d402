import System
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct DiskReserveTests {
  static let reserveBytes = 64 << 20
  let start = Deadline.now

  /// A reserve for which the free space was measured.
  func reserve(freeBytes: Int?) -> DiskReserve {
    var reserve = DiskReserve(reserveBytes: Self.reserveBytes)
    reserve.measured(freeBytes)
    return reserve
  }

  /// Returns the decisions on posts that arrive at the start.
  func begin(_ byteCounts: Int..., in reserve: inout DiskReserve) -> [Bool] {
    byteCounts.map { reserve.begin($0, at: start) }
  }

  @Test func acceptsPostsOnlyIfTheReserveStaysFree() {
    let cost = DiskReserve.cost(ofBytes: 1_000_000)
    var enough = reserve(freeBytes: Self.reserveBytes + cost)
    let accepted = begin(1_000_000, in: &enough)
    #expect(accepted == [true])
    var short = reserve(freeBytes: Self.reserveBytes + cost - 1)
    let refused = begin(1_000_000, 1, in: &short)
    #expect(refused == [false, false])
  }

  @Test func countsTableAndWAL() {
    #expect(DiskReserve.cost(ofBytes: 0) == DiskReserve.bytesPerPost)
    #expect(DiskReserve.cost(ofBytes: 8_000_000) == 17_000_000 + DiskReserve.bytesPerPost)
  }

  @Test func countsPostsThatAreBeingStored() {
    let cost = DiskReserve.cost(ofBytes: 1 << 20)
    var reserve = reserve(freeBytes: Self.reserveBytes + 3 * cost)
    let first = begin(1 << 20, 1 << 20, 1 << 20, in: &reserve)
    #expect(first == [true, true, true])
    let next = begin(1 << 20, in: &reserve)
    #expect(next == [false])
  }

  @Test func countsEndedPostsOnlyAsTheDiskDoes() {
    let cost = DiskReserve.cost(ofBytes: 1 << 20)
    var reserve = reserve(freeBytes: Self.reserveBytes + cost)
    _ = begin(1 << 20, in: &reserve)
    reserve.end(1 << 20)
    let next = begin(1 << 20, in: &reserve)
    #expect(next == [true])
  }

  @Test func acceptsPostsAgainSlightlyAboveTheReserve() {
    var reserve = reserve(freeBytes: Self.reserveBytes)
    _ = begin(1, in: &reserve)
    let stopped = [Self.reserveBytes * 9 / 8 - 1, Self.reserveBytes * 9 / 8].map { freeBytes in
      reserve.measured(freeBytes)
      return !reserve.isRefusing
    }
    #expect(stopped == [false, true])
    let next = begin(1, in: &reserve)
    #expect(next == [true])
  }

  @Test func refusesUntilAPostOfTheRefusedSizeFits() {
    let cost = DiskReserve.cost(ofBytes: 32 << 20)
    var reserve = reserve(freeBytes: Self.reserveBytes + cost - 1)
    _ = begin(32 << 20, in: &reserve)
    let stopped = [Self.reserveBytes + cost - 1, Self.reserveBytes + cost].map { freeBytes in
      reserve.measured(freeBytes)
      return !reserve.isRefusing
    }
    #expect(stopped == [false, true])
  }

  @Test func acceptsPostsIfTheFreeSpaceIsUnknown() {
    var reserve = reserve(freeBytes: nil)
    let decisions = begin(1 << 30, in: &reserve)
    #expect(decisions == [true])
    var refusing = self.reserve(freeBytes: 0)
    _ = begin(1, in: &refusing)
    refusing.measured(nil)
    #expect(!refusing.isRefusing)
  }

  @Test func readsBodiesUntilNoRepeatCanArrive() {
    var reserve = reserve(freeBytes: 0)
    #expect(!reserve.refusesUnread(at: start))
    _ = begin(1, in: &reserve)
    #expect(!reserve.refusesUnread(at: start))
    let later = start.advanced(by: Retention.repeatsTimeMax)
    #expect(reserve.refusesUnread(at: later))
    reserve.measured(1 << 40)
    #expect(!reserve.refusesUnread(at: later))
  }
}
