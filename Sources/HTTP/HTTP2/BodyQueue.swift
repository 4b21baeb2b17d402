/// The part of a response body that waits for the peer's window. It is not copied.
struct BodyQueue {
  private var slices: [ArraySlice<UInt8>] = []
  private var first = 0
  private(set) var byteCount = 0

  var isEmpty: Bool { byteCount == 0 }

  mutating func append(_ slice: ArraySlice<UInt8>) {
    if slice.isEmpty { return }
    slices.append(slice)
    byteCount += slice.count
  }

  /// Moves the first `count` bytes to the end of `output`. The queue must hold that many.
  mutating func move(_ count: Int, to output: inout [UInt8]) {
    var rest = count
    byteCount -= count
    while rest > 0 {
      let prefix = slices[first].prefix(rest)
      output.append(contentsOf: prefix)
      rest -= prefix.count
      if prefix.count == slices[first].count {
        slices[first] = []
        first += 1
      } else {
        slices[first] = slices[first].dropFirst(prefix.count)
      }
    }
    if isEmpty { removeAll() }
  }

  mutating func removeAll() {
    slices = []
    first = 0
    byteCount = 0
  }
}
