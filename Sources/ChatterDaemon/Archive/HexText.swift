/// Lower-case hexadecimal text of bytes.
enum HexText {
  static func of(_ bytes: some Sequence<UInt8>) -> String {
    var text = ""
    for byte in bytes {
      text += byte < 16 ? "0" : ""
      text += String(byte, radix: 16)
    }
    return text
  }
}
