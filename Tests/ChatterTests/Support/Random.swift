/// Random bytes for comparisons with a reference.
enum Random {
  static func bytes(_ count: Int) -> [UInt8] {
    var generator = SystemRandomNumberGenerator()
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 8)
    while bytes.count < count {
      let word: UInt64 = generator.next()
      for place in 0..<8 { bytes.append(UInt8(truncatingIfNeeded: word >> UInt64(8 * place))) }
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }
}
