import Testing

@testable import LoadGeneration

@Suite("The course of a load")
struct CourseTests {
  @Test func admitsTheRequestedNumberOfRequests() {
    let course = Course(.requests(3))
    let admissions = (0..<5).map { _ in course.admitsRequest(at: .max) }
    #expect(admissions == [true, true, true, false, false])
    #expect(course.counts(0))
  }

  @Test func countsOnlyRequestsThatEndInTheCountedTime() {
    let before = Course.nanoseconds()
    let course = Course(.time(warmUp: 1_000_000_000_000, counted: 1_000_000_000_000))
    #expect(course.admitsRequest(at: before))
    #expect(!course.counts(before))
    #expect(course.counts(before + 1_500_000_000_000))
    #expect(!course.admitsRequest(at: before + 3_000_000_000_000))
    #expect(!course.counts(before + 3_000_000_000_000))
    #expect(course.countedSeconds == 1000)
  }

  @Test func stopsAfterAHundredFailures() {
    let course = Course(.time(warmUp: 0, counted: 1_000_000_000_000))
    for _ in 0..<99 { course.recordFailure() }
    #expect(course.admitsRequest(at: Course.nanoseconds()))
    course.recordFailure()
    #expect(!course.admitsRequest(at: Course.nanoseconds()))
  }

  @Test func makesUniqueTokens() {
    let course = Course(.requests(1))
    #expect(Set((0..<100).map { _ in course.nextToken() }).count == 100)
  }
}
