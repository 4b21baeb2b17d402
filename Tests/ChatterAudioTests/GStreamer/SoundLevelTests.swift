import Testing

@testable import ChatterAudio

@Suite("The height of a level meter")
struct SoundLevelTests {
  @Test(
    arguments: [
      (0, 1), (-30, 0.5), (-60, 0), (-15, 0.75), (-700, 0), (6, 1), (-.infinity, 0), (.nan, 0),
    ] as [(Double, Double)])
  func mapsDecibelsLinearlyWithinBounds(decibels: Double, expected: Double) {
    #expect(SoundLevel.height(decibels: decibels) == expected)
  }
}
