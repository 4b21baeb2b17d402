import Sockets
import Testing

@testable import WebServer

@Suite("Pace (needs nothing)")
struct PaceTests {
  @Test("the time begins with the first question, and each second's worth of bytes adds a second")
  func pace() {
    var pace = Pace(patience: .seconds(100), bytesPerSecondMin: 10)
    let first = pace.deadline(after: 0)
    #expect((first.remaining ?? .zero) > .seconds(50))
    #expect(pace.deadline(after: 9) == first)
    #expect(pace.deadline(after: 10) == first.advanced(by: .seconds(1)))
    #expect(pace.deadline(after: 1000) == first.advanced(by: .seconds(100)))
    #expect(pace.deadline(after: 0) == first)
  }
}
