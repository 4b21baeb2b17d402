private import System

/// A request body in gzip, decoded incrementally.
///
/// A body may consist of several members in sequence (RFC 1952 section 2.2), which form one
/// body. At most `stepBytesMax` decoded bytes are in memory at a time, however well a body
/// compresses. A caller that collects the body counts its decoded bytes.
public final class InflatedBody: RequestBody {
  /// Maximum number of bytes to decode in one step.
  static let stepBytesMax = 64 << 10
  /// Number of decoding steps before yielding to other tasks on the loop. A decompression bomb of a
  /// few kilobytes needs hundreds of steps.
  static let stepsPerYieldMax = 4
  /// Maximum ratio of decoded to encoded size, once the decoded size exceeds `ratioFreeBytes`.
  /// Base64 of audio stays below 2.
  static let ratioMax = 20
  /// Decoded size in bytes up to which any ratio is accepted.
  static let ratioFreeBytes = 1 << 20
  /// Maximum number of members in one body. Each member requires a new decompressor.
  static let membersMax = 1_000

  public let announcedBytes: Int? = nil
  private let body: any RequestBody
  private var inflater = Inflater()
  private var input: ArraySlice<UInt8> = []
  private var hasEnded = false
  private var mayHaveMore = false
  private var yielder = Yielder(every: stepsPerYieldMax)
  private var codedBytes = 0
  private var decodedBytes = 0
  private var memberCount = 1

  public init(_ body: any RequestBody) {
    self.body = body
  }

  public func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    while !hasEnded {
      if input.isEmpty, !mayHaveMore {
        guard let bytes = try await body.next() else { throw .badCoding }
        input = bytes
      }
      await yielder.step()
      let inputBytes = input.count
      let (output, status) = inflater.inflate(&input, atMost: Self.stepBytesMax)
      try checkRatio(coded: inputBytes - input.count, decoded: output.count)
      mayHaveMore = status == .full
      switch status {
      case .malformed: throw .badCoding
      case .ended: try await end()
      case .full, .needsMoreBytes: break
      }
      if !output.isEmpty { return output[...] }
    }
    return nil
  }

  public func reserve(_ count: Int) throws(RequestBodyError) { try body.reserve(count) }

  /// Rejects a body whose decoded size far exceeds its encoded size.
  private func checkRatio(coded: Int, decoded: Int) throws(RequestBodyError) {
    codedBytes += coded
    decodedBytes += decoded
    guard decodedBytes > Self.ratioFreeBytes else { return }
    guard decodedBytes / Self.ratioMax <= codedBytes else {
      throw .compressedTooMuch(ratioMax: Self.ratioMax)
    }
  }

  /// Handles the end of the encoded body, or of a member that another one may follow.
  private func end() async throws(RequestBodyError) {
    while input.isEmpty {
      guard let bytes = try await body.next() else {
        hasEnded = true
        return
      }
      input = bytes
    }
    memberCount += 1
    guard memberCount <= Self.membersMax else { throw .tooManyMembers(countMax: Self.membersMax) }
    inflater = Inflater()
  }
}
