/// The body of a request, which arrives incrementally as the app reads it.
///
/// The first call of `next` lets a client that waits with `Expect: 100-continue` start sending. If
/// the app responds without reading, the client need not send the body.
public protocol RequestBody: AnyObject {
  /// Returns the next bytes of the body, never empty, or nil after the last ones.
  func next() async throws(RequestBodyError) -> ArraySlice<UInt8>?

  /// The length that the head announces, or nil if it is not known before the end (chunked).
  var announcedBytes: Int? { get }

  /// Reserves memory quota for bytes that the caller keeps. The quota is returned when the request
  /// is over.
  func reserve(_ count: Int) throws(RequestBodyError)
}

/// Maximum number of bytes to allocate for an announced length before they have arrived.
private let trustedBytesMax = 1 << 20

/// Capacity of a body without an announced length, once it exceeds `trustedBytesMax`. Doubling the
/// capacity step by step would copy up to half of the body each time. Memory that is never written
/// does not use physical memory.
private let unannouncedBytesMax = 64 << 20

/// Returns the capacity to allocate for a body of which `count` bytes have arrived.
private func capacity(for count: Int, announced: Int, atMost bytesMax: Int) -> Int {
  guard count > trustedBytesMax else { return min(announced, trustedBytesMax) }
  if announced > 0 { return announced }
  return min(bytesMax, max(unannouncedBytesMax, 2 * count))
}

extension RequestBody {
  /// Does nothing: a body that is already in memory needs no quota.
  public func reserve(_ count: Int) throws(RequestBodyError) {}

  /// Reads the whole body. A body longer than `bytesMax` is rejected, before it is read if its
  /// length is announced.
  public func collect(atMost bytesMax: Int) async throws(RequestBodyError) -> [UInt8] {
    let announced = announcedBytes ?? 0
    guard announced <= bytesMax else { throw .tooLarge(limit: bytesMax) }
    var bytes: [UInt8] = []
    while let slice = try await next() {
      guard slice.count <= bytesMax - bytes.count else { throw .tooLarge(limit: bytesMax) }
      try reserve(slice.count)
      let count = bytes.count + slice.count
      if bytes.capacity < count || announced > bytes.capacity {
        let newCapacity = capacity(for: count, announced: announced, atMost: bytesMax)
        if bytes.capacity < newCapacity { bytes.reserveCapacity(newCapacity) }
      }
      bytes.append(contentsOf: slice)
    }
    return bytes
  }
}

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
