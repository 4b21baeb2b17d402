import Testing

@testable import ChatterAudio

struct PipelineEventsTests {
  @Test func keepsTheFirstOutcomeAndReportsItOnce() async {
    let events = PipelineEvents()
    #expect(events.outcome == .underWay)
    events.take(.other)
    #expect(events.outcome == .underWay)
    events.take(.failed(.noSource))
    events.take(.failed(.engine("that follows")))
    events.take(.endOfStream)
    #expect(events.outcome == .failed(.noSource))
    events.finish()
    await #expect(throws: AudioError.noSource) { for try await _ in events.levels {} }
  }

  @Test func reportsNoFailureAtTheEnd() async throws {
    let events = PipelineEvents()
    events.take(.endOfStream)
    events.take(.failed(.noSource))
    #expect(events.outcome == .ended)
    events.finish()
    for try await _ in events.levels { Issue.record("unexpected level") }
  }

  @Test func keepsTheNewestUnreadLevels() async throws {
    let events = PipelineEvents()
    #expect(events.soundStart == nil)
    for decibels in -59...0 {
      events.take(.level(Double(decibels), from: .milliseconds(6_200 + 100 * decibels)))
    }
    #expect(events.soundStart == .milliseconds(300))
    events.finish()
    var levels: [Double] = []
    for try await level in events.levels { levels.append(level) }
    #expect(levels.count == 16)
    #expect(levels.last == 1)
    #expect(levels.first == 0.75)
  }

  @Test(
    arguments: [
      (0, 1), (-30, 0.5), (-60, 0), (-15, 0.75), (-700, 0), (6, 1), (-.infinity, 0), (.nan, 0),
    ] as [(Double, Double)])
  func mapsDecibelsLinearlyWithinBounds(decibels: Double, expected: Double) {
    #expect(PipelineEvents.height(decibels: decibels) == expected)
  }
}
