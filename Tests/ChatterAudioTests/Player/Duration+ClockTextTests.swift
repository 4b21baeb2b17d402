import ChatterAudio
import Testing

struct DurationClockTextTests {
  @Test(arguments: [
    (Duration.zero, "00:00"), (.milliseconds(999), "00:00"), (.seconds(1), "00:01"),
    (.milliseconds(59_999), "00:59"), (.seconds(60), "01:00"), (.seconds(3599), "59:59"),
    (.seconds(3600), "1:00:00"), (.seconds(3661), "1:01:01"), (.seconds(36_000), "10:00:00"),
    (.seconds(360_000), "100:00:00"), (.milliseconds(-1), "00:00"), (.seconds(-90), "00:00"),
  ])
  func showsHoursOnlyIfThereAreAny(duration: Duration, text: String) {
    #expect(duration.clockText == text)
  }
}
