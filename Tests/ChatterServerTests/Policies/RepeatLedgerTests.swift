import Chatter
import Sockets
import Testing

@testable import ChatterServer

@Suite("What is known of posts that may come once more (needs nothing)")
struct RepeatLedgerTests {
  typealias Ledger = RepeatLedger<String>
  typealias Action = Ledger.Action

  static let start = Deadline.now
  static func after(_ seconds: Int) -> Deadline { start.advanced(by: .seconds(seconds)) }

  static func store(_ request: Int) -> Action { .proceed(request: request, .store) }
  static func take(_ request: Int) -> Action { .proceed(request: request, .take(.success(()))) }

  /// One thing that happens, and what comes of it.
  enum Step {
    case arrived(Int, at: Int, [Action])
    case stored(Int, TimelineError?, [Action])
    case settled(Int, Bool, at: Int, [Action])
  }

  /// Made anew each time: the arrays within the steps of a constant are pointers with a mark in
  /// them, which the search for leaks does not know for pointers.
  static var stories: [(String, [Step], left: Int)] {
    [
      (
        "answered and arrived",
        [.arrived(1, at: 0, [store(1)]), .stored(1, nil, []), .settled(1, true, at: 0, [])], 0
      ),
      (
        "repeated before the answer",
        [
          .arrived(1, at: 0, [store(1)]), .arrived(2, at: 1, []), .arrived(3, at: 1, []),
          .stored(1, nil, [take(2), take(3)]), .settled(1, false, at: 2, []),
          .settled(2, true, at: 2, []), .settled(3, true, at: 2, []),
          .arrived(4, at: 11, [take(4)]), .settled(4, true, at: 11, []),
          .arrived(5, at: 12, [store(5)]), .stored(5, nil, []), .settled(5, true, at: 12, []),
        ], 0
      ),
      (
        "an answer that is lost while the next one waits to know",
        [
          .arrived(1, at: 0, [store(1)]), .stored(1, nil, []), .arrived(2, at: 0, []),
          .arrived(3, at: 0, []), .settled(1, false, at: 1, [take(2), take(3)]),
          .settled(2, true, at: 1, []), .settled(3, true, at: 1, []),
        ], 1
      ),
      (
        "an answer that arrives while the next ones wait to know",
        [
          .arrived(1, at: 0, [store(1)]), .stored(1, nil, []), .arrived(2, at: 0, []),
          .arrived(3, at: 0, []), .settled(1, true, at: 1, [store(2)]), .stored(2, nil, [take(3)]),
          .settled(2, true, at: 1, []), .settled(3, true, at: 1, []),
        ], 0
      ),
      (
        "a refusal, which is not remembered",
        [
          .arrived(1, at: 0, [store(1)]), .arrived(2, at: 0, []),
          .stored(
            1, .timedOut, [.proceed(request: 2, .take(.failure(.timedOut)))]),
          .settled(1, false, at: 0, []), .arrived(3, at: 0, [store(3)]), .stored(3, nil, []),
          .settled(3, true, at: 0, []),
        ], 0
      ),
      (
        "one whose sender leaves before it is begun: the next is stored instead",
        [
          .arrived(1, at: 0, [store(1)]), .arrived(2, at: 0, []), .arrived(3, at: 0, []),
          .stored(1, .cancelled, [store(2)]), .stored(2, nil, [take(3)]),
          .settled(2, true, at: 0, []), .settled(3, true, at: 0, []),
        ], 0
      ),
      (
        "words about requests that are not known",
        [
          .stored(7, nil, []), .settled(7, true, at: 0, []), .arrived(1, at: 0, [store(1)]),
          .stored(2, nil, []), .settled(1, true, at: 0, []), .stored(1, nil, []),
          .settled(1, true, at: 0, []), .settled(1, false, at: 0, []),
        ], 0
      ),
    ]
  }

  @Test("every story goes as it is told", arguments: stories.indices)
  func story(index: Int) {
    let (name, steps, left) = Self.stories[index]
    var ledger = Ledger()
    for step in steps {
      switch step {
      case .arrived(let request, let time, let actions):
        #expect(ledger.arrived(request, "k", now: Self.after(time)) == actions, "\(name): \(step)")
      case .stored(let request, let error, let actions):
        let outcome: Ledger.Outcome = error.map { .failure($0) } ?? .success(())
        #expect(ledger.stored(request, "k", outcome) == actions, "\(name): \(step)")
      case .settled(let request, let isDelivered, let time, let actions):
        let now = Self.after(time)
        #expect(
          ledger.settled(request, "k", isDelivered: isDelivered, now: now) == actions,
          "\(name): \(step)")
      }
    }
    #expect(ledger.count == left)
    #expect(ledger.waitingCount == 0)
  }

  /// Loses the answer to a post.
  func lose(_ ledger: inout Ledger, _ key: String, at seconds: Int) {
    _ = ledger.arrived(1, key, now: Self.after(seconds))
    _ = ledger.stored(1, key, .success(()))
    _ = ledger.settled(1, key, isDelivered: false, now: Self.after(seconds))
  }

  @Test("what is remembered never grows beyond its limit: what is over goes first, then all")
  func bound() {
    var ledger = Ledger(rememberedMax: 4)
    for number in 0..<4 { lose(&ledger, "old \(number)", at: 0) }
    lose(&ledger, "new", at: 10)
    #expect(ledger.count == 1, "those that were over have gone")
    for number in 0..<3 { lose(&ledger, "more \(number)", at: 10) }
    #expect(ledger.count == 4)
    lose(&ledger, "one too many", at: 10)
    #expect(ledger.count == 1, "all have gone")
  }

  @Test("a content that is being stored is never forgotten")
  func underWay() {
    var ledger = Ledger(rememberedMax: 1)
    #expect(ledger.arrived(9, "mine", now: Self.start) == [Self.store(9)])
    for number in 0..<5 { lose(&ledger, "\(number)", at: 0) }
    #expect(ledger.arrived(10, "mine", now: Self.start) == [])
    #expect(ledger.stored(9, "mine", .success(())) == [Self.take(10)])
  }
}
