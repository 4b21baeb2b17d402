import Testing

@testable import Chatter

struct Base64ErrorTests {
  @Test(arguments: [
    Base64Error.character(0x07, offset: 7), .padding(offset: 7), .dataAfterPadding(offset: 7),
    .cutShort(offset: 7), .trailingBits(offset: 7),
  ])
  func describesTheOffsetOfEachError(error: Base64Error) {
    #expect(error.description.contains("at offset 7"))
  }

  @Test(
    arguments: [
      (0x20, "' '"), (0x41, "'A'"), (0x7E, "'~'"), (0x07, "0x07"), (0x00, "0x00"), (0x7F, "0x7F"),
      (0xC3, "0xC3"),
    ] as [(UInt8, String)])
  func describesPrintableBytesAsCharacters(byte: UInt8, name: String) {
    #expect(byte.quoted == name)
  }
}
