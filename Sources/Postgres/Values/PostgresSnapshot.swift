/// Which transactions a statement saw: `pg_snapshot` (manual, section 9.27.9).
///
/// All before `xmin` had ended; none from `xmax` on was seen, nor those of `inProgress` between.
/// Snapshots of one server are in an order: the later sees all that the earlier saw.
public struct PostgresSnapshot: Equatable, Sendable {
  public let xmin: PostgresTransactionID
  public let xmax: PostgresTransactionID
  public let inProgress: [PostgresTransactionID]

  /// Reads the text form, `xmin:xmax:xid,xid`; nil for any other.
  public init?(_ text: some StringProtocol) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    guard parts.count == 3, let xmin = UInt64(parts[0]), let xmax = UInt64(parts[1]), xmin <= xmax
    else { return nil }
    var inProgress: [PostgresTransactionID] = []
    for part in parts[2].split(separator: ",") {
      guard let number = UInt64(part), number >= xmin, number < xmax else { return nil }
      inProgress.append(PostgresTransactionID(number))
    }
    self.xmin = PostgresTransactionID(xmin)
    self.xmax = PostgresTransactionID(xmax)
    self.inProgress = inProgress
  }

  /// Did a statement with this snapshot see more than one with the other?
  public func isLater(than other: PostgresSnapshot) -> Bool {
    if xmax != other.xmax { return xmax > other.xmax }
    return inProgress.count < other.inProgress.count
  }
}
