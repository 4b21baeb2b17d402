/// A separately compressed segment of a body. Segments can be joined into one body without
/// compressing them again.
///
/// The output ends with a full flush (RFC 1951 section 3.2.4): it ends on a byte boundary, and
/// later data does not refer back to it. The checksum covers the uncompressed bytes; that of joined
/// segments is computed from those of the segments.
public struct DeflatedSegment: Sendable {
  /// The kind of data to compress.
  public enum Kind: Sendable {
    case text
    /// Base64 of data that is already compressed. Compression only removes the overhead of base64,
    /// which stores six bits per byte.
    case base64
  }

  /// The compressed data, as raw deflate.
  public let bytes: [UInt8]
  /// The uncompressed size in bytes.
  public let plainCount: Int
  let crc32: UInt32
}

extension DeflatedSegment {
  /// Compresses `plain`.
  public init(_ plain: ArraySlice<UInt8>, kind: Kind = .text) {
    self.init(
      bytes: plain.isEmpty ? [] : Deflater.deflate(plain, kind), plainCount: plain.count,
      crc32: Checksum.crc32(plain))
  }

  /// Returns a whole body in gzip.
  public static func gzip(_ plain: [UInt8]) -> [UInt8] {
    let segment = DeflatedSegment(plain[...])
    var envelope = GzipEnvelope()
    envelope.append(segment)
    return GzipEnvelope.head + segment.bytes + envelope.tail
  }

  /// Returns the concatenation of the segments.
  public static func joined(_ segments: [DeflatedSegment]) -> DeflatedSegment {
    guard segments.count != 1 else { return segments[0] }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(segments.reduce(0) { $0 + $1.bytes.count })
    var (plainCount, crc32) = (0, 0 as UInt32)
    for segment in segments {
      bytes += segment.bytes
      plainCount += segment.plainCount
      crc32 = Checksum.crc32(crc32, then: segment.crc32, count: segment.plainCount)
    }
    return DeflatedSegment(bytes: bytes, plainCount: plainCount, crc32: crc32)
  }
}

/// The header and trailer of a body in gzip that is assembled from segments.
public struct GzipEnvelope: Sendable {
  /// A header without file name or time, for an unknown operating system (RFC 1952 section 2.3).
  public static let head: [UInt8] = [0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 0xFF]
  /// An empty final block with the fixed Huffman codes (RFC 1951 section 3.2.6).
  private static let lastBlock: [UInt8] = [0x03, 0x00]

  private var plainCount = 0
  private var crc32: UInt32 = 0

  public init() {}

  /// Adds a segment to the length and the checksum. Its bytes follow those of the previous segment.
  public mutating func append(_ segment: DeflatedSegment) {
    crc32 = Checksum.crc32(crc32, then: segment.crc32, count: segment.plainCount)
    plainCount += segment.plainCount
  }

  /// The bytes after the last segment.
  public var tail: [UInt8] {
    var tail = Self.lastBlock
    for number in [crc32, UInt32(truncatingIfNeeded: plainCount)] {
      for shift in stride(from: 0, to: 32, by: 8) {
        tail.append(UInt8(truncatingIfNeeded: number >> UInt32(shift)))
      }
    }
    return tail
  }
}
