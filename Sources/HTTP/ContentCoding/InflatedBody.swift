/// The content of a request that was sent in gzip or deflate, decoded piece by piece.
///
/// gzip may be several members, one behind the other (RFC 1952 section 2.2), which are one content.
/// However small a body of zeros may be coded, no more than a piece of it is in memory, and whoever
/// collects it counts its decoded bytes.
public final class InflatedBody: RequestBody {
  /// How much is decoded at one go.
  static let pieceBytesMax = 64 << 10
  /// How many pieces are decoded before others on the loop get their turn: a bomb of some kilobytes
  /// is hundreds of them.
  static let piecesPerTurnMax = 4
  /// How many times its size a body may decode to, beyond the bytes that are free: base64 of audio
  /// stays below 2.
  static let ratioMax = 20
  /// Decoded bytes up to which any ratio is accepted.
  static let ratioFreeBytes = 1 << 20
  /// Members of one gzip body: each costs the setting up of a decompressor.
  static let membersMax = 1_000
  private static let gzipFirstByte: UInt8 = 0x1F

  public let announcedBytes: Int? = nil
  private let body: any RequestBody
  private var inflater = Inflater(windowBits: 47)
  private var input: ArraySlice<UInt8> = []
  /// As opposed to zlib's format, of which there is one alone; nil before the first byte.
  private var isGzip: Bool?
  private var hasEnded = false
  private var mayHaveMore = false
  private var piecesThisTurn = 0
  private var codedBytes = 0
  private var decodedBytes = 0
  private var memberCount = 1

  public init(_ body: any RequestBody) {
    self.body = body
  }

  public func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    while !hasEnded {
      if input.isEmpty, !mayHaveMore {
        guard let piece = try await body.next() else { throw .badCoding }
        input = piece
        if isGzip == nil { isGzip = input.first.map { $0 == Self.gzipFirstByte } }
      }
      await giveTurn()
      let inputBytes = input.count
      let (output, status) = inflater.inflate(&input, atMost: Self.pieceBytesMax)
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

  /// Refuses a body that decodes to far more than it is.
  private func checkRatio(coded: Int, decoded: Int) throws(RequestBodyError) {
    codedBytes += coded
    decodedBytes += decoded
    guard decodedBytes > Self.ratioFreeBytes else { return }
    guard decodedBytes / Self.ratioMax <= codedBytes else {
      throw .compressedTooMuch(ratioMax: Self.ratioMax)
    }
  }

  private func giveTurn() async {
    piecesThisTurn += 1
    guard piecesThisTurn > Self.piecesPerTurnMax else { return }
    piecesThisTurn = 0
    await Task.yield()
  }

  /// Takes the end of the coded content, or of a member of it, behind which another one may come.
  private func end() async throws(RequestBodyError) {
    while input.isEmpty {
      guard let piece = try await body.next() else {
        hasEnded = true
        return
      }
      input = piece
    }
    guard isGzip == true else { throw .badCoding }
    memberCount += 1
    guard memberCount <= Self.membersMax else { throw .tooManyMembers(countMax: Self.membersMax) }
    inflater = Inflater(windowBits: 31)
  }
}
