internal import CLinux

/// Writes a file that grows to the disk in steps.
///
/// Otherwise the kernel collects gigabytes and then writes them all at once, and each fsync(2) of a
/// database on the same disk waits behind them.
struct SteadyWriting: Sendable {
  /// Maximum number of bytes that wait for the disk, besides those of one step that are on their
  /// way.
  private static let stepBytes: Int64 = 8 << 20

  private let descriptor: Int32
  private var written: Int64 = 0
  private var begun: Int64 = 0
  private var finished: Int64 = 0

  /// - Parameter descriptor: A file that is written from its beginning, and stays open meanwhile.
  init(_ descriptor: Int32) { self.descriptor = descriptor }

  /// Notes that bytes were written; waits for those of the step before the last one.
  mutating func add(_ count: Int) {
    written += Int64(count)
    guard written - begun >= Self.stepBytes else { return }
    clinux_begin_write_back(descriptor, begun, written - begun)
    if begun > finished { clinux_finish_write_back(descriptor, finished, begun - finished) }
    (finished, begun) = (begun, written)
  }
}
