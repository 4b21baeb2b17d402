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
      let (output, status) = inflater.inflate(&input, atMost: Self.pieceBytesMax)
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
    inflater = Inflater(windowBits: 31)
  }
}
