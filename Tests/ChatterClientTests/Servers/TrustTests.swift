import Testing

@testable import ChatterClient

struct TrustTests {
  /// SHA-256 of the empty string (FIPS 180-4).
  private static let base64 = "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="
  private static let digits = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

  @Test func acceptsPinsInBase64AndHexadecimal() {
    var colons: [String] = []
    var rest = Self.digits.uppercased()[...]
    while !rest.isEmpty {
      colons.append(String(rest.prefix(2)))
      rest = rest.dropFirst(2)
    }
    for text in [Self.base64, Self.digits, colons.joined(separator: ":")] {
      #expect(Trust.base64(ofPin: text) == Self.base64)
    }
  }

  @Test(
    arguments: [
      "", "a", String(digits.dropLast(2)), digits + "00", "g" + digits.dropFirst(), "MTIzNA==",
      base64 + base64, "é" + digits,
    ])
  func rejectsPinsThatAreNotSHA256(text: String) {
    #expect(Trust.base64(ofPin: text) == nil)
  }
}
