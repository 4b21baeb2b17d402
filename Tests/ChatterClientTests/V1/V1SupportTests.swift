import Testing

@testable import ChatterClient

struct V1SupportTests {
  @Test func checksAServerWithoutItAgainAfterAWhile() {
    let clock = JumpingClock()
    let support = V1Support()
    #expect(support.presence == .unknown)
    support.noteAbsence(clock: clock)
    clock.pass(V1Support.recheckInterval - .seconds(1))
    #expect(support.presence == .absent)
    clock.pass(.seconds(1))
    #expect(support.presence == .unknown)
    support.notePresence()
    clock.pass(.seconds(1_000_000))
    #expect(support.presence == .present)
  }
}
