import Chatter
import System
import Testing

@testable import ChatterServer

struct DiskGuardTests {
  @Test func reportsStartAndEndOfRefusingOnceEach() throws {
    let disk = SimulatedDisk(freeBytes: 1 << 30)
    let guarding = disk.makeGuard()
    try guarding.begin(10)
    guarding.end(10)
    disk.set(freeBytes: 1000, after: .seconds(1))
    for _ in 0..<3 { #expect(throws: DiskGuard.error) { try guarding.begin(10) } }
    #expect(guarding.isRefusing())
    disk.set(freeBytes: 1 << 30, after: .seconds(1))
    #expect(!guarding.isRefusing())
    try guarding.begin(10)
    #expect(
      disk.events == [
        .startedRefusing(freeBytes: 1000, reserveBytes: SimulatedDisk.reserveBytes),
        .stoppedRefusing(freeBytes: 1 << 30, reserveBytes: SimulatedDisk.reserveBytes),
      ])
  }
}

/// A disk and a clock that a test sets.
final class SimulatedDisk: Sendable {
  static let reserveBytes = 64 << 20

  private struct State {
    var freeBytes: Int?
    var now = Deadline.now
    var events: [DiskGuard.Event] = []
  }

  private let state: Lock<State>

  init(freeBytes: Int?) {
    state = Lock(State(freeBytes: freeBytes))
  }

  var events: [DiskGuard.Event] { state.withLock { $0.events } }

  func set(freeBytes: Int?, after duration: Duration) {
    state.withLock { state in
      state.freeBytes = freeBytes
      state.now = state.now.advanced(by: duration)
    }
  }

  func makeGuard() -> DiskGuard {
    DiskGuard(
      reserveBytes: Self.reserveBytes,
      measure: { self.state.withLock { $0.freeBytes } },
      report: { event in self.state.withLock { $0.events.append(event) } },
      now: { self.state.withLock { $0.now } })
  }
}
