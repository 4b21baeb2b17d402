package import Postgres

/// A place in the events of a database: which transactions a stream has seen, as a snapshot.
///
/// Commits are not in the order of any number, so that no number can be a position. A snapshot says
/// exactly which transactions are missing, and every server on the database understands it.
/// Transactions of one batch are delivered in the order of their ids, which makes what has been
/// delivered after each of them a snapshot again.
public struct EventPosition: Equatable, Sendable {
  /// The events of a transaction that has been delivered in part. The snapshot does not see it.
  package struct Part: Equatable, Sendable {
    package let transaction: PostgresTransactionID
    package var last: EventPlace
  }

  /// Maximum length of the text of a position from a client, in bytes.
  package static let textBytesMax = 4096

  /// Identifies the run of the database that the transaction ids are of.
  package let epoch: String
  package private(set) var seen: PostgresSnapshot
  package private(set) var part: Part?

  package init(epoch: String, seen: PostgresSnapshot, part: Part? = nil) {
    (self.epoch, self.seen, self.part) = (epoch, seen, part)
  }

  /// Moves past a change that was read with a snapshot.
  ///
  /// - Parameters:
  ///   - change: The next change. Those of the transaction in `part` come first, then all others in
  ///     the order of their transactions.
  ///   - isLast: Whether it is the last one of its transaction.
  ///   - horizon: The snapshot. Transactions that it does not see remain to be delivered.
  package mutating func advance(to change: EventChange, isLast: Bool, horizon: PostgresSnapshot) {
    let transaction = change.transaction
    var (xmax, missing) = (seen.xmax, seen.inProgress)
    // The part is complete once a change of another transaction follows.
    if let part, part.transaction != transaction { missing.removeAll { $0 == part.transaction } }
    if transaction >= xmax {
      missing += horizon.inProgress.filter { $0 >= xmax && $0 < transaction }
      missing.append(transaction)
      xmax = PostgresTransactionID(transaction.number + 1)
    }
    if isLast {
      missing.removeAll { $0 == transaction }
      part = nil
    } else {
      part = Part(transaction: transaction, last: change.place)
    }
    seen = PostgresSnapshot(before: xmax, except: missing)
  }

  /// Whether a snapshot of the same epoch has everything that was delivered before this position.
  package func isCovered(by snapshot: PostgresSnapshot) -> Bool {
    let transactions = part.map { [$0.transaction] } ?? []
    return seen.xmax <= snapshot.xmax && transactions.allSatisfy { snapshot.sees($0) }
      && snapshot.inProgress.allSatisfy { $0 >= seen.xmax || !seen.sees($0) }
  }
}

/// The place of a change within its transaction: by sequence number, a removal before a chatt.
package struct EventPlace: Equatable, Sendable {
  /// Nil for the removal of all rows, which comes first.
  package let sequence: Int64?
  package let isChatt: Bool
}

extension EventPosition: CustomStringConvertible {
  /// The text, such as `8f3a-1034:1040:1034,1037` or `8f3a-1034:1040:1034/1034.17.1`, which is
  /// opaque to clients.
  public var description: String {
    let whole = "\(epoch)-\(seen)"
    guard let part, let sequence = part.last.sequence else { return whole }
    return "\(whole)/\(part.transaction.number).\(sequence).\(part.last.isChatt ? 1 : 0)"
  }

  /// Reads a text; nil for one that no server made.
  package init?(text: String) {
    guard text.utf8.count <= Self.textBytesMax else { return nil }
    let halves = text.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    let names = halves[0].split(separator: "-", maxSplits: 1)
    guard names.count == 2, let seen = PostgresSnapshot(names[1]) else { return nil }
    self.init(epoch: String(names[0]), seen: seen)
    guard halves.count == 2 else { return }
    let numbers = halves[1].split(separator: ".", omittingEmptySubsequences: false)
    guard numbers.count == 3, let transaction = UInt64(numbers[0]),
      let sequence = Int64(numbers[1]), let isChatt = ["0": false, "1": true][numbers[2]],
      seen.inProgress.contains(PostgresTransactionID(transaction))
    else { return nil }
    part = Part(
      transaction: PostgresTransactionID(transaction),
      last: EventPlace(sequence: sequence, isChatt: isChatt))
  }
}
