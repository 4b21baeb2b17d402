private import System

/// The sound of one recording or playback for one reader, which never delays it: 16-bit mono, in
/// chunks of a tenth of a second.
final class SampledSound: Sendable {
  static let sampleRate = 16_000

  /// The number of samples in a chunk; the last one may be shorter.
  static let chunkSamples = sampleRate / 10

  /// Maximum number of buffered chunks: 30 s, less than 1 MB. Beyond it, the oldest is dropped.
  static let chunksBufferedMax = 300

  /// The chunks; ends with the recording or the playback.
  let stream: AsyncStream<[Int16]>
  private let continuation: AsyncStream<[Int16]>.Continuation
  private let pending = Lock([Int16]())

  init() {
    (stream, continuation) = AsyncStream.makeStream(
      bufferingPolicy: .bufferingNewest(Self.chunksBufferedMax))
  }

  func append(_ samples: [Int16]) {
    pending.withLock { pending in
      pending += samples
      var start = 0
      while pending.count - start >= Self.chunkSamples {
        continuation.yield(Array(pending[start..<(start + Self.chunkSamples)]))
        start += Self.chunkSamples
      }
      pending.removeFirst(start)
    }
  }

  func finish() {
    pending.withLock { pending in
      if !pending.isEmpty { continuation.yield(pending) }
      pending = []
      continuation.finish()
    }
  }
}

extension [Int16] {
  /// Creates samples from two bytes each, in little-endian order.
  init(littleEndian bytes: [UInt8]) {
    self = (0..<(bytes.count / 2)).map {
      Int16(truncatingIfNeeded: Int(bytes[2 * $0]) | Int(bytes[2 * $0 + 1]) << 8)
    }
  }
}
