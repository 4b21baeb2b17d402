import Testing

@testable import System

struct DeadlineTests {
  @Test(
    arguments: [
      (UInt64(5), Duration.nanoseconds(7), UInt64(12)),
      (5, .seconds(2), 2_000_000_005),
      (5, .zero, 5),
      (5, .seconds(-1), 5),
      (5, .nanoseconds(-1), 5),
      (5, Duration(secondsComponent: 0, attosecondsComponent: 999_999_999), 5),
      (.max, .seconds(1), .max),
      (.max - 1, .nanoseconds(5), .max),
      (0, .seconds(Int64.max), .max),
      (0, .seconds(18_446_744_073), 18_446_744_073_000_000_000),
      (0, .seconds(18_446_744_074), .max),
    ])
  func addsDurationsToTheNanosecondAndSaturates(start: UInt64, duration: Duration, end: UInt64) {
    let deadline = Deadline(nanoseconds: start).advanced(by: duration)
    #expect(deadline == Deadline(nanoseconds: end))
  }

  @Test func treatsNeverAsTheLatestInstant() {
    #expect(Deadline.after(.seconds(1_000_000)) < .never)
    #expect(!Deadline.never.hasPassed)
    #expect(Deadline.never.remaining == nil)
    #expect(Deadline.never.advanced(by: .seconds(1)) == .never)
  }

  @Test func remainsWithinTheGivenDuration() throws {
    let rest = try #require(Deadline.after(.seconds(3600)).remaining)
    #expect(rest <= .seconds(3600) && rest > .seconds(3500))
    #expect(Deadline(nanoseconds: 1).remaining == .zero)
    #expect(Deadline(nanoseconds: 1).hasPassed)
    #expect(!Deadline.after(.seconds(3600)).hasPassed)
  }

  @Test func returnsZeroBetweenInstantsInTheWrongOrder() {
    let early = Deadline(nanoseconds: 10)
    let late = Deadline(nanoseconds: 30)
    #expect(late.duration(since: early) == .nanoseconds(20))
    #expect(early.duration(since: late) == .zero)
    #expect(Deadline.never.duration(since: early) == .nanoseconds(Int64.max))
  }
}
