import ChatterClient

@testable import ChatterTerminal

extension TransferProgress {
  /// Creates the progress of a response.
  init(done: Int, total: Int) {
    self.init(sentByteCount: 0, bytesToSend: 0, receivedByteCount: done, bytesToReceive: total)
  }
}

extension ProgressLine {
  /// Shows the progress of a response at once.
  func show(done: Int, total: Int) {
    let progress = TransferProgress(done: done, total: total)
    show(progress.fraction, progress.text)
  }
}
