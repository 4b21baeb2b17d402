import TestSupport
import Testing

@testable import EventLoop

struct WaiterTests {
  @Test(arguments: [WaitOutcome.ready, .timedOut, .cancelled])
  func returnsTheOutcomeToTheSuspendedTask(_ outcome: WaitOutcome) async throws {
    let got = try await onLoop { _ in await Waiter.suspend { waiter in waiter.resume(outcome) } }
    #expect(got == outcome)
  }
}
