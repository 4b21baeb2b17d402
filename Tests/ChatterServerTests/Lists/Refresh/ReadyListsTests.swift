import Chatter
import HTTP
import Postgres
import Testing

@testable import ChatterServer
@testable import ChatterStore

struct ReadyListsTests {
  static func snapshot(
    _ transactions: String, start: Int64 = 1, recovery: Int64? = nil, database: Int = 1,
    file: Int = 1
  ) throws -> ListSnapshot {
    ListSnapshot(
      transactions: try #require(PostgresSnapshot(transactions)),
      epoch: .init(
        startOfServer: start, recovery: recovery, fileOfTable: "base/\(database)/\(file)"))
  }

  private static func change(
    _ transactions: String, rows: [ListRow] = [], removals: [Int64] = [], start: Int64 = 1,
    recovery: Int64? = nil, database: Int = 1, file: Int = 1, isTruncated: Bool = false
  ) throws -> ListChange {
    var change = ListChange(
      snapshot: try snapshot(
        transactions, start: start, recovery: recovery, database: database, file: file), rows: rows,
      removals: removals.map { ListRemoval(sequence: $0, transaction: PostgresTransactionID(9)) })
    change.isTruncated = isTruncated
    return change
  }

  /// Lists with a first row, as of the snapshot `10:10:`.
  private func lists() throws -> ReadyLists {
    let lists = ReadyLists(profile: ListProfile())
    _ = lists.replaceAll([ListRow(test: 1)], snapshot: try Self.snapshot("10:10:"))
    return lists
  }

  private func places(_ lists: ReadyLists.Lists?) throws -> [Int64] {
    try #require(lists).list.segments.reversed().flatMap { $0.entries.reversed() }.map(\.sequence)
  }

  @Test func hasNoListsBeforeAllRowsAreRead() throws {
    let lists = ReadyLists(profile: ListProfile())
    #expect(lists.cached == nil)
    #expect(lists.update(try Self.change("1:1:"), generation: 0) == nil)
  }

  @Test func sharesItsMemoryBetweenBothOrders() throws {
    let lists = ReadyLists(profile: ListProfile(), isByURL: true, memoryBytesMax: 1 << 20)
    let other = try #require(lists.withoutSlash)
    #expect(lists.memory.bytesMax == 1 << 19 && other.memory.bytesMax == 1 << 19)
    #expect(lists.figures.bytesMax == 1 << 20)
    for half in [lists, other] {
      _ = half.replaceAll([ListRow(test: 1)], snapshot: try Self.snapshot("10:10:"))
    }
    #expect(lists.figures.rowCount == 2)
  }

  @Test func mergesPollsOfTwoLoopsInAnyOrder() throws {
    let rows = [2, 3, 4].map { ListRow(test: $0, transaction: UInt64($0) + 10) }
    let polls = [
      try Self.change("10:14:13", rows: [rows[0]]),
      try Self.change("10:14:", rows: [rows[0], rows[1]]),
      try Self.change("15:15:", rows: rows, removals: [1]),
    ]
    for order in [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]] {
      let lists = try lists()
      let generation = try #require(lists.cached).generation
      var latest = 0
      for index in order {
        latest = max(latest, index)
        let merged = try #require(lists.update(polls[index], generation: generation))
        #expect(merged.snapshot == polls[latest].snapshot)
        #expect(try places(merged) == [[2, 1], [3, 2, 1], [4, 3, 2]][latest])
      }
      #expect(try places(lists.cached) == [4, 3, 2])
    }
  }

  @Test func keepsTheListsWhenAPollFindsNothingNew() throws {
    let lists = try lists()
    let before = try #require(lists.cached)
    let after = try #require(lists.update(try Self.change("12:12:"), generation: before.generation))
    #expect(after.text === before.text && after.audio === before.audio)
    #expect(try after.snapshot == Self.snapshot("12:12:"))
    let unchanged = ListRow(test: 1)
    let same = try #require(
      lists.update(try Self.change("13:13:", rows: [unchanged], removals: [99]), generation: 1))
    #expect(same.text === before.text, "unchanged rows change nothing")
  }

  @Test func requiresReadingAllRowsAfterATruncationOrNewEpoch() throws {
    let lists = try lists()
    let generation = try #require(lists.cached).generation
    #expect(
      lists.update(try Self.change("12:12:", isTruncated: true), generation: generation) == nil)
    #expect(lists.update(try Self.change("12:12:", start: 2), generation: generation) == nil)
    #expect(lists.update(try Self.change("12:12:", file: 2), generation: generation) == nil)
    #expect(lists.update(try Self.change("12:12:", database: 2), generation: generation) == nil)
    #expect(lists.update(try Self.change("12:12:", recovery: 0), generation: generation) == nil)
    #expect(lists.update(try Self.change("12:12:"), generation: generation + 1) == nil)
    #expect(try places(lists.cached) == [1], "none of the polls has changed the lists")
    let row = ListRow(test: 7)
    #expect(
      try places(lists.replaceAll([row], snapshot: Self.snapshot("12:12:"))) == [7])
    #expect(lists.update(try Self.change("13:13:"), generation: generation) == nil)
    #expect(try places(lists.update(Self.change("13:13:"), generation: generation + 1)) == [7])
  }

  @Test func keepsLaterPollsWhenALoadEnds() throws {
    let lists = try lists()
    let late = try Self.change("20:20:", rows: [ListRow(test: 2)])
    _ = lists.update(late, generation: try #require(lists.cached).generation)
    let merged = lists.replaceAll([ListRow(test: 1)], snapshot: try Self.snapshot("15:15:"))
    #expect(try places(merged) == [2, 1])
    #expect(merged.snapshot == late.snapshot)
    let other = lists.replaceAll([], snapshot: try Self.snapshot("3:3:", start: 2))
    #expect(try places(other) == [], "snapshots of another start are not compared")
    let reloaded = lists.replaceAll(
      [ListRow(test: 4)], snapshot: try Self.snapshot("3:3:", start: 2), triggers: "others")
    #expect(try places(reloaded) == [4], "cached rows are not used if the triggers differ")
  }

  @Test func showsTheNewRowOfAReusedSequenceNumber() throws {
    let lists = try lists()
    let row = ListRow(test: 1, transaction: 11)
    let change = try Self.change("12:12:", rows: [row], removals: [1])
    let after = try #require(lists.update(change, generation: 1))
    #expect(after.text.fields.tag == EntityTag(row.tag.text + "t1ani-1-1"))
    #expect(try places(after) == [1])
  }

  @Test func keepsAReusedSequenceNumberSeenByTwoPolls() throws {
    let lists = try lists()
    let row = ListRow(test: 1, transaction: 11)
    let newer = ListRow(test: 2, transaction: 12)
    let one = try Self.change("12:12:", rows: [row], removals: [1])
    let other = try Self.change("13:13:", rows: [row, newer], removals: [1])
    #expect(try places(lists.update(one, generation: 1)) == [1])
    #expect(try places(lists.update(other, generation: 1)) == [2, 1])
  }
}

extension ReadyLists {
  /// Begins a new generation with rows.
  func replaceAll(_ rows: [ListRow], snapshot: ListSnapshot, triggers: String = "") -> Lists {
    var list = empty
    list.update(rows)
    return replaceAll(list, snapshot: snapshot, triggers: triggers)
  }
}
