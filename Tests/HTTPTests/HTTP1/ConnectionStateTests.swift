import HTTP
import Testing

struct ConnectionStateTests {
  /// The complete table; every other event is illegal.
  static let table: [ConnectionState: [ConnectionEvent: ConnectionState]] = [
    .idle: [
      .requestStarted: .head, .finishRequested: .closing, .readTimedOut: .closing,
      .peerEnded: .closed,
    ],
    .head: [
      .headReadWithBody: .body, .headReadWithoutBody: .complete, .requestRefused: .broken,
      .peerEnded: .broken, .readTimedOut: .broken,
    ],
    .body: [
      .bodyRead: .complete, .requestRefused: .broken, .peerEnded: .broken, .readTimedOut: .broken,
      .responseStarted: .respondingEarly, .responseFailed: .closed,
    ],
    .complete: [.responseStarted: .responding, .responseFailed: .closed],
    .broken: [.responseStarted: .respondingLast, .responseFailed: .closed],
    .respondingEarly: [
      .bodyRead: .responding, .requestRefused: .respondingLast, .peerEnded: .respondingLast,
      .readTimedOut: .respondingLast, .responseEndedPersisting: .draining,
      .responseEndedClosing: .closing, .responseFailed: .closed,
    ],
    .responding: [
      .responseEndedPersisting: .idle, .responseEndedClosing: .closing, .responseFailed: .closed,
    ],
    .respondingLast: [.responseEndedClosing: .closing, .responseFailed: .closed],
    .draining: [
      .bodyRead: .idle, .requestRefused: .closing, .drainLimitReached: .closing,
      .readTimedOut: .closing, .peerEnded: .closed,
    ],
    .closing: [.writingEnded: .lingering],
    .lingering: [.drainLimitReached: .closed, .peerEnded: .closed, .readTimedOut: .closed],
    .closed: [:],
  ]

  @Test(arguments: ConnectionState.allCases)
  func returnsTheStateAfterEveryEvent(state: ConnectionState) {
    for event in ConnectionEvent.allCases {
      #expect(state.after(event) == Self.table[state]?[event], "\(event)")
    }
  }

  @Test func reachesClosedFromEveryState() {
    for start in ConnectionState.allCases {
      var reached: Set<ConnectionState> = [start]
      for _ in ConnectionState.allCases {
        for state in reached {
          reached.formUnion(ConnectionEvent.allCases.compactMap { state.after($0) })
        }
      }
      #expect(reached.contains(.closed), "\(start)")
    }
  }
}
