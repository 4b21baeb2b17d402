/// How a sentence names one byte: `'%'` where it is printable ASCII, `0x07` where it is not.
struct ByteName: CustomStringConvertible {
  private let byte: UInt8

  init(_ byte: UInt8) {
    self.byte = byte
  }

  var description: String {
    if (0x20..<0x7F).contains(byte) { return "'\(Unicode.Scalar(byte))'" }
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0x0\(digits)" : "0x\(digits)"
  }
}
