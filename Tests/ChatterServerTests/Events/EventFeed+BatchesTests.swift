import Chatter
import Postgres
import TestSupport
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct EventFeedBatchesTests {
  /// A client that is cut off and continues by the position of its last event.
  private struct Client {
    var position: EventPosition
    var received: [String] = []

    /// Reads some events; `isCut` decides after each whether the rest is lost.
    mutating func read(
      _ database: ModelDatabase, countMax: Int, isCut: () -> Bool
    ) throws {
      let batch = database.changes(since: position, upTo: nil, countMax: countMax)
      var next = position
      for event in batch.events(movingPast: &next) {
        let read = try #require(ReadEvent.all(in: event.bytes).first)
        received.append(read.summary)
        if isCut() {
          // What the server knew of the stream is gone.
          position = try #require(EventPosition(text: read.id))
          return
        }
      }
      position = next
    }
  }

  @Test(.needs(.time), arguments: 1...60)
  func everyClientReceivesEachEventOnceInAnOrderOfCommits(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    var database = ModelDatabase()
    // Some transactions were under way before the clients came.
    for _ in 0..<3 { database.begin() }
    var clients = Array(repeating: Client(position: database.position), count: 4)
    for _ in 0..<400 {
      let index = database.underWay.indices.randomElement(using: &random)
      switch Int.random(in: 0..<10, using: &random) {
      case 0, 1: database.begin()
      case 2...4:
        if let index { try database.change(index, isChatt: Bool.random(using: &random)) }
      case 5, 6:
        if let index { database.end(index, isCommit: Int.random(in: 0..<5, using: &random) > 0) }
      default:
        let number = clients.indices.randomElement(using: &random)!
        let countMax = Int.random(in: 1...6, using: &random)
        try clients[number].read(database, countMax: countMax) {
          Int.random(in: 0..<4, using: &random) == 0
        }
      }
    }
    while !database.underWay.isEmpty { database.end(0, isCommit: true) }
    for number in clients.indices {
      let names = database.names
      for _ in 0..<500 where clients[number].received.count < names.count {
        try clients[number].read(database, countMax: 3) { false }
      }
      // Nothing comes twice.
      for _ in 0..<3 { try clients[number].read(database, countMax: 3) { false } }
      let received = clients[number].received
      #expect(received.count == names.count && Set(received) == Set(names))
      let transactions = Dictionary(
        uniqueKeysWithValues: database.committed.flatMap { transaction in
          transaction.changes.map { (ModelDatabase.name($0), transaction.id) }
        })
      let order = received.compactMap { transactions[$0] }
      for (first, second) in database.order {
        guard let last = order.lastIndex(of: first), let next = order.firstIndex(of: second)
        else { continue }
        #expect(last < next, "\(first.number) was committed before \(second.number) began")
      }
    }
  }

  @Test func continuesOnlyWithoutAGapInTheSameEpoch() {
    let database = ModelDatabase()
    var batch = EventBatch(epoch: "e", horizon: database.snapshot)
    #expect(batch.continues(database.position))
    batch.hasGap = true
    #expect(!batch.continues(database.position))
    #expect(
      !EventBatch(epoch: "f", horizon: database.snapshot).continues(database.position))
  }
}
