import Crypto
import Testing

struct SHA256Tests {
  private func hex(_ bytes: [UInt8]?) -> String {
    (bytes ?? []).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  @Test func computesTheExamplesOfFIPS180() {
    #expect(
      hex(SHA256.digest(of: []))
        == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      hex(SHA256.digest(of: Array("abc".utf8)))
        == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(
      hex(SHA256.digest(of: [UInt8](repeating: 0x61, count: 1_000_000)))
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
    #expect(SHA256.digest(of: [1])?.count == SHA256.digestBytes)
  }
}
