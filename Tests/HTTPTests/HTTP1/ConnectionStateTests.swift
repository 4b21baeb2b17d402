import HTTP
import Testing

struct ConnectionStateTests {
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
