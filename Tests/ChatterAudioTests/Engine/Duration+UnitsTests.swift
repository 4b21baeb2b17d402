import Testing

@testable import ChatterAudio

struct DurationUnitsTests {
  @Test func truncatesAndSaturates() {
    for (duration, microseconds) in [
      (Duration.microseconds(1), 1), (.nanoseconds(1999), 1), (.seconds(Int64.max), Int64.max),
      (.seconds(Int64.min), Int64.min), (.milliseconds(-1), -1000),
    ] {
      #expect(duration.microseconds == microseconds)
    }
    #expect(Duration.microseconds(2).nanoseconds == 2000)
    #expect(Duration.seconds(Int64.max).nanoseconds == .max)
  }
}
