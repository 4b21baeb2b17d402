import Testing

@testable import LoadGeneration

@Suite("The course of a load")
struct CourseTests {
  @Test("so many turns are given as requests are wanted, and every one counts")
  func requests() {
    let course = Course(.requests(3))
    let turns = (0..<5).map { _ in course.takesTurn(at: .max) }
    #expect(turns == [true, true, true, false, false])
    #expect(course.counts(0))
  }

  @Test("what ends in the warm-up or after the time does not count")
  func time() {
    let before = Course.nanoseconds()
    let course = Course(.time(warmUp: 1_000_000_000_000, counted: 1_000_000_000_000))
    #expect(course.takesTurn(at: before))
    #expect(!course.counts(before))
    #expect(course.counts(before + 1_500_000_000_000))
    #expect(!course.takesTurn(at: before + 3_000_000_000_000))
    #expect(!course.counts(before + 3_000_000_000_000))
    #expect(course.countedSeconds == 1000)
  }

  @Test("after a hundred failures nobody goes on")
  func failures() {
    let course = Course(.time(warmUp: 0, counted: 1_000_000_000_000))
    for _ in 0..<99 { course.noteFailure() }
    #expect(course.takesTurn(at: Course.nanoseconds()))
    course.noteFailure()
    #expect(!course.takesTurn(at: Course.nanoseconds()))
  }

  @Test("marks are never the same")
  func marks() {
    let course = Course(.requests(1))
    #expect(Set((0..<100).map { _ in course.nextMark() }).count == 100)
  }
}
