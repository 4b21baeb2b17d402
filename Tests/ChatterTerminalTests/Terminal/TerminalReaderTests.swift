import Glibc
import System
import Testing

@testable import ChatterTerminal

struct TerminalReaderTests {
  /// Returns a pipe that no other process inherits.
  private func makePipe() throws -> (output: Int32, input: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe pipe(&ends) == 0)
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }

  /// Fills a pipe on its own thread, and closes it.
  private func fill(_ input: Int32, with bytes: [UInt8]) throws {
    try SystemThread.start("test-writer") {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = unsafe rest.withUnsafeBytes { space in
          unsafe Glibc.write(input, space.baseAddress, space.count)
        }
        if count < 0 { break }
        rest = rest.dropFirst(count)
      }
      close(input)
    }
  }

  private func send(_ reader: TerminalReader, _ signal: Int32) {
    var byte = UInt8(signal)
    #expect(unsafe write(reader.signalPipe, &byte, 1) == 1)
  }

  /// Signals are still delivered during the pause, and no byte is lost.
  @Test func pausesFastPipeWhileChunksAreInUse() async throws {
    let (output, input) = try makePipe()
    let reader = try #require(TerminalReader(input: output))
    // More chunks than are read ahead, and than the stream of events buffers.
    let block = (0..<65_521).map { UInt8(truncatingIfNeeded: $0 >> 8 ^ $0) }
    var bytes: [UInt8] = []
    for _ in 0..<320 { bytes += block }
    try fill(input, with: bytes)
    reader.start()
    var events = reader.events.makeAsyncIterator()
    var retained: [TerminalEvent] = []
    var received: [UInt8] = []
    received.reserveCapacity(bytes.count)
    while retained.count < ReadAhead.chunksMax, let event = await events.next() {
      guard case .bytes(let chunk, _) = event else { continue }
      received += chunk
      retained.append(event)
    }
    send(reader, SIGWINCH)
    #expect(await events.next() == .signal(SIGWINCH), "no more chunks, but signals")
    retained = []
    while let event = await events.next(), event != .ended {
      if case .bytes(let chunk, _) = event { received += chunk }
    }
    #expect(received == bytes)
    send(reader, SIGTERM)
    #expect(await events.next() == .signal(SIGTERM), "signals also arrive after the end")
  }
}
