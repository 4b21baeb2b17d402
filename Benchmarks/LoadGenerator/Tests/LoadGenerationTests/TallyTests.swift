import Testing

@testable import LoadGeneration

@Suite("The tally")
struct TallyTests {
  @Test func addsTalliesAndRetainsTheFirstFailure() {
    var one = Tally()
    one.requests = 2
    one.requestsInAll = 3
    one.bodyBytes = 10
    one.latencies.record(nanoseconds: 5)
    var other = one
    other.fail("first")
    other.fail("second")
    one.add(other)
    #expect(one.requests == 4)
    #expect(one.requestsInAll == 6)
    #expect(one.bodyBytes == 20)
    #expect(one.failures == 2)
    #expect(one.firstFailure == "first")
    #expect(one.latencies.count == 2)
  }
}
