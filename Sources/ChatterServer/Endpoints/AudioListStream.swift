internal import Chatter
internal import HTTP

/// The content of a long getaudio, batch by batch, at the pace at which the peer takes it.
///
/// A batch is asked for when the peer has taken the one before, so that a peer that reads slowly
/// holds no more than one.
final class AudioListStream: ResponseStream {
  private var writer: ChattListWriter
  /// A batch that was asked for already.
  private var batch: [Chatt]?
  private let batches: ChattBatches
  private let report: @Sendable (ServiceEvent) -> Void
  private var isFinished = false

  /// Takes a writer with the rows so far, the batch after them, and where the others come from.
  init(
    _ writer: ChattListWriter, next batch: [Chatt], then batches: ChattBatches,
    report: @escaping @Sendable (ServiceEvent) -> Void
  ) {
    self.writer = writer
    self.batch = batch
    self.batches = batches
    self.report = report
  }

  func next() async throws -> ArraySlice<UInt8>? {
    // A batch whose rows were all left out gives no bytes.
    while writer.outputCount == 0 {
      guard !isFinished else { return nil }
      if let batch = try await takeBatch() {
        for chatt in batch { writer.append(chatt) }
      } else {
        writer.finish()
        isFinished = true
        if writer.skippedCount > 0 { report(.rowsSkipped(writer.skippedCount)) }
      }
    }
    return writer.takeOutput()[...]
  }

  private func takeBatch() async throws -> [Chatt]? {
    guard let batch else { return try await batches.next() }
    self.batch = nil
    return batch
  }
}
