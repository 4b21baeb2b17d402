/// A queue of slices of bytes, in order. They are not copied while they wait.
struct SliceQueue: Sendable {
  private var slices: [ArraySlice<UInt8>] = []
  private var first = 0
  private(set) var byteCount = 0

  var isEmpty: Bool { slices.isEmpty }

  /// The size of the first slice, or nil if the queue is empty.
  var firstByteCount: Int? { isEmpty ? nil : slices[first].count }

  mutating func append(_ slice: ArraySlice<UInt8>) {
    if slice.isEmpty { return }
    slices.append(slice)
    byteCount += slice.count
  }

  /// Removes and returns the first slice. The queue must not be empty.
  mutating func removeFirst() -> ArraySlice<UInt8> {
    let slice = slices[first]
    // Release the slice here, so that its memory is free as soon as it is written.
    slices[first] = []
    first += 1
    byteCount -= slice.count
    if first == slices.count {
      slices.removeAll(keepingCapacity: slices.count <= 16)
      first = 0
    }
    return slice
  }

  /// Moves the first `count` bytes to the end of `output`. The queue must hold that many.
  mutating func move(_ count: Int, to output: inout [UInt8]) {
    var rest = count
    while let next = firstByteCount, next <= rest {
      output.append(contentsOf: removeFirst())
      rest -= next
    }
    guard rest > 0 else { return }
    output.append(contentsOf: slices[first].prefix(rest))
    slices[first] = slices[first].dropFirst(rest)
    byteCount -= rest
  }
}
