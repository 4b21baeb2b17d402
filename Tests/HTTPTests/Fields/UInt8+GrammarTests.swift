import Testing

@testable import HTTP

struct UInt8GrammarTests {
  private let tokens = Set("!#$%&'*+-.^_`|~0123456789".utf8).union(65...90).union(97...122)

  @Test(arguments: UInt8.min...UInt8.max)
  func classifiesEveryByteAsTheRFCDoes(byte: UInt8) {
    #expect(byte.isTokenCharacter == tokens.contains(byte))
    #expect(byte.isForbiddenControl == (byte < 32 && byte != 9 || byte == 127))
    #expect(byte.isWhitespace == (byte == 32 || byte == 9))
    #expect(byte.isDigit == (48...57).contains(byte))
    #expect(byte.isLetter == ((65...90).contains(byte) || (97...122).contains(byte)))
    let scalar = Character(Unicode.Scalar(byte))
    #expect(byte.hexadecimalValue == (scalar.isASCII ? scalar.hexDigitValue : nil))
    #expect(byte.asciiLowercased == ((65...90).contains(byte) ? byte + 32 : byte))
  }
}
