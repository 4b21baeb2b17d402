/// The name of a byte in a message: `'%'` if it is printable ASCII, otherwise hexadecimal (`0x07`).
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
