import HTTP
import Testing

struct MultipartErrorTests {
  @Test func namesLimitsAndCures() {
    #expect("\(MultipartError.headTooLong(bytesMax: 7))".contains("7 bytes"))
    #expect("\(MultipartError.tooManyParts(countMax: 8))".contains("8 parts"))
    for error in [MultipartError.missingBoundary, .invalidBoundary, .noDelimiter, .missingName] {
      #expect("\(error)".contains("send "))
    }
  }
}
