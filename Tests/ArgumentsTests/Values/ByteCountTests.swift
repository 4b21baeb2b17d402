import Testing

@testable import Arguments

struct ByteCountTests {
  @Test(
    arguments: [
      ("0", 0), ("65536", 65536), ("64KiB", 65536), ("32MiB", 33_554_432), ("1GiB", 1 << 30),
      ("007", 7),
    ])
  func parsesPlainNumbersAndBinaryUnits(text: String, bytes: Int) {
    #expect(ByteCount.parse(text) == bytes)
  }

  @Test(
    arguments: [
      "", "KiB", "1kb", "1KB", "1kib", "64 KiB", "-1", "+1", "1.5MiB", "0x10", "1e3", "١",
      "1MiBKiB",
      "9999999999999999", "999999999999999GiB",
    ])
  func rejectsOtherForms(text: String) {
    #expect(ByteCount.parse(text) == nil)
  }

  @Test(arguments: [0, 1, 1023, 1024, 1536, 1 << 20, 3 << 30])
  func roundTripsThroughTheShortestExactForm(bytes: Int) {
    #expect(ByteCount.parse(ByteCount.text(bytes)) == bytes)
  }

  @Test func writesTheLargestUnitThatDividesTheCount() {
    #expect(ByteCount.text(1536) == "1536")
    #expect(ByteCount.text(2048) == "2KiB")
    #expect(ByteCount.text(1 << 30) == "1GiB")
  }
}
