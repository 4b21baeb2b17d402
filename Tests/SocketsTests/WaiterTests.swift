import Testing

@testable import Sockets

@Suite("A waiter (needs nothing)")
struct WaiterTests {
  @Test(
    "a suspended task gets the outcome with which it is resumed",
    arguments: [Waiter.Outcome.ready, .timedOut, .cancelled])
  func outcome(_ outcome: Waiter.Outcome) async throws {
    let got = try await onLoop { _ in await Waiter.suspend { waiter in waiter.resume(outcome) } }
    #expect(got == outcome)
  }

  @Test("it may be resumed from another thread, after it was suspended")
  func elsewhere() async throws {
    let got = try await onLoop { _ in
      await Waiter.suspend { waiter in
        Task.detached { waiter.resume(.timedOut) }
      }
    }
    #expect(got == .timedOut)
  }
}
