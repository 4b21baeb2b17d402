import Chatter
import System
import Testing

@testable import ChatterStore

/// Posts that the database is slow with, beside others.
struct GroupCommitMachineSlowPostsTests {
  typealias Tests = GroupCommitMachineTests
  typealias Machine = Tests.Machine

  static let tooSlow = Tests.error("57014")

  @Test(arguments: [1, 2, 4])
  func refusesTheSlowPostAloneAndAfterAllOthers(slow: Int) throws {
    var (machine, batch) = Tests.machine(4)
    let limits = machine.limits
    #expect(batch.statementTimeout == limits.statementTimeout)
    var actions = machine.failed(batch, Self.tooSlow, now: Tests.start)
    var attempts: [[Int]] = []
    while let batch = machine.nextBatch(.again) {
      attempts.append(batch.posts)
      let isLast = attempts.count == 5
      #expect(
        batch.statementTimeout == (isLast ? limits.slowStatementTimeout : limits.statementTimeout))
      actions +=
        batch.posts == [slow]
        ? machine.failed(batch, Self.tooSlow, now: Tests.start) : machine.committed(batch)
    }
    #expect(attempts == [[1], [2], [3], [4], [slow]])
    let outcomes = actions.filter { if case .complete = $0 { true } else { false } }
    let others = (1...4).filter { $0 != slow }
    #expect(outcomes == Tests.stored(others) + [.complete(slow, .tooSlow)])
  }

  @Test func storesASlowPostWhenTheDatabaseHasTimeForIt() throws {
    var (machine, batch) = Tests.machine(2)
    _ = machine.failed(batch, Self.tooSlow, now: Tests.start)
    let alone = try Tests.next(&machine, .again)
    _ = machine.failed(alone, Self.tooSlow, now: Tests.start)
    _ = machine.committed(try Tests.next(&machine, .again))
    #expect(machine.committed(try Tests.next(&machine, .again)) == Tests.stored([1]))
    #expect(machine.nextBatch(.again) == nil)
  }

  @Test func doesNotLimitANewPostThatIsAlone() {
    let (_, batch) = Tests.machine(1)
    #expect(batch.statementTimeout == nil)
  }

  /// They wait for the end of the transaction that may have stored them.
  @Test func doesNotLimitPostsThatMayBeStored() throws {
    var (machine, batch) = Tests.machine(2)
    _ = machine.failed(batch, Tests.lost, now: Tests.start)
    #expect(try Tests.next(&machine, .again).statementTimeout == nil)
  }

  @Test func goesOnWithoutABatchThatTakesLong() throws {
    var (machine, slow) = Tests.machine(1)
    let next = try Tests.add(&machine, until: .never)
    #expect(next.actions.isEmpty)
    let time = try #require(slow.asideTime)
    #expect(machine.nextDeadline == time)
    let early = Tests.start.advanced(by: .milliseconds(999))
    #expect(machine.tick(now: early).isEmpty)
    #expect(machine.tick(now: time) == [.start(.new)])
    let second = try Tests.next(&machine, .new)
    #expect(second.posts == [2])
    // Without waiting posts the lane is free for the next one.
    #expect(machine.tick(now: Tests.after(5)).isEmpty)
    #expect(try Tests.add(&machine, until: .never).actions == [.start(.new)])
    let third = try Tests.next(&machine, .new)
    // No more than two are aside.
    #expect(third.posts == [3] && machine.tick(now: Tests.after(9)).isEmpty)
    #expect(machine.nextDeadline == Tests.after(20))

    #expect(machine.committed(slow) == Tests.stored([1]) && !machine.continues(after: slow))
    #expect(machine.committed(third) == Tests.stored([3]) && machine.continues(after: third))
    #expect(machine.nextBatch(.new) == nil)
    #expect(machine.committed(second) == Tests.stored([2]) && !machine.continues(after: second))
  }

  @Test func doesNotPutABatchAsideThatHasEnded() throws {
    var (machine, batch) = Tests.machine(1)
    _ = machine.committed(batch)
    #expect(machine.continues(after: batch) && machine.nextBatch(.new) == nil)
    #expect(machine.tick(now: Tests.after(5)).isEmpty)
    #expect(try Tests.add(&machine, until: .never).actions == [.start(.new)])
  }
}
