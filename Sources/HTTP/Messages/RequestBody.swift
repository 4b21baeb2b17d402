/// The content of a request, which comes in pieces as it is asked for.
///
/// The first call of `next` is what lets a client that waits with `Expect: 100-continue` begin:
/// whoever answers without reading spares the client from sending.
public protocol RequestBody: AnyObject {
  /// The next piece, never empty; nil after the last one.
  func next() async throws(RequestBodyError) -> ArraySlice<UInt8>?

  /// The length that the head announced; nil when it is not known before the end (chunked).
  var announcedBytes: Int? { get }

  /// Asks for room for bytes that the caller will keep; it is given back when the request is over.
  func reserve(_ count: Int) throws(RequestBodyError)
}

/// The memory that an announced length is trusted for before its bytes are here.
private let trustedBytesMax = 1 << 20

/// The room that is made once more than the trusted bytes are here, where no length is announced: to
/// double it step by step would copy up to half of the body at a time. Memory that is not written
/// takes none.
private let unannouncedBytesMax = 64 << 20

/// How much room a body is given when `count` of its bytes are here.
private func capacity(for count: Int, announced: Int, atMost bytesMax: Int) -> Int {
  guard count > trustedBytesMax else { return min(announced, trustedBytesMax) }
  if announced > 0 { return announced }
  return min(bytesMax, max(unannouncedBytesMax, 2 * count))
}

extension RequestBody {
  /// A body that is in memory already needs no room.
  public func reserve(_ count: Int) throws(RequestBodyError) {}

  /// Reads all of the body; a longer one is refused, before it is read where its length is
  /// announced.
  public func collect(atMost bytesMax: Int) async throws(RequestBodyError) -> [UInt8] {
    let announced = announcedBytes ?? 0
    guard announced <= bytesMax else { throw .tooLarge(limit: bytesMax) }
    var bytes: [UInt8] = []
    while let piece = try await next() {
      guard piece.count <= bytesMax - bytes.count else { throw .tooLarge(limit: bytesMax) }
      try reserve(piece.count)
      let count = bytes.count + piece.count
      if bytes.capacity < count || announced > bytes.capacity {
        let room = capacity(for: count, announced: announced, atMost: bytesMax)
        if bytes.capacity < room { bytes.reserveCapacity(room) }
      }
      bytes.append(contentsOf: piece)
    }
    return bytes
  }
}
