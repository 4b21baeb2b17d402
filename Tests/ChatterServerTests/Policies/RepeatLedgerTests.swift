import Chatter
import HTTP
import System
import Testing

@testable import ChatterServer

struct RepeatLedgerTests {
  /// The end of a response is its acknowledgement, and waiters and outcomes are numbers.
  typealias Ledger = RepeatLedger<Acknowledgement, Int, Int>

  static let start = Deadline.now
  static func after(_ seconds: Int) -> Deadline { start.advanced(by: .seconds(seconds)) }

  /// An event and its expected result.
  enum Step {
    case arrived(at: Int, before: UInt64 = .max, mayWait: Bool = true, Ledger.Decision)
    case joined(Int, Bool = true)
    case stored(at: Int, response: UInt64, waiting: [Int] = [])
    case failed(TimelineError, next: Int? = nil, waiting: [Int] = [])
    case sent(UInt64, Acknowledgement)
    case refused(UInt64)
  }

  /// Not a constant, in which the arrays within the steps are tagged pointers,
  /// which the leak check does not recognize as pointers.
  static var scenarios: [(String, [Step], left: Int)] {
    [
      (
        "acknowledged",
        [
          .arrived(at: 0, .store), .stored(at: 0, response: 0), .sent(0, .complete),
          .arrived(at: 0, .store), .stored(at: 1, response: 1), .sent(1, .complete),
        ], 1
      ),
      (
        "repeated before the response",
        [
          .arrived(at: 0, .store), .arrived(at: 1, .join), .joined(7), .arrived(at: 1, .join),
          .joined(8), .stored(at: 2, response: 0, waiting: [7, 8]), .sent(0, .lost),
          .sent(1, .complete), .sent(2, .complete),
          .arrived(at: 11, .respond(3)), .sent(3, .complete),
          .arrived(at: 12, .store), .stored(at: 12, response: 4),
        ], 1
      ),
      (
        "repeated between the outcome and the end of the response",
        [
          .arrived(at: 0, .store), .stored(at: 0, response: 0), .arrived(at: 0, .respond(1)),
          .sent(0, .complete), .arrived(at: 0, .respond(2)), .sent(1, .complete),
          .sent(2, .complete), .arrived(at: 0, .store),
        ], 1
      ),
      (
        "a response in transit",
        [
          .arrived(at: 0, .store), .stored(at: 0, response: 0), .sent(0, .pending),
          .arrived(at: 1, .waitForAcknowledgement(before: 1)),
          .arrived(at: 1, mayWait: false, .respond(1)),
          .sent(1, .complete), .sent(0, .complete), .arrived(at: 2, .store),
        ], 1
      ),
      (
        "waits only for responses that were made before it came",
        [
          .arrived(at: 0, .store), .stored(at: 0, response: 0), .sent(0, .pending),
          .arrived(at: 0, .waitForAcknowledgement(before: 1)), .sent(0, .complete),
          .arrived(at: 0, .store), .stored(at: 0, response: 1), .sent(1, .pending),
          .arrived(at: 0, .waitForAcknowledgement(before: 2)),
          .arrived(at: 0, before: 1, .store), .stored(at: 0, response: 2), .sent(2, .lost),
          .arrived(at: 0, before: 2, .store), .stored(at: 0, response: 3),
        ], 1
      ),
      (
        "the loss of one response outweighs another in transit",
        [
          .arrived(at: 0, .store), .stored(at: 0, response: 0), .sent(0, .pending),
          .arrived(at: 1, mayWait: false, .respond(1)), .sent(1, .lost),
          .arrived(at: 2, .respond(2)),
        ], 1
      ),
      (
        "a response that the peer refused",
        [
          .arrived(at: 0, .store), .stored(at: 0, response: 0), .sent(0, .complete), .refused(0),
          .arrived(at: 1, .respond(1)),
        ], 1
      ),
      (
        "a failure is not recorded",
        [
          .arrived(at: 0, .store), .arrived(at: 0, .join), .joined(7),
          .failed(.timedOut, waiting: [7]), .arrived(at: 0, .store),
          .stored(at: 0, response: 0),
        ], 1
      ),
      (
        "a sender leaves before its post is stored: the next post is stored",
        [
          .arrived(at: 0, .store), .joined(7), .joined(8), .failed(.cancelled, next: 7),
          .stored(at: 0, response: 0, waiting: [8]),
        ], 1
      ),
      (
        "reports about unknown posts",
        [
          .sent(7, .complete), .refused(7), .failed(.timedOut), .joined(7, false),
          .arrived(at: 0, .store), .stored(at: 0, response: 0), .joined(8, false),
        ], 1
      ),
      (
        "forgotten after ten seconds",
        [
          .arrived(at: 0, .store), .stored(at: 0, response: 0), .arrived(at: 10, .store),
          .failed(.timedOut),
        ], 0
      ),
    ]
  }

  @Test(arguments: scenarios.indices)
  func followsEveryScenario(index: Int) {
    let (name, steps, left) = Self.scenarios[index]
    var ledger = Ledger()
    for step in steps {
      switch step {
      case .arrived(let time, let limit, let mayWait, let decision):
        let made = ledger.arrived(1, before: limit, now: Self.after(time), mayWait: mayWait) { $0 }
        #expect(made == decision, "\(name): \(step)")
      case .joined(let request, let isJoined):
        #expect(ledger.join(request, 1) == isJoined, "\(name): \(step)")
      case .stored(let time, let response, let waiting):
        let made = ledger.stored(1, 5, now: Self.after(time))
        #expect(made == (response, waiting), "\(name): \(step)")
      case .failed(let error, let next, let waiting):
        #expect(ledger.failed(1, error) == (next, waiting), "\(name): \(step)")
      case .sent(let response, let end): ledger.sent(response, end)
      case .refused(let response): ledger.refused(response)
      }
    }
    #expect(ledger.count == left, "\(name)")
    #expect(ledger.waitingCount == 0, "\(name)")
  }

  /// Loses the response to a post.
  func lose(_ ledger: inout Ledger, _ key: UInt64, at seconds: Int) {
    let decision = ledger.arrived(key, now: Self.after(seconds), mayWait: false) { $0 }
    if decision == .store { _ = ledger.stored(key, 5, now: Self.after(seconds)) }
  }

  @Test func forgetsTheOldestResponseBeyondTheLimit() {
    var ledger = Ledger(responsesMax: 4)
    for key in 0..<6 as Range<UInt64> { lose(&ledger, key, at: 0) }
    #expect(ledger.count == 4)
    #expect(ledger.arrived(0, now: Self.start, mayWait: false) { $0 } == .store, "forgotten")
    #expect(ledger.arrived(5, now: Self.start, mayWait: false) { $0 } == .respond(6))
    #expect(ledger.outcome(of: 5) == 5)
  }

  @Test func keepsOneEntryForRepeatsOfOnePost() {
    var ledger = Ledger(responsesMax: 4)
    for _ in 0..<100 { lose(&ledger, 1, at: 0) }
    #expect(ledger.count == 1)
    for key in 2..<6 as Range<UInt64> { lose(&ledger, key, at: 0) }
    #expect(ledger.count == 4)
  }

  @Test func forgetsRequestsBeyondTheResponseLimit() {
    var ledger = Ledger(responsesMax: 2)
    #expect(ledger.arrived(1, now: Self.start, mayWait: true) { $0 } == .store)
    for request in 0..<5 {
      let hasJoined = ledger.join(request, 1)
      #expect(hasJoined)
    }
    #expect(ledger.stored(1, 5, now: Self.start).waiting.count == 5)
    for key in 2..<4 as Range<UInt64> { lose(&ledger, key, at: 0) }
    #expect(ledger.count == 2)
  }

  @Test func forgetsOldResponsesAFewAtATime() {
    var ledger = Ledger()
    for key in 0..<100 as Range<UInt64> { lose(&ledger, key, at: 0) }
    lose(&ledger, 100, at: 10)
    #expect(ledger.count > 50 && ledger.count < 101)
    for key in 101..<120 as Range<UInt64> { lose(&ledger, key, at: 10) }
    #expect(ledger.count == 20)
  }

  @Test func storesAgainAfterTheLifetimeOfAResponseThatIsNotYetForgotten() {
    var ledger = Ledger()
    for key in 0..<100 as Range<UInt64> { lose(&ledger, key, at: 0) }
    #expect(ledger.arrived(98, now: Self.after(9), mayWait: false) { $0 } == .respond(100))
    #expect(ledger.arrived(99, now: Self.after(10), mayWait: false) { $0 } == .store)
    #expect(ledger.outcome(of: 97) == 5, "not yet forgotten")
  }

  @Test func neverForgetsAPostThatIsBeingStored() {
    var ledger = Ledger(responsesMax: 1)
    #expect(ledger.arrived(9, now: Self.start, mayWait: true) { $0 } == .store)
    for key in 0..<5 as Range<UInt64> { lose(&ledger, key, at: 0) }
    #expect(ledger.arrived(9, now: Self.start, mayWait: true) { $0 } == .join)
    let hasJoined = ledger.join(10, 9)
    #expect(hasJoined)
    #expect(ledger.stored(9, 5, now: Self.start).waiting == [10])
  }
}
