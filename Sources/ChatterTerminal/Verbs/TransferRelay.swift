/// Passes the progress of a transfer, which is reported on any thread, to a progress line.
enum TransferRelay {
  @MainActor
  static func to(_ line: ProgressLine) -> @Sendable (Transfer) -> Void {
    { transfer in Task { @MainActor in line.show(transfer) } }
  }
}
