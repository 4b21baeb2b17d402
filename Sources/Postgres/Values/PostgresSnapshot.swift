/// The transactions visible to a statement: `pg_snapshot` (manual, section 9.27.9).
///
/// All transactions before `xmin` had ended. Transactions from `xmax` on are not visible, nor are
/// those of `inProgress` between the two. Snapshots of one server are ordered: a later one sees
/// everything that an earlier one saw.
public struct PostgresSnapshot: Equatable, Sendable {
  public let xmin: PostgresTransactionID
  public let xmax: PostgresTransactionID
  public let inProgress: [PostgresTransactionID]

  /// Parses the text form, `xmin:xmax:xid,xid`; nil for any other text.
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

  /// Creates the snapshot that sees all transactions before `xmax` except some.
  public init(before xmax: PostgresTransactionID, except inProgress: [PostgresTransactionID]) {
    xmin = min(inProgress.min() ?? xmax, xmax)
    self.xmax = xmax
    self.inProgress = inProgress
  }

  /// Whether the rows of a transaction, if it was committed, are visible.
  public func sees(_ transaction: PostgresTransactionID) -> Bool {
    transaction < xmax && !inProgress.contains(transaction)
  }

  /// Returns whether a statement with this snapshot saw more than one with the other.
  public func isLater(than other: PostgresSnapshot) -> Bool {
    if xmax != other.xmax { return xmax > other.xmax }
    return inProgress.count < other.inProgress.count
  }
}

extension PostgresSnapshot: CustomStringConvertible {
  /// The text form.
  public var description: String {
    "\(xmin.number):\(xmax.number):" + inProgress.map { "\($0.number)" }.joined(separator: ",")
  }
}

/// A transaction number with its epoch: `xid8` (manual, section 8.19).
public struct PostgresTransactionID: Hashable, Sendable, Comparable, PostgresEncodable,
  PostgresDecodable, PostgresArrayElement
{
  public let number: UInt64

  public init(_ number: UInt64) {
    self.number = number
  }

  public static func < (left: Self, right: Self) -> Bool { left.number < right.number }

  public static var postgresType: PostgresType { .xid8 }
  public static var postgresArrayType: PostgresType { .xid8Array }
  public var postgresBytes: ArraySlice<UInt8>? { number.bigEndianBytes[...] }

  public static func accepts(_ type: PostgresType) -> Bool { type == .xid8 }

  public init(postgresBytes bytes: RawSpan, type: PostgresType) throws(DecodingReason) {
    guard let number = bytes.bigEndian(as: UInt64.self) else { throw .malformed }
    self.number = number
  }
}
