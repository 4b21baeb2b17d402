import Chatter
import TestSupport
import Testing

struct MPEG4FileMeasurements {
  @Test func takesTimeInProportionToTheNumberOfBoxes() async throws {
    let files = [20_000, 40_000].map { ($0, MPEG4FileTests.manyMediaBoxes($0)) }
    let growth = try await Measured.growth(from: 20_000) { count in
      let file = try #require(files.first { $0.0 == count })
      _ = try AudioClip(bytes: file.1)
    }
    #expect(growth < 3)
  }
}
