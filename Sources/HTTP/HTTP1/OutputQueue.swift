/// Bytes to be written, in order: small ones gathered into one buffer, large ones passed on where
/// they lie.
///
/// The buffer is used again once its last slice has been written and let go of.
struct OutputQueue: Sendable {
  /// A piece up to this size is copied behind what is there already, so that both go out in one
  /// write.
  static let coalescedBytesMax = 16 * 1024
  /// So much is gathered in one buffer. What does not fit stays where it lies until it is taken: an
  /// answer of a thousand small pieces is not held twice.
  static let gatheredBytesMax = 64 * 1024
  /// A buffer that has grown past this is given back instead of being kept.
  private static let keptBytesMax = 64 * 1024
  /// The same while nothing is to be written: thousands of idle connections keep theirs.
  static let idleBytesMax = 1024

  private var ready: [ArraySlice<UInt8>] = []
  private var firstReady = 0
  private var readyBytes = 0
  private var buffer: [UInt8] = []
  private var isTaken = false

  /// How many bytes wait to be taken.
  var byteCount: Int { readyBytes + (isTaken ? 0 : buffer.count) }

  /// What the buffer could hold.
  var bufferCapacity: Int { buffer.capacity }

  /// Lets the caller append to the buffer.
  mutating func write(_ body: (inout [UInt8]) -> Void) {
    if isTaken {
      isTaken = false
      if buffer.capacity > Self.keptBytesMax {
        buffer = []
      } else {
        buffer.removeAll(keepingCapacity: true)
      }
    }
    body(&buffer)
  }

  /// Adds a piece of content, copied only where it is small.
  mutating func write(_ piece: ArraySlice<UInt8>) {
    if piece.isEmpty { return }
    let gatheredBytes = piece.count + (isTaken ? 0 : buffer.count)
    if ready.isEmpty, piece.count <= Self.coalescedBytesMax,
      gatheredBytes <= Self.gatheredBytesMax
    {
      return write { $0.append(contentsOf: piece) }
    }
    if !isTaken, !buffer.isEmpty {
      ready.append(buffer[...])
      readyBytes += buffer.count
      buffer = []
    }
    ready.append(piece)
    readyBytes += piece.count
  }

  /// Gives a large buffer back where nothing waits to be written.
  mutating func shrink() {
    guard byteCount == 0, buffer.capacity > Self.idleBytesMax else { return }
    buffer = []
    isTaken = false
  }

  /// Drops what waits to be written.
  mutating func removeAll() {
    ready = []
    firstReady = 0
    readyBytes = 0
    buffer = []
    isTaken = false
  }

  /// The next bytes to write, nil when none are left.
  mutating func take() -> ArraySlice<UInt8>? {
    if !ready.isEmpty { return takeReady() }
    guard !isTaken, !buffer.isEmpty else { return nil }
    isTaken = true
    return buffer[...]
  }

  /// The first piece that lies ready, with those behind it as long as they are small.
  private mutating func takeReady() -> ArraySlice<UInt8> {
    let first = removeFirstReady()
    guard first.count <= Self.coalescedBytesMax, nextFits(behind: first.count) else { return first }
    var gathered: [UInt8] = []
    gathered.reserveCapacity(Self.gatheredBytesMax)
    gathered.append(contentsOf: first)
    while nextFits(behind: gathered.count) { gathered.append(contentsOf: removeFirstReady()) }
    return gathered[...]
  }

  private func nextFits(behind count: Int) -> Bool {
    guard firstReady < ready.count else { return false }
    let next = ready[firstReady].count
    return next <= Self.coalescedBytesMax && count + next <= Self.gatheredBytesMax
  }

  private mutating func removeFirstReady() -> ArraySlice<UInt8> {
    let first = ready[firstReady]
    // Its memory is its owner's again as soon as it is written.
    ready[firstReady] = []
    firstReady += 1
    readyBytes -= first.count
    if firstReady == ready.count {
      ready.removeAll(keepingCapacity: ready.count <= 16)
      firstReady = 0
    }
    return first
  }
}
