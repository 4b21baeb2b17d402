import Testing

@testable import System

struct DecimalsTests {
  @Test func parsesIntegersOfDigitsOnly() {
    #expect(Decimals.integer("0") == 0)
    #expect(Decimals.integer("999999999999999") == 999_999_999_999_999)
    for text in ["", "-1", "+1", " 1", "1 ", "1.0", "0x1", "1_000", "٣", "1000000000000000"] {
      #expect(Decimals.integer(text) == nil, "\(text)")
    }
  }

  @Test func parsesFractionsWithAtMostOnePoint() {
    #expect(Decimals.fraction("5") == 5)
    #expect(Decimals.fraction("0.5") == 0.5)
    #expect(Decimals.fraction("10.25") == 10.25)
    for text in ["", ".", ".5", "5.", "1.2.3", "-1", "1e3", "nan", "inf", "infinity", "0x1p3"] {
      #expect(Decimals.fraction(text) == nil, "\(text)")
    }
  }
}
