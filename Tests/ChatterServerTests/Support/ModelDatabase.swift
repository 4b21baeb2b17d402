import Chatter
import Postgres
import Testing

@testable import ChatterServer
@testable import ChatterStore

/// A database in memory, whose transactions begin and end in any order.
///
/// It finds changes as `EventBatch.changes` does, by the rules of PostgreSQL's snapshots.
struct ModelDatabase {
  struct Transaction {
    let id: PostgresTransactionID
    var changes: [EventChange] = []
  }

  var epoch = "e"
  private(set) var underWay: [Transaction] = []
  private(set) var committed: [Transaction] = []
  private var nextTransaction: UInt64 = 100
  private var nextSequence: Int64 = 1
  /// Pairs of transactions of which the first was committed before the second began.
  private(set) var order: [(PostgresTransactionID, PostgresTransactionID)] = []

  /// All ids of committed chatts and removals, as the events name them.
  var names: [String] { committed.flatMap(\.changes).map(Self.name) }

  mutating func begin() {
    let id = PostgresTransactionID(nextTransaction)
    nextTransaction += 1
    if let last = committed.last { order.append((last.id, id)) }
    underWay.append(Transaction(id: id))
  }

  /// Adds a chatt or a removal to a transaction that is under way.
  mutating func change(_ index: Int, isChatt: Bool) throws {
    let transaction = underWay[index].id
    let sequence = nextSequence
    nextSequence += 1
    let id = try #require(ChattID(Self.uuid(sequence)))
    let chatt = StoredChatt(
      id: id, username: "ann", message: "\(sequence)",
      createdAt: try #require(Timestamp("2025-01-02T03:04:05.123Z")), clip: nil,
      transaction: transaction)
    underWay[index].changes.append(
      EventChange(
        transaction: transaction, place: EventPlace(sequence: sequence, isChatt: isChatt),
        content: isChatt ? .chatt(chatt) : .removal(id)))
  }

  mutating func end(_ index: Int, isCommit: Bool) {
    let transaction = underWay.remove(at: index)
    if isCommit { committed.append(transaction) }
  }

  var snapshot: PostgresSnapshot {
    PostgresSnapshot(
      before: PostgresTransactionID(nextTransaction), except: underWay.map(\.id))
  }

  /// The position of a stream that starts now.
  var position: EventPosition { EventPosition(epoch: epoch, seen: snapshot) }

  func changes(
    since position: EventPosition, upTo horizon: PostgresSnapshot?, countMax: Int
  ) -> EventBatch {
    let limit = horizon ?? snapshot
    let part = position.part
    var found = committed.flatMap(\.changes).filter { change in
      if change.transaction == part?.transaction {
        return Self.key(change.place) > Self.key(part!.last)
      }
      return limit.sees(change.transaction) && !position.seen.sees(change.transaction)
    }
    found.sort { one, other in
      let (isFirst, isOtherFirst) = (
        one.transaction == part?.transaction, other.transaction == part?.transaction
      )
      if isFirst != isOtherFirst { return isFirst }
      if one.transaction != other.transaction { return one.transaction < other.transaction }
      return Self.key(one.place) < Self.key(other.place)
    }
    return EventBatch(
      epoch: epoch, horizon: limit, changes: Array(found.prefix(countMax)),
      isComplete: found.count <= countMax)
  }

  private static func key(_ place: EventPlace) -> (Int64, Int) {
    (place.sequence ?? .min, place.isChatt ? 1 : 0)
  }

  static func uuid(_ number: Int64) -> String {
    let digits = String(number)
    return "01942485-5e23-7d27-9f0c-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  static func name(_ change: EventChange) -> String {
    switch change.content {
    case .chatt(let chatt): "chatt \(chatt.id)"
    case .removal(let id): "delete \(id)"
    case .nothing: "none"
    }
  }
}

/// An event as a client reads it.
struct ReadEvent: Equatable {
  let id: String
  let name: String
  let data: String

  /// Reads the events of a stream; a block without data only sets the position.
  static func all(in bytes: [UInt8]) -> [ReadEvent] {
    String(decoding: bytes, as: UTF8.self).split(separator: "\n\n").map { block in
      func field(_ name: String) -> String {
        block.split(separator: "\n").first { $0.hasPrefix("\(name): ") }
          .map { String($0.dropFirst(name.count + 2)) } ?? ""
      }
      return ReadEvent(id: field("id"), name: field("event"), data: field("data"))
    }
  }

  /// The event and the id of its chatt.
  var summary: String {
    let id = data.firstRange(of: #""id":""#).map { String(data[$0.upperBound...].prefix(36)) }
    return "\(name) \(id ?? "")"
  }
}
