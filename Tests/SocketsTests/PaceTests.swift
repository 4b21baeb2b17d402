import Sockets
import System
import Testing

struct PaceTests {
  private let began = Deadline.now

  private func at(_ seconds: Int) -> Deadline { began.advanced(by: .seconds(seconds)) }

  @Test func extendsTheDeadlineByASecondPerSecondsWorthOfBytes() {
    var pace = Pace(timeout: .seconds(100), bytesPerSecondMin: 10)
    #expect(pace.deadline(after: 0, now: at(0)) == at(100))
    #expect(pace.deadline(after: 9, now: at(20)) == at(100))
    #expect(pace.deadline(after: 10, now: at(20)) == at(101))
    #expect(pace.deadline(after: 0, now: at(20)) == at(101))
    #expect(pace.deadline(after: 200, now: at(30)) == at(120))
  }

  @Test func capsTheTimeGrantedForABurst() {
    var pace = Pace(timeout: .seconds(100), bytesPerSecondMin: 10)
    _ = pace.deadline(after: 0, now: at(0))
    #expect(pace.deadline(after: 1_000_000, now: at(10)) == at(110))
    #expect(pace.deadline(after: 1_000_000, now: at(60)) == at(110))
    #expect(pace.deadline(after: 1_000_500, now: at(60)) == at(160))
  }

  @Test func grantsALongerStallWhenConfigured() {
    var pace = Pace(timeout: .seconds(100), bytesPerSecondMin: 10, stallTimeout: .seconds(300))
    #expect(pace.deadline(after: 0, now: at(0)) == at(100))
    #expect(pace.deadline(after: 1_000_000, now: at(10)) == at(310))
  }
}
