/// A body that is already in memory, for requests without a body and for tests of an app.
public final class BufferedBody: RequestBody {
  public let announcedBytes: Int?
  private var rest: ArraySlice<UInt8>
  private let pieceBytesMax: Int

  /// Creates a body that returns `bytes` in slices of at most `pieceBytesMax`. Its length is
  /// announced unless `announcesLength` is false.
  public init(_ bytes: [UInt8] = [], pieceBytesMax: Int = .max, announcesLength: Bool = true) {
    precondition(pieceBytesMax > 0, "pieceBytesMax must be positive")
    announcedBytes = announcesLength ? bytes.count : nil
    rest = bytes[...]
    self.pieceBytesMax = pieceBytesMax
  }

  public func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    let piece = rest.prefix(pieceBytesMax)
    rest = rest.dropFirst(piece.count)
    return piece
  }
}
