import System
import Testing

@testable import WebServer

struct BodyPaceTests {
  private let began = Deadline.now

  private func at(_ seconds: Int) -> Deadline { began.advanced(by: .seconds(seconds)) }

  private var pace: BodyPace {
    let limits = ServerLimits.with {
      $0.bodyTimeout = .seconds(100)
      $0.bodyBytesPerSecondMin = 10
      $0.largeBodyBytesMin = 1000
      $0.largeBodyBytesPerSecondMin = 50
    }
    return BodyPace(limits)
  }

  @Test func grantsASmallBodyTheTimeOfASlowPace() {
    var pace = pace
    #expect(pace.deadline(after: 0, now: at(0)) == at(100))
    #expect(pace.deadline(after: 1000, now: at(90)) == at(190))
  }

  @Test func requiresAFasterAveragePaceOfALargeBody() {
    var pace = pace
    _ = pace.deadline(after: 0, now: at(0))
    #expect(pace.deadline(after: 5000, now: at(1)) == at(101), "the burst earns no longer stall")
    // 5,000 bytes earn 100 s, in addition to the grace period of 100 s.
    #expect(pace.deadline(after: 5000 + 1000, now: at(100)) == at(200))
    #expect(pace.deadline(after: 6000 + 1500, now: at(190)) == at(250))
  }
}
