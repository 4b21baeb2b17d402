/// No private key is in the tree, not even one that only tests use.
struct SecretRule {
  func finding(path: String, bytes: [UInt8]) -> Finding? {
    // Assembled here, so that this file is not found.
    let label = Array("PRIVATE KEY-----".utf8)
    guard bytes.count > label.count, bytes.contains(label[0]) else { return nil }
    var rest = bytes[...]
    while let start = rest.firstIndex(of: label[0]) {
      rest = rest[start...]
      if rest.starts(with: label), Self.isBase64(rest.dropFirst(label.count)) {
        return Finding(path, "holds a private key")
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Whether the next line that is not blank is base64 of a key's length.
  private static func isBase64(_ bytes: ArraySlice<UInt8>) -> Bool {
    let letters = bytes.drop { $0 <= 0x20 || $0 == UInt8(ascii: "\\") || $0 == UInt8(ascii: "n") }
    let run = letters.prefix { byte in
      byte > 0x20 && byte != UInt8(ascii: "\\") && byte != UInt8(ascii: "\"")
        && byte != UInt8(ascii: "-")
    }
    return run.count >= 40
  }
}
