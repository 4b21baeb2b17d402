/// Files in the gzip format (RFC 1952), each compressed in one step.
public enum Gzip {
  /// No name, no time; 255: unknown system.
  private static let header: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255]
  /// The last block of raw deflate, empty.
  private static let lastBlock: [UInt8] = [3, 0]
  private static let stepBytes = 1 << 20

  /// Returns a gzip file with the bytes, compressed quickly.
  public static func compress(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var output = header
    output += Deflater.deflateQuickly(bytes)
    output += lastBlock
    for number in [Checksum.crc32(bytes), UInt32(truncatingIfNeeded: bytes.count)] {
      for shift in [0, 8, 16, 24] { output.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    return output
  }

  /// Returns the contents of a gzip file; nil if it is damaged, has more bytes after its end, or
  /// has more than `bytesMax` bytes of contents.
  public static func decompress(_ file: [UInt8], bytesMax: Int) -> [UInt8]? {
    var inflater = Inflater(windowBits: 31)
    var input = file[...]
    var output: [UInt8] = []
    while true {
      let (bytes, status) = inflater.inflate(&input, atMost: stepBytes)
      output += bytes
      guard output.count <= bytesMax else { return nil }
      switch status {
      case .ended: return input.isEmpty ? output : nil
      case .full: continue
      case .needsMoreBytes, .malformed: return nil
      }
    }
  }
}
