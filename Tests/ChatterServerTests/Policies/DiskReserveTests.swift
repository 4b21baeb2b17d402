import EventLoop
import Testing

@testable import ChatterServer

struct DiskReserveTests {
  static let reserveBytes = 64 << 20
  let start = Deadline.now

  /// A reserve for which the free space was measured at the start.
  func reserve(freeBytes: Int?) -> DiskReserve {
    var reserve = DiskReserve(reserveBytes: Self.reserveBytes)
    _ = reserve.measured(freeBytes, at: start)
    return reserve
  }

  /// Returns the decisions on posts that arrive at the start.
  func begin(_ byteCounts: Int..., in reserve: inout DiskReserve) -> [PostDecision] {
    byteCounts.map { reserve.begin($0, at: start) }
  }

  @Test func acceptsPostsOnlyIfTheReserveStaysFree() {
    let cost = DiskReserve.cost(ofBytes: 1_000_000)
    var enough = reserve(freeBytes: Self.reserveBytes + cost)
    let accepted = begin(1_000_000, in: &enough)
    #expect(accepted == [.accepted])
    var short = reserve(freeBytes: Self.reserveBytes + cost - 1)
    let refused = begin(1_000_000, 1, in: &short)
    #expect(refused == [.firstRefused, .refused], "the start of refusing is reported once")
  }

  @Test func countsTableAndWALWithoutOverflow() {
    #expect(DiskReserve.cost(ofBytes: 0) == DiskReserve.bytesPerPost)
    #expect(DiskReserve.cost(ofBytes: 8_000_000) == 17_000_000 + DiskReserve.bytesPerPost)
    var reserve = reserve(freeBytes: .max)
    for _ in 0..<9 { _ = reserve.begin(.max, at: start) }
    #expect(reserve.isRefusing)
  }

  @Test func countsPostsThatAreBeingStored() {
    let cost = DiskReserve.cost(ofBytes: 1 << 20)
    var reserve = reserve(freeBytes: Self.reserveBytes + 3 * cost)
    let first = begin(1 << 20, 1 << 20, 1 << 20, in: &reserve)
    #expect(first == [.accepted, .accepted, .accepted])
    #expect(!reserve.needsMeasurement(forBytes: 1 << 20, at: start), "none of them has ended")
    let next = begin(1 << 20, in: &reserve)
    #expect(next == [.firstRefused])
  }

  @Test func countsEndedPostsUntilTheNextMeasurement() {
    let cost = DiskReserve.cost(ofBytes: 1 << 20)
    var reserve = reserve(freeBytes: Self.reserveBytes + cost + DiskReserve.bytesPerPost)
    _ = begin(1 << 20, in: &reserve)
    reserve.end(1 << 20)
    #expect(!reserve.needsMeasurement(forBytes: 0, at: start))
    #expect(reserve.needsMeasurement(forBytes: 1 << 20, at: start))
    _ = reserve.measured(Self.reserveBytes + cost, at: start)
    let next = begin(1 << 20, in: &reserve)
    #expect(next == [.accepted])
  }

  @Test func measuresFirstThenEachSecondOrQuarterOfTheReserve() {
    #expect(DiskReserve(reserveBytes: 1).needsMeasurement(forBytes: 0, at: start))
    var reserve = reserve(freeBytes: 1 << 40)
    #expect(!reserve.needsMeasurement(forBytes: 0, at: start))
    #expect(
      !reserve.needsMeasurement(forBytes: 0, at: start.advanced(by: .milliseconds(999))))
    #expect(reserve.needsMeasurement(forBytes: 0, at: start.advanced(by: .seconds(1))))
    for _ in 0..<8 {
      _ = reserve.begin(1 << 20, at: start)
      reserve.end(1 << 20)
    }
    #expect(reserve.needsMeasurement(forBytes: 0, at: start))
  }

  @Test func measuresOncePerSecondWhileRefusing() {
    var reserve = reserve(freeBytes: 0)
    _ = begin(1, in: &reserve)
    #expect(!reserve.needsMeasurement(forBytes: 1, at: start))
    #expect(reserve.needsMeasurement(forBytes: 1, at: start.advanced(by: .seconds(1))))
  }

  @Test func acceptsPostsAgainSlightlyAboveTheReserve() {
    var reserve = reserve(freeBytes: Self.reserveBytes)
    _ = begin(1, in: &reserve)
    let stopped = [Self.reserveBytes * 9 / 8 - 1, Self.reserveBytes * 9 / 8].map {
      reserve.measured($0, at: start)
    }
    #expect(stopped == [false, true])
    let next = begin(1, in: &reserve)
    #expect(next == [.accepted])
  }

  @Test func refusesUntilAPostOfTheRefusedSizeFits() {
    let cost = DiskReserve.cost(ofBytes: 32 << 20)
    var reserve = reserve(freeBytes: Self.reserveBytes + cost - 1)
    _ = begin(32 << 20, in: &reserve)
    let stopped = [Self.reserveBytes + cost - 1, Self.reserveBytes + cost].map {
      reserve.measured($0, at: start)
    }
    #expect(stopped == [false, true])
  }

  @Test func acceptsPostsIfTheFreeSpaceIsUnknown() {
    var reserve = reserve(freeBytes: nil)
    let decisions = begin(1 << 30, in: &reserve)
    #expect(decisions == [.accepted])
    var refusing = self.reserve(freeBytes: 0)
    _ = begin(1, in: &refusing)
    let isOver = refusing.measured(nil, at: start)
    #expect(isOver)
  }

  @Test func readsBodiesUntilNoRepeatCanArrive() {
    var reserve = reserve(freeBytes: 0)
    #expect(!reserve.refusesUnread(at: start))
    _ = begin(1, in: &reserve)
    #expect(!reserve.refusesUnread(at: start))
    let later = start.advanced(by: StoragePolicy.repeatsTimeMax)
    #expect(reserve.refusesUnread(at: later))
    _ = reserve.measured(1 << 40, at: later)
    #expect(!reserve.refusesUnread(at: later))
  }
}
