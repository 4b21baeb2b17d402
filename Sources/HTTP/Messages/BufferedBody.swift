/// A body that is already in memory, for requests without a body and for tests of an app.
public final class BufferedBody: RequestBody {
  public let announcedBytes: Int?
  private var rest: ArraySlice<UInt8>
  private let sliceBytesMax: Int

  /// Creates a body that returns `bytes` in slices of at most `sliceBytesMax`. Its length is
  /// announced unless `announcesLength` is false.
  public init(_ bytes: [UInt8] = [], sliceBytesMax: Int = .max, announcesLength: Bool = true) {
    precondition(sliceBytesMax > 0, "sliceBytesMax must be positive")
    announcedBytes = announcesLength ? bytes.count : nil
    rest = bytes[...]
    self.sliceBytesMax = sliceBytesMax
  }

  public func next() async throws(RequestBodyError) -> ArraySlice<UInt8>? {
    guard !rest.isEmpty else { return nil }
    let slice = rest.prefix(sliceBytesMax)
    rest = rest.dropFirst(slice.count)
    return slice
  }
}
