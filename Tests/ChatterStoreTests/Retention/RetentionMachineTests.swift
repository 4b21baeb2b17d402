import System
import Testing

@testable import ChatterStore

struct RetentionMachineTests {
  static let bytesMax = 1 << 20
  let start = Deadline.now

  func at(_ seconds: Double) -> Deadline { start.advanced(by: .seconds(seconds)) }

  func machine(
    bytesMax: Int? = nil, whenFull: RetentionLimits.WhenFull = .deleteOldest,
    ageMax: Duration? = nil
  ) -> RetentionMachine {
    var limits = RetentionLimits()
    (limits.bytesMax, limits.whenFull, limits.ageMax) = (bytesMax, whenFull, ageMax)
    return RetentionMachine(limits: limits, now: start)
  }

  /// A machine that has measured this many bytes at the start.
  func machine(measured byteCount: Int, whenFull: RetentionLimits.WhenFull = .deleteOldest)
    -> RetentionMachine
  {
    var machine = machine(bytesMax: Self.bytesMax, whenFull: whenFull)
    run(&machine, measuring: byteCount, at: start)
    return machine
  }

  /// A run that measures; returns whether posts are accepted again.
  @discardableResult
  func run(_ machine: inout RetentionMachine, measuring byteCount: Int, at now: Deadline) -> Bool {
    let (isStarted, measures) = (machine.start(at: now), machine.measures(at: now))
    #expect(isStarted && measures)
    let isAccepting = machine.measured(byteCount, took: .milliseconds(1), at: now)
    machine.removed(all: true)
    machine.finish(hasFailed: false, at: now)
    return isAccepting
  }

  /// A run that searches.
  func run(_ machine: inout RetentionMachine, next: Duration?, at now: Deadline) {
    let (isStarted, searches) = (machine.start(at: now), machine.searches(at: now))
    #expect(isStarted && searches)
    machine.searched(next: next, at: now)
    machine.finish(hasFailed: false, at: now)
  }

  /// A post that is stored.
  func post(_ byteCount: Int, to machine: inout RetentionMachine) {
    let decision = machine.begin(byteCount, at: start)
    #expect(decision == .accepted)
    machine.end(byteCount, at: start)
  }

  @Test func doesNothingWithoutLimits() {
    var machine = machine()
    post(1 << 30, to: &machine)
    machine.touch(at: at(1000))
    #expect(machine.wakesAt == .never)
    let isStarted = machine.start(at: at(1000))
    #expect(!isStarted)
  }

  // MARK: Size

  @Test func measuresAtTheStartAndThenOnlyAfterPosts() {
    var machine = machine(measured: 1000)
    #expect(machine.wakesAt == .never)
    post(
      Self.bytesMax / RetentionMachine.unmeasuredFraction - RetentionLimits.rowBytes, to: &machine)
    #expect(machine.wakesAt == .never)
    post(0, to: &machine)
    #expect(machine.wakesAt == at(1), "a second after the last measurement")
  }

  @Test func measuresForAtMostATenthOfTheTime() {
    var machine = machine(bytesMax: Self.bytesMax)
    let isFirst = machine.measures(at: start)
    #expect(isFirst)
    _ = machine.measured(0, took: .seconds(3), at: at(3))
    post(Self.bytesMax, to: &machine)
    #expect(machine.wakesAt == at(33))
    let measures = [32.0, 33].map { machine.measures(at: at($0)) }
    #expect(measures == [false, true])
  }

  @Test func countsPostsDuringAMeasurementForTheNext() {
    var machine = machine(measured: 0)
    post(Self.bytesMax / 100, to: &machine)
    let isDue = (machine.start(at: at(1)), machine.measures(at: at(1))) == (true, true)
    #expect(isDue)
    post(Self.bytesMax / 100, to: &machine)
    #expect(machine.wakesAt == .never, "while it runs")
    _ = machine.measured(Self.bytesMax / 100, took: .zero, at: at(1))
    machine.finish(hasFailed: false, at: at(1))
    #expect(machine.wakesAt == at(2))
  }

  @Test func deletesByMeasurementToBelowTheLimit() {
    var machine = machine(measured: Self.bytesMax)
    #expect(machine.excessBytes == 0)
    for _ in 0..<10 { post(Self.bytesMax, to: &machine) }
    #expect(machine.excessBytes == 0)
    let isDue = (machine.start(at: at(1)), machine.measures(at: at(1))) == (true, true)
    #expect(isDue)
    _ = machine.measured(Self.bytesMax + 1, took: .zero, at: at(1))
    #expect(machine.excessBytes == Self.bytesMax / RetentionMachine.freedFraction + 1)
    machine.removed(all: true)
    machine.finish(hasFailed: false, at: at(1))
    #expect(machine.excessBytes == 0)
    #expect(machine.wakesAt == .never)
  }

  @Test func measuresAgainWhenAnotherServerDeletes() {
    var machine = machine(bytesMax: Self.bytesMax)
    let isDue = (machine.start(at: start), machine.measures(at: start)) == (true, true)
    #expect(isDue)
    _ = machine.measured(2 * Self.bytesMax, took: .zero, at: start)
    machine.removed(all: false)
    machine.finish(hasFailed: false, at: start)
    #expect(machine.wakesAt == at(1))
    run(&machine, measuring: Self.bytesMax / 2, at: at(1))
    #expect(machine.wakesAt == .never)
  }

  @Test func triesAgainAfterADatabaseFailure() {
    var machine = machine(bytesMax: Self.bytesMax, ageMax: .seconds(60))
    let isDue = (machine.start(at: start), machine.measures(at: start)) == (true, true)
    #expect(isDue)
    machine.finish(hasFailed: true, at: at(1))
    #expect(machine.wakesAt == at(31))
    run(&machine, next: nil, at: at(31))
    run(&machine, measuring: 0, at: at(31))
  }

  // MARK: Refusing

  @Test func refusesPostsAtTheLimitUntilWellBelowIt() {
    var machine = machine(measured: Self.bytesMax - 10_000, whenFull: .refuse)
    let decisions = [4800, 4800, 0, 0].map { machine.begin($0, at: start) }
    #expect(decisions == [.accepted, .accepted, .firstRefused, .refused])
    machine.end(4800, at: start)
    machine.end(4800, at: start)

    for (total, isEnough) in [
      (Self.bytesMax * 63 / 64 + 1, false), (Self.bytesMax * 63 / 64, true),
    ] {
      let now = machine.wakesAt
      #expect(now != .never, "a post was refused")
      let isAccepting = run(&machine, measuring: total, at: now)
      #expect(isAccepting == isEnough)
      #expect(machine.excessBytes == 0)
      #expect(machine.wakesAt == .never, "an idle server has no timer, full or not")
      let decision = machine.begin(0, at: now)
      #expect(decision == (isEnough ? .accepted : .refused))
    }
  }

  // MARK: Age

  @Test func setsTheTimerForTheNextExpiringChatt() {
    var machine = machine(ageMax: .seconds(3600))
    #expect(machine.wakesAt == start)
    run(&machine, next: .seconds(100), at: start)
    #expect(machine.wakesAt == at(100))
    run(&machine, next: nil, at: at(100))
    #expect(machine.wakesAt == .never)
  }

  @Test(arguments: [Duration.milliseconds(10), .seconds(-5)])
  func deletesChattsThatExpireCloselyTogether(next: Duration) {
    var machine = machine(ageMax: .seconds(3600))
    run(&machine, next: next, at: start)
    #expect(machine.wakesAt == start.advanced(by: RetentionMachine.searchIntervalMin))
  }

  @Test func setsTheTimerForPostsDuringASearch() {
    var machine = machine(ageMax: .seconds(3600))
    let searches = machine.searches(at: start)
    #expect(searches)
    post(1, to: &machine)
    machine.searched(next: nil, at: start)
    #expect(machine.wakesAt == at(3600))
    run(&machine, next: nil, at: at(3600))
    #expect(machine.wakesAt == .never)
    machine.end(1, at: at(4000))
    #expect(machine.wakesAt == at(7600))
  }

  @Test func searchesOncePerMinuteForLists() {
    var machine = machine(ageMax: .seconds(3600))
    run(&machine, next: nil, at: start)
    machine.touch(at: at(59))
    #expect(machine.wakesAt == .never)
    machine.touch(at: at(60))
    #expect(machine.wakesAt == at(60))
  }
}
