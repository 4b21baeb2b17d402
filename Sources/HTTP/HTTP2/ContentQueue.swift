/// The part of a response body that waits for the peer's window. It is not copied.
struct ContentQueue {
  private var pieces: [ArraySlice<UInt8>] = []
  private var first = 0
  private(set) var byteCount = 0

  var isEmpty: Bool { byteCount == 0 }

  mutating func append(_ piece: ArraySlice<UInt8>) {
    if piece.isEmpty { return }
    pieces.append(piece)
    byteCount += piece.count
  }

  /// Moves the first `count` bytes to the end of `output`. The queue must hold that many.
  mutating func move(_ count: Int, to output: inout [UInt8]) {
    var rest = count
    byteCount -= count
    while rest > 0 {
      let part = pieces[first].prefix(rest)
      output.append(contentsOf: part)
      rest -= part.count
      if part.count == pieces[first].count {
        pieces[first] = []
        first += 1
      } else {
        pieces[first] = pieces[first].dropFirst(part.count)
      }
    }
    if isEmpty { removeAll() }
  }

  mutating func removeAll() {
    pieces = []
    first = 0
    byteCount = 0
  }
}
