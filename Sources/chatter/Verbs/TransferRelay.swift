/// Brings the progress of a transfer, which is told on any thread, to a line.
enum TransferRelay {
  @MainActor
  static func to(_ line: ProgressLine) -> @Sendable (Transfer) -> Void {
    { transfer in Task { @MainActor in line.show(transfer) } }
  }
}
