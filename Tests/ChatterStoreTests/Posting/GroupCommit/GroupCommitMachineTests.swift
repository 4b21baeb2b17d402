import Chatter
import System
import Testing

@testable import ChatterStore
@testable import Postgres

struct GroupCommitMachineTests {
  /// The entry of a post is its number.
  typealias Machine = GroupCommitMachine<Int>
  typealias Batch = Machine.Batch
  typealias Action = Machine.Action

  static let start = Deadline.now
  static func after(_ seconds: Int) -> Deadline { start.advanced(by: .seconds(seconds)) }

  static func error(_ state: String) -> PostgresError {
    .server(ServerError(sqlState: SQLState(rawValue: state), message: ""))
  }

  static let conflict = error("40001")
  static let badRow = error("23514")
  static let lost = PostgresError.connectionLost(.unknown)
  static let away = TimelineError.unavailable(retryAfter: .seconds(1))
  static let tooLong = TimelineError.refused("the chatt is too long for the database: shorten it")

  /// Returns a machine with posts 1 to `count`, all in one batch that is being committed.
  static func machine(
    _ count: Int, until seconds: Int = 20, limits: Machine.Limits = .init()
  ) -> (Machine, Batch) {
    var machine = Machine(limits: limits)
    for _ in 0..<count { _ = machine.add(byteCount: 1, until: after(seconds)) }
    guard let batch = machine.nextBatch(.new) else { preconditionFailure("no batch") }
    return (machine, batch)
  }

  static func next(_ machine: inout Machine, _ lane: Machine.Lane) throws -> Batch {
    let batch = machine.nextBatch(lane)
    return try #require(batch)
  }

  static func add(
    _ machine: inout Machine, until deadline: Deadline
  ) throws -> (post: Int, actions: [Action]) {
    let added = machine.add(byteCount: 1, until: deadline)
    return try #require(added)
  }

  static func stored(_ posts: [Int]) -> [Action] { posts.map { .complete($0, nil) } }

  @Test func gathersPostsDuringACommitIntoTheNextBatch() throws {
    var machine = Machine()
    let first = try Self.add(&machine, until: Self.after(20))
    #expect(first.post == 1 && first.actions == [.start(.new)])
    let one = try Self.next(&machine, .new)
    #expect(one.posts == [1] && one.deadline == Self.after(20))
    for number in 2...4 {
      let next = try Self.add(&machine, until: Self.after(20 + number))
      #expect(next.post == number && next.actions.isEmpty)
    }
    #expect(machine.committed(one) == Self.stored([1]))
    let rest = try Self.next(&machine, .new)
    #expect(rest.posts == [2, 3, 4] && rest.deadline == Self.after(24))
    #expect(machine.committed(rest) == Self.stored([2, 3, 4]))
    #expect(machine.nextBatch(.new) == nil)
    #expect(machine.postCount == 0 && machine.byteCount == 0)
    #expect(try Self.add(&machine, until: .never).actions == [.start(.new)])
  }

  @Test func limitsPostsAndBytesOfABatch() {
    var limits = Machine.Limits()
    limits.batchPostsMax = 3
    limits.batchBytesMax = 10
    var machine = Machine(limits: limits)
    for bytes in [1, 1, 1, 1, 5, 5, 50, 1, 10] {
      _ = machine.add(byteCount: bytes, until: .never)
    }
    var batches: [[Int]] = []
    while let batch = machine.nextBatch(.new) { batches.append(batch.posts) }
    #expect(batches == [[1, 2, 3], [4, 5], [6], [7], [8], [9]])
  }

  @Test func refusesPostsBeyondTheQueueLimits() {
    var limits = Machine.Limits()
    limits.postsMax = 2
    limits.bytesMax = 10
    var machine = Machine(limits: limits)
    #expect(machine.add(byteCount: 1000, until: .never) != nil)
    #expect(machine.add(byteCount: 1, until: .never) == nil, "bytes")
    _ = machine.nextBatch(.new).map { machine.committed($0) }
    #expect(machine.add(byteCount: 5, until: .never) != nil)
    #expect(machine.add(byteCount: 6, until: .never) == nil, "bytes")
    #expect(machine.add(byteCount: 5, until: .never) != nil)
    #expect(machine.add(byteCount: 0, until: .never) == nil, "posts")
  }

  @Test func countsPostsThatAreStoredElsewhere() {
    var limits = Machine.Limits()
    limits.postsMax = 2
    limits.bytesMax = 10
    var machine = Machine(limits: limits)
    func reserve(_ bytes: Int) -> Bool { machine.reserve(bytes) }
    #expect(reserve(1000))
    #expect(!reserve(1) && machine.add(byteCount: 1, until: .never) == nil)
    machine.release(1000)
    #expect(reserve(6) && !reserve(5))
    #expect(machine.add(byteCount: 5, until: .never) == nil)
    #expect(machine.add(byteCount: 4, until: .never) != nil)
    #expect(!reserve(0), "posts")
    machine.release(6)
    #expect(machine.byteCount == 4)
  }

  @Test func retriesWhenASequenceNumberIsTaken() {
    var (machine, batch) = Self.machine(3)
    let taken = PostgresError.server(
      ServerError(sqlState: .uniqueViolation, message: "", constraint: "chatts_sequence_key"))
    #expect(machine.failed(batch, taken, now: Self.start) == [.start(.again)])
    #expect(machine.nextBatch(.again)?.posts == [1, 2, 3])
    #expect(machine.tick(now: Self.after(20)).count == 3)
    #expect(TimelineError(taken) == Self.away)
  }

  @Test func doesNotReportTheRefusalOfAnotherPost() throws {
    var machine = Machine()
    for seconds in [1, 9, 9] { _ = machine.add(byteCount: 1, until: Self.after(seconds)) }
    let batch = try Self.next(&machine, .new)
    #expect(
      machine.failed(batch, Self.badRow, now: Self.after(2)).first == .complete(1, .timedOut))
    #expect(machine.tick(now: Self.after(9)).allSatisfy { $0 != .complete(2, Self.tooLong) })
  }

  static let verdicts: [(PostgresError, TimelineError?)] = [
    (badRow, tooLong), (error("XX000"), .malformedResponse("database error: SQLSTATE XX000")),
    (error("53100"), .databaseFull), (error("25006"), away),
    (
      .unavailable(ConnectFailure(cause: .unreachable, message: ""), retryAfter: .seconds(2)),
      .unavailable(retryAfter: .seconds(2))
    ),
    (.poolExhausted, away), (.connectionLost(.notApplied), nil),
    (.timedOut(.notApplied), .timedOut),
    (conflict, nil), (error("40P01"), nil), (lost, nil), (.timedOut(.unknown), nil),
    (error("57P01"), nil), (error("08006"), nil), (error("40003"), nil),
  ]

  @Test(arguments: verdicts)
  func completesOrRetriesASinglePostAfterAnError(error: PostgresError, outcome: TimelineError?) {
    var (machine, batch) = Self.machine(1)
    let actions = machine.failed(batch, error, now: Self.start)
    if let outcome {
      #expect(actions == [.complete(1, outcome)])
      #expect(machine.nextBatch(.again) == nil)
    } else {
      #expect(actions == [.start(.again)])
      #expect(machine.isPauseDue(.again) && !machine.isPauseDue(.new))
      let again = machine.nextBatch(.again)
      #expect(again?.posts == [1] && again?.lane == .again)
    }
  }

  static let uncertainVerdicts: [(PostgresError, TimelineError?)] = [
    (badRow, tooLong), (error("XX000"), .outcomeUnknown), (error("42501"), .outcomeUnknown),
    (.closed, .outcomeUnknown), (error("57014"), nil), (error("25006"), nil), (lost, nil),
    (.poolExhausted, nil), (conflict, nil),
  ]

  @Test(arguments: uncertainVerdicts)
  func retriesUncertainPosts(error: PostgresError, outcome: TimelineError?) throws {
    var (machine, batch) = Self.machine(1)
    _ = machine.failed(batch, Self.lost, now: Self.start)
    let again = try Self.next(&machine, .again)
    let actions = machine.failed(again, error, now: Self.start)
    #expect(actions == (outcome.map { [.complete(1, $0)] } ?? []))
    #expect(machine.nextBatch(.again)?.posts == (outcome == nil ? [1] : nil))
  }

  /// Commits the lane of retries until it is empty. Batches with a bad post fail.
  static func finish(_ machine: inout Machine, bad: Set<Int>) -> (actions: [Action], batches: Int) {
    var actions: [Action] = []
    var count = 0
    while let batch = machine.nextBatch(.again) {
      count += 1
      actions +=
        bad.isDisjoint(with: batch.posts)
        ? machine.committed(batch) : machine.failed(batch, badRow, now: start)
    }
    return (actions.filter { if case .start = $0 { false } else { true } }, count)
  }

  @Test(arguments: 1...17)
  func failsOnlyBadRowsAndKeepsTheOrderOfOthers(count: Int) {
    for bad: Set<Int> in [[1], [count], [(count + 1) / 2], [1, count], Set(1...count)] {
      var (machine, batch) = Self.machine(count)
      let first = machine.failed(batch, Self.badRow, now: Self.start)
      let (rest, batches) = Self.finish(&machine, bad: bad)
      let actions = (first + rest).filter { if case .start = $0 { false } else { true } }
      #expect(
        actions == (1...count).map { .complete($0, bad.contains($0) ? Self.tooLong : nil) })
      #expect(batches <= 2 * count)
      #expect(machine.postCount == 0 && machine.byteCount == 0)
    }
  }

  @Test(arguments: ["42501", "53100"])
  func failsAllPostsForErrorsOfTheServer(state: String) {
    var (machine, batch) = Self.machine(3)
    let outcome = TimelineError(Self.error(state))
    #expect(
      machine.failed(batch, Self.error(state), now: Self.start)
        == (1...3).map { .complete($0, outcome) })
  }

  @Test func commitsNewPostsWhileOthersAreRetried() throws {
    var (machine, batch) = Self.machine(2)
    #expect(machine.failed(batch, Self.lost, now: Self.start) == [.start(.again)])
    let again = try Self.next(&machine, .again)
    #expect(machine.nextBatch(.new) == nil)
    #expect(try Self.add(&machine, until: .never).actions == [.start(.new)])
    let new = try Self.next(&machine, .new)
    #expect(new.posts == [3])
    #expect(machine.committed(new) == Self.stored([3]))
    #expect(machine.committed(again) == Self.stored([1, 2]))
  }

  @Test func completesExpiredPostsWithTheirLastKnownState() throws {
    var machine = Machine()
    for seconds in [1, 2, 3, 9] { _ = machine.add(byteCount: 1, until: Self.after(seconds)) }
    #expect(machine.nextDeadline == Self.after(1))
    // Queued: it was never sent.
    #expect(machine.tick(now: Self.after(1)) == [.complete(1, .timedOut)])
    let batch = try Self.next(&machine, .new)
    #expect(batch.posts == [2, 3, 4] && batch.deadline == Self.after(9))
    // Being committed: it may be stored.
    #expect(machine.tick(now: Self.after(2)) == [.complete(2, .outcomeUnknown)])
    // Waiting for a retry after a conflict: it is not stored.
    #expect(machine.failed(batch, Self.conflict, now: Self.after(2)) == [.start(.again)])
    #expect(machine.isPauseDue(.again))
    #expect(machine.tick(now: Self.after(3)) == [.complete(3, Self.away)])
    let again = try Self.next(&machine, .again)
    #expect(again.posts == [4])
    #expect(machine.failed(again, Self.lost, now: Self.after(3)) == [])
    // Waiting for a retry after a lost connection: it may be stored.
    #expect(machine.tick(now: Self.after(9)) == [.complete(4, .outcomeUnknown)])
    #expect(machine.nextBatch(.again) == nil)
    #expect(machine.nextDeadline == .never && machine.postCount == 0)
  }

  @Test func completesExpiredPostsOfAFailedBatch() throws {
    var machine = Machine()
    for seconds in [1, 9] { _ = machine.add(byteCount: 1, until: Self.after(seconds)) }
    let batch = try Self.next(&machine, .new)
    #expect(
      machine.failed(batch, Self.lost, now: Self.after(2))
        == [.complete(1, .outcomeUnknown), .start(.again)])
    #expect(machine.nextBatch(.again)?.posts == [2])
    // Results for posts that are complete are ignored.
    #expect(machine.committed(batch) == Self.stored([2]))
    #expect(machine.committed(batch) == [])
    #expect(machine.failed(batch, Self.lost, now: Self.start) == [])
  }
}

extension GroupCommitMachine<Int> {
  /// Returns the next batch at the start of a test.
  mutating func nextBatch(_ lane: Lane) -> Batch? {
    nextBatch(lane, now: GroupCommitMachineTests.start)
  }

  /// Adds a post whose entry is its number.
  mutating func add(byteCount: Int, until deadline: Deadline) -> (post: Int, actions: [Action])? {
    let number = lastPost + 1
    return add(number, byteCount: byteCount, until: deadline).map { (number, $0) }
  }
}

extension GroupCommitMachine<Int>.Action: Equatable {
  static func == (one: Self, other: Self) -> Bool {
    switch (one, other) {
    case (.start(let one), .start(let other)): one == other
    case (.complete(let one, let error), .complete(let other, let otherError)):
      one == other && error == otherError
    default: false
    }
  }
}
