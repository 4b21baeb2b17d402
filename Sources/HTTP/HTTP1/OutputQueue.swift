/// A queue of bytes to write, in order. Small slices are gathered into one buffer, and large ones
/// are passed on without copying.
///
/// The buffer is reused once its last slice has been written and released.
struct OutputQueue: Sendable {
  /// Maximum size of a slice that is copied behind pending output, so that both are sent in one
  /// write.
  static let coalescedBytesMax = 16 * 1024
  /// Maximum size of a gathered buffer. Further slices are not copied until they are taken, so that
  /// a response of a thousand small slices is not in memory twice.
  static let gatheredBytesMax = 64 * 1024
  /// A buffer with a capacity above this is freed instead of being reused.
  private static let reusableBytesMax = 64 * 1024
  /// The same limit while nothing waits to be written. It is lower because thousands of idle
  /// connections keep their buffers.
  static let idleBytesMax = 1024

  /// The slices before the buffer.
  private var ready = SliceQueue()
  private(set) var buffer: [UInt8] = []
  private var isTaken = false

  /// Number of bytes that wait to be taken.
  var byteCount: Int { ready.byteCount + (isTaken ? 0 : buffer.count) }

  /// Calls `body` to append to the buffer.
  mutating func write(_ body: (inout [UInt8]) -> Void) {
    if isTaken {
      isTaken = false
      if buffer.capacity > Self.reusableBytesMax {
        buffer = []
      } else {
        buffer.removeAll(keepingCapacity: true)
      }
    }
    body(&buffer)
  }

  /// Appends a slice, which is copied only if it is small.
  mutating func write(_ slice: ArraySlice<UInt8>) {
    if slice.isEmpty { return }
    let gatheredBytes = slice.count + (isTaken ? 0 : buffer.count)
    if ready.isEmpty, slice.count <= Self.coalescedBytesMax,
      gatheredBytes <= Self.gatheredBytesMax
    {
      return write { $0.append(contentsOf: slice) }
    }
    if !isTaken, !buffer.isEmpty {
      ready.append(buffer[...])
      buffer = []
    }
    ready.append(slice)
  }

  /// Frees a large buffer if nothing waits to be written.
  mutating func shrink() {
    guard byteCount == 0, buffer.capacity > Self.idleBytesMax else { return }
    buffer = []
    isTaken = false
  }

  /// Discards everything that waits to be written.
  mutating func removeAll() { self = OutputQueue() }

  /// Returns the next bytes to write, or nil if there are none.
  mutating func take() -> ArraySlice<UInt8>? {
    if !ready.isEmpty { return takeReady() }
    guard !isTaken, !buffer.isEmpty else { return nil }
    isTaken = true
    return buffer[...]
  }

  /// Returns the first ready slice, joined with the following ones as long as they are small.
  private mutating func takeReady() -> ArraySlice<UInt8> {
    let first = ready.removeFirst()
    guard first.count <= Self.coalescedBytesMax, nextFits(behind: first.count) else { return first }
    var gathered: [UInt8] = []
    gathered.reserveCapacity(Self.gatheredBytesMax)
    gathered.append(contentsOf: first)
    while nextFits(behind: gathered.count) { gathered.append(contentsOf: ready.removeFirst()) }
    return gathered[...]
  }

  private func nextFits(behind count: Int) -> Bool {
    guard let next = ready.firstByteCount else { return false }
    return next <= Self.coalescedBytesMax && count + next <= Self.gatheredBytesMax
  }
}
