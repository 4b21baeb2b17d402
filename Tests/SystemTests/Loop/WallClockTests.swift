import Foundation
import System
import Testing

struct WallClockTests {
  @Test func agreesWithTheSystemLibrary() {
    let before = Date().timeIntervalSince1970
    let microseconds = WallClock.microsecondsSince1970
    let seconds = WallClock.secondsSince1970
    let after = Date().timeIntervalSince1970
    #expect(Double(microseconds) / 1e6 >= before - 0.001)
    #expect(Double(microseconds) / 1e6 <= after + 0.001)
    #expect(seconds >= Int(before) && seconds <= Int(after))
  }
}
