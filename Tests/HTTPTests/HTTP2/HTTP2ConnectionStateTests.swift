import HTTP
import Testing

struct HTTP2ConnectionStateTests {
  @Test func endsFromEveryState() {
    for start in HTTP2ConnectionState.allCases where start != .failed {
      var reached: Set<HTTP2ConnectionState> = [start]
      for _ in HTTP2ConnectionState.allCases {
        for state in reached {
          reached.formUnion(HTTP2ConnectionEvent.allCases.compactMap { state.after($0) })
        }
      }
      #expect(reached.contains(.closed), "\(start)")
    }
  }

  /// Output that is ready while nobody writes starts a writing task, and only one.
  @Test func startsOneWritingTaskAtATime() {
    for state in HTTP2ConnectionState.allCases {
      let starts = [HTTP2ConnectionEvent.outputReady, .outputIsLong].compactMap { state.after($0) }
      #expect(starts.allSatisfy { $0.isWriting })
      #expect(starts.isEmpty || !state.isWriting)
    }
  }

  /// A connection gives up its task only when no other task uses it.
  @Test func becomesIdleOnlyWithoutOtherTasks() {
    for state in HTTP2ConnectionState.allCases {
      let isEffective = state.after(.idleTimedOut) != nil
      #expect(isEffective == (state == .reading))
    }
  }
}
