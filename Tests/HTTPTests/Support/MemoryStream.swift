import HTTP

/// A stream in memory: what the client sends, in segments, and what the server wrote.
final class MemoryStream {
  private var arriving: [ArraySlice<UInt8>]
  private(set) var written: [UInt8] = []
  /// Number of bytes written before each read, which shows the order of reads and writes.
  private(set) var writtenBeforeRead: [Int] = []
  private(set) var isWritingEnded = false
  private(set) var isClosed = false

  init(_ segments: [String]) {
    arriving = segments.map { Array($0.utf8)[...] }
  }

  var text: String { String(decoding: written, as: UTF8.self) }

  /// Returns the next segment, empty at the end of the stream.
  func read() async -> ArraySlice<UInt8> {
    writtenBeforeRead.append(written.count)
    return arriving.isEmpty ? [] : arriving.removeFirst()
  }

  func write(_ bytes: ArraySlice<UInt8>) async {
    precondition(!isWritingEnded && !isClosed, "written after the end")
    written += bytes
  }

  func endWriting() { isWritingEnded = true }

  func close() { isClosed = true }
}
